// Bits on their way into bytes, the first lowest (RFC 1951, 3.1.1).
#ifndef CPNG_BIT_WRITER_H
#define CPNG_BIT_WRITER_H

#include <stdint.h>

typedef struct cpng_bit_writer {
  uint8_t *output;
  uint64_t bits;
  int count;
} cpng_bit_writer;

// So many bytes have room behind the output, of which the writer makes no use in the end.
enum { cpng_bit_writer_slack = 8 };

// At most 56 bits ahead of a flush.
static inline void cpng_append_bits(cpng_bit_writer *writer, uint32_t bits, int count) {
  writer->bits |= (uint64_t)bits << writer->count;
  writer->count += count;
}

// Writes all whole bytes; fewer than 8 bits are left. Whatever their number, eight bytes are
// stored, which is one instruction.
static inline void cpng_flush_bits(cpng_bit_writer *writer) {
  for (int byte = 0; byte < 8; byte++) writer->output[byte] = (uint8_t)(writer->bits >> 8 * byte);
  writer->output += writer->count / 8;
  writer->bits >>= writer->count & ~7;
  writer->count &= 7;
}

// At most 32 bits.
static inline void cpng_put_bits(cpng_bit_writer *writer, uint32_t bits, int count) {
  cpng_append_bits(writer, bits, count);
  cpng_flush_bits(writer);
}

#endif
