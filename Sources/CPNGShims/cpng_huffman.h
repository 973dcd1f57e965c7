// Prefix codes as deflate wants them (RFC 1951, 3.2.2).
#ifndef CPNG_HUFFMAN_H
#define CPNG_HUFFMAN_H

#include <stdint.h>

enum { cpng_huffman_most_symbols = 286 };

// The shortest code for symbols that occur as often as counted, none longer
// than `longest`; 0 for those that do not occur. One symbol alone gets 1 bit.
void cpng_huffman_lengths(const uint32_t *counts, int symbol_count, int longest,
                          uint8_t *lengths);

// The codes that belong to the lengths, with their first bit lowest.
void cpng_huffman_codes(const uint8_t *lengths, int symbol_count, uint16_t *codes);

#endif
