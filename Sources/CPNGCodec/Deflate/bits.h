// Access to bytes and bits, with the same result on every processor.
#ifndef DEFLATE_BITS_H
#define DEFLATE_BITS_H

#include <stdint.h>
#include <string.h>

// ---- Several bytes at once, lowest first ----

// memcpy() may read from any address, and compiles to one instruction.

static inline uint32_t four_bytes(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap32(value);
#endif
  return value;
}

static inline uint64_t eight_bytes(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

// The number of equal bytes, out of `count`, before the first difference.
static inline size_t same_bytes(const uint8_t *one, const uint8_t *other, size_t count) {
  size_t index = 0;
  for (; index + 8 <= count; index += 8) {
    uint64_t differences = eight_bytes(one + index) ^ eight_bytes(other + index);
    if (differences != 0) return index + (size_t)__builtin_ctzll(differences) / 8;
  }
  while (index < count && one[index] == other[index]) index++;
  return index;
}

// The index of the highest set bit; `value` must not be 0.
static inline int highest_bit(uint32_t value) { return 31 - __builtin_clz(value); }

// Fibonacci hashing: the highest bits of the product with 2^32 divided by the golden ratio.
static inline uint32_t hash(uint32_t value, int bits) { return value * 0x9E3779B1u >> (32 - bits); }

// ---- Bits packed into bytes, lowest first (RFC 1951, 3.1.1) ----

typedef struct bit_writer {
  uint8_t *next;
  uint64_t bits;
  int count;
} bit_writer;

// At most 56 bits may be appended between two flushes.
static inline void append_bits(bit_writer *writer, uint64_t bits, int count) {
  writer->bits |= bits << writer->count;
  writer->count += count;
}

// Writes all whole bytes and keeps the remaining bits, fewer than 8. A single instruction stores
// eight bytes, so up to seven bytes past the end are overwritten.
static inline void flush_bits(bit_writer *writer) {
  uint64_t bits = writer->bits;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bits = __builtin_bswap64(bits);
#endif
  memcpy(writer->next, &bits, sizeof bits);
  writer->next += writer->count / 8;
  writer->bits >>= writer->count & ~7;
  writer->count &= 7;
}

// Writes at most 48 bits.
static inline void put_bits(bit_writer *writer, uint64_t bits, int count) {
  append_bits(writer, bits, count);
  flush_bits(writer);
}

#endif
