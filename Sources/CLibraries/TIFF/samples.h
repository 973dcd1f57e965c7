// Reads the samples of a TIFF's lines, which may have any number of bits, as numbers or scaled to
// 16 bits.

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "libtiff.h"

// A number of 1 to 15 bits, which need not start at a byte boundary.
static inline uint32_t packed(const uint8_t *line, size_t index, uint32_t bits) {
  size_t place = index * bits;
  const uint8_t *bytes = line + place / 8;
  uint32_t word = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
  return word >> (24 - place % 8 - bits) & ((1u << bits) - 1);
}

// NaN becomes 0.
static inline uint32_t clamped(double value) {
  return value > 0 ? value < 1 ? (uint32_t)(value * 65535 + 0.5) : 65535 : 0;
}

// A 16-bit float: a sign, 5 bits of exponent and 10 of fraction.
static inline uint32_t clamped_half(uint16_t half) {
  uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  if (half >> 15 || exponent == 0 || (exponent == 31 && fraction != 0)) return 0;
  return exponent >= 15 ? 65535 : (1024 + fraction) * 65535 >> (25 - exponent);
}

// A 16-bit float.
static inline double half_number(uint16_t half) {
  uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  double size = exponent == 31  ? fraction == 0 ? INFINITY : NAN
                : exponent == 0 ? fraction * 0x1p-24
                                : (1024 + fraction) * (double)(1u << exponent) * 0x1p-25;
  return half >> 15 ? -size : size;
}

// A sample as the number it represents.
static inline double number(const ctiff_form *form, const uint8_t *line, size_t index) {
  uint16_t half;
  uint32_t word;
  uint64_t whole;
  float real;
  double exact;
  switch (form->bits) {
    case 8: word = line[index]; break;
    case 16:
      memcpy(&half, line + 2 * index, sizeof half);
      if (form->is_float) return half_number(half);
      word = half;
      break;
    case 32:
      memcpy(&word, line + 4 * index, sizeof word);
      memcpy(&real, &word, sizeof real);
      if (form->is_float) return real;
      break;
    case 64:
      memcpy(&whole, line + 8 * index, sizeof whole);
      memcpy(&exact, &whole, sizeof exact);
      return form->is_float ? exact : form->is_signed ? (double)(int64_t)whole : (double)whole;
    default: word = packed(line, index, form->bits);
  }
  bool is_negative = form->is_signed && word >> (form->bits - 1);
  return is_negative ? (double)word - (double)((uint64_t)1 << form->bits) : word;
}

// A sample converted to 16 bits.
static inline uint32_t sample(const ctiff_form *form, const uint8_t *line, size_t index) {
  uint16_t half;
  uint32_t word;
  uint64_t whole;
  float real;
  double exact;
  if (form->is_signed) {
    return clamped(number(form, line, index) / (double)(((uint64_t)1 << (form->bits - 1)) - 1));
  }
  switch (form->bits) {
    case 8: return line[index] * 257u;
    case 16:
      memcpy(&half, line + 2 * index, sizeof half);
      return form->is_float ? clamped_half(half) : half;
    case 32:
      memcpy(&word, line + 4 * index, sizeof word);
      memcpy(&real, &word, sizeof real);
      return form->is_float ? clamped(real) : word >> 16;
    case 64:
      memcpy(&whole, line + 8 * index, sizeof whole);
      memcpy(&exact, &whole, sizeof exact);
      return form->is_float ? clamped(exact) : (uint32_t)(whole >> 48);
    default: return packed(line, index, form->bits) * 65535u / ((1u << form->bits) - 1);
  }
}

// The class that a number stands for. Numbers that are not 16-bit indices get a class from 1 to
// 65535, so that only 0 is shown as the background. Consecutive integers get different classes up
// to 2^53, beyond which a double cannot tell them apart.
static inline uint32_t class_of(double value) {
  if (!(fabs(value) < 0x1p63)) return 0;
  int64_t index = llround(value);
  if (index >= 0 && index <= 65535) return (uint32_t)index;
  return 1 + (uint32_t)((index % 65535 + 65535) % 65535);
}

// A number of 1 to 16 bits.
static inline uint32_t palette_index(const ctiff_form *form, const uint8_t *line, size_t index) {
  uint16_t word;
  if (form->bits == 8) return line[index];
  if (form->bits < 16) return packed(line, index, form->bits);
  memcpy(&word, line + 2 * index, sizeof word);
  return word;
}
