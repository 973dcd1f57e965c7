// The predictors of the Average and Paeth filters, written once for bytes and for vectors of bytes.
// `type` is uint8_t or a vector of it, declared with the compiler's vector_size.
#ifndef CODEC_PAETH_H
#define CODEC_PAETH_H

#include <stdint.h>

// Registers of 16 bytes, which every x86-64 and every 64-bit Arm processor has, and their lanes.
typedef uint8_t codec_bytes __attribute__((vector_size(16)));
typedef uint32_t codec_four_lanes __attribute__((vector_size(16)));
typedef uint64_t codec_two_lanes __attribute__((vector_size(16)));

// All bits set if a condition holds, otherwise none. A comparison of vectors gives such a mask; a
// comparison of numbers gives 1.
#define CODEC_MASK(type, condition) \
  ((type)_Generic((condition), int: -(condition), default: (condition)))

// (left + above) / 2, rounded down.
#define CODEC_AVERAGE(type, left, above) \
  ((type)(((left) & (above)) + (type)(((left) ^ (above)) >> 1)))

// The neighbour closest to left + above - corner (PNG specification, 9.4).
//
// Let lesser and greater be left and above in order. The result is the lesser if the corner is at
// least twice as far from it as from the greater, the greater in the reverse case, and otherwise
// the corner.
//
// If the corner is not between the two, one of the distances is taken as 0. A test compares this
// with the specification's formula for all 2^24 neighbours.
#define CODEC_PAETH(type, left, above, corner)                                          \
  ({                                                                                    \
    type greater_ = __builtin_elementwise_max(left, above);                             \
    type lesser_ = __builtin_elementwise_min(left, above);                              \
    type to_greater_ = __builtin_elementwise_sub_sat(greater_, corner);                 \
    type to_lesser_ = __builtin_elementwise_sub_sat(corner, lesser_);                   \
    type twice_to_greater_ = __builtin_elementwise_add_sat(to_greater_, to_greater_);   \
    type twice_to_lesser_ = __builtin_elementwise_add_sat(to_lesser_, to_lesser_);      \
    type is_greater_ = CODEC_MASK(type, twice_to_lesser_ <= to_greater_);               \
    type is_lesser_ = CODEC_MASK(type, twice_to_greater_ <= to_lesser_);                \
    (type)((corner) - (to_lesser_ & is_lesser_) + (to_greater_ & is_greater_));         \
  })

#endif
