// Encodes linear light as 16-bit samples: estimates the curve, then corrects the estimate with a
// table.
#ifndef KERNELS_CODES_H
#define KERNELS_CODES_H

#include "CKernels.h"
#include "planes.h"

// Estimates closer than this to a threshold are not trusted. In units of a 16-bit sample, the
// estimated curve is off by less than 0.04, and rounding adds less than 0.01.
#define doubtful 0.0625f

// Encodes a block of linear-light values; NaN becomes 0.
ALWAYS_INLINE void encode_block_16(
  uint32_t *codes, const float *light, const ckernels_codes *table) {
  for (size_t i = 0; i < block_pixels; i += count_at_once) {
    values value;
    __builtin_memcpy(&value, light + i, sizeof value);
    clamp_light(&value);
    values clamped = value;
    if (table->is_srgb) encode_srgb(&value);
    values scaled = value * UINT16_MAX + 0.5f;
    words code = __builtin_convertvector(scaled, words);
    values within = scaled - __builtin_convertvector(code, values);
    __builtin_memcpy(codes + i, &code, sizeof code);
    words doubts = (words)((within < doubtful) | (within > 1 - doubtful));
    if (!__builtin_reduce_or(doubts)) continue;
    float exact[count_at_once];
    uint32_t is_doubtful[count_at_once];
    __builtin_memcpy(exact, &clamped, sizeof exact);
    __builtin_memcpy(is_doubtful, &doubts, sizeof is_doubtful);
    for (size_t k = 0; k < count_at_once; k++) {
      // The estimate is off by at most one, in either direction with equal probability, so branches
      // would be mispredicted.
      uint32_t near = codes[i + k];
      uint32_t is_low = exact[k] >= table->thresholds[near + 1];
      uint32_t is_high = exact[k] < table->thresholds[near];
      codes[i + k] = is_doubtful[k] ? near + is_low - is_high : near;
    }
  }
}

#endif
