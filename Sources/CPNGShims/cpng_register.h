// A register of 16 bytes, in four lanes or two, by the instructions that every
// x86-64 and every 64-bit Arm processor has.
//
// SSE4.1 was measured to gain nothing in the loops that use this; for AVX2 see
// wide_wavefront.c.
#ifndef CPNG_REGISTER_H
#define CPNG_REGISTER_H

#include <stdint.h>

#define CPNG_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define CPNG_HAS_REGISTERS 1
#include <emmintrin.h>

typedef __m128i cpng_register;

CPNG_INLINE cpng_register cpng_zero(void) { return _mm_setzero_si128(); }
CPNG_INLINE cpng_register cpng_and(cpng_register x, cpng_register y) { return _mm_and_si128(x, y); }
CPNG_INLINE cpng_register cpng_or(cpng_register x, cpng_register y) { return _mm_or_si128(x, y); }
CPNG_INLINE cpng_register cpng_sum(cpng_register x, cpng_register y) { return _mm_add_epi8(x, y); }
CPNG_INLINE cpng_register cpng_difference(cpng_register x, cpng_register y) {
  return _mm_sub_epi8(x, y);
}
CPNG_INLINE cpng_register cpng_lesser(cpng_register x, cpng_register y) {
  return _mm_min_epu8(x, y);
}
CPNG_INLINE cpng_register cpng_greater(cpng_register x, cpng_register y) {
  return _mm_max_epu8(x, y);
}
// x - y, or 0 where y is greater.
CPNG_INLINE cpng_register cpng_excess(cpng_register x, cpng_register y) {
  return _mm_subs_epu8(x, y);
}
// 2 x, or 255 where that is more.
CPNG_INLINE cpng_register cpng_doubled(cpng_register x) { return _mm_adds_epu8(x, x); }
// 255 where x <= y, else 0.
CPNG_INLINE cpng_register cpng_is_at_most(cpng_register x, cpng_register y) {
  return _mm_cmpeq_epi8(_mm_subs_epu8(x, y), _mm_setzero_si128());
}
// (x + y) / 2, rounded down, where the instruction rounds up.
CPNG_INLINE cpng_register cpng_average(cpng_register x, cpng_register y) {
  __m128i odd = _mm_and_si128(_mm_xor_si128(x, y), _mm_set1_epi8(1));
  return _mm_sub_epi8(_mm_avg_epu8(x, y), odd);
}

CPNG_INLINE cpng_register cpng_from_4(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  __m128i low = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)a), _mm_cvtsi32_si128((int)b));
  __m128i high = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)c), _mm_cvtsi32_si128((int)d));
  return _mm_unpacklo_epi64(low, high);
}
CPNG_INLINE cpng_register cpng_from_2(uint64_t a, uint64_t b) {
  return _mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b));
}
CPNG_INLINE uint32_t cpng_lane_of_4(cpng_register x, int lane) {
  switch (lane) {
    case 0: return (uint32_t)_mm_cvtsi128_si32(x);
    case 1: return (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(x, 1));
    case 2: return (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(x, 2));
    default: return (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(x, 3));
  }
}
CPNG_INLINE uint64_t cpng_lane_of_2(cpng_register x, int lane) {
  return (uint64_t)_mm_cvtsi128_si64(lane == 0 ? x : _mm_unpackhi_epi64(x, x));
}
// The lanes of x one further up, below them the highest of `below`.
CPNG_INLINE cpng_register cpng_raised_of_4(cpng_register x, cpng_register below) {
  return _mm_or_si128(_mm_slli_si128(x, 4), _mm_srli_si128(below, 12));
}
CPNG_INLINE cpng_register cpng_raised_of_2(cpng_register x, cpng_register below) {
  return _mm_or_si128(_mm_slli_si128(x, 8), _mm_srli_si128(below, 8));
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CPNG_HAS_REGISTERS 1
#include <arm_neon.h>

typedef uint8x16_t cpng_register;

CPNG_INLINE cpng_register cpng_zero(void) { return vdupq_n_u8(0); }
CPNG_INLINE cpng_register cpng_and(cpng_register x, cpng_register y) { return vandq_u8(x, y); }
CPNG_INLINE cpng_register cpng_or(cpng_register x, cpng_register y) { return vorrq_u8(x, y); }
CPNG_INLINE cpng_register cpng_sum(cpng_register x, cpng_register y) { return vaddq_u8(x, y); }
CPNG_INLINE cpng_register cpng_difference(cpng_register x, cpng_register y) {
  return vsubq_u8(x, y);
}
CPNG_INLINE cpng_register cpng_lesser(cpng_register x, cpng_register y) { return vminq_u8(x, y); }
CPNG_INLINE cpng_register cpng_greater(cpng_register x, cpng_register y) { return vmaxq_u8(x, y); }
CPNG_INLINE cpng_register cpng_excess(cpng_register x, cpng_register y) { return vqsubq_u8(x, y); }
CPNG_INLINE cpng_register cpng_doubled(cpng_register x) { return vqaddq_u8(x, x); }
CPNG_INLINE cpng_register cpng_is_at_most(cpng_register x, cpng_register y) {
  return vcleq_u8(x, y);
}
CPNG_INLINE cpng_register cpng_average(cpng_register x, cpng_register y) { return vhaddq_u8(x, y); }

CPNG_INLINE cpng_register cpng_from_4(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const uint32_t lanes[4] = {a, b, c, d};
  return vreinterpretq_u8_u32(vld1q_u32(lanes));
}
CPNG_INLINE cpng_register cpng_from_2(uint64_t a, uint64_t b) {
  const uint64_t lanes[2] = {a, b};
  return vreinterpretq_u8_u64(vld1q_u64(lanes));
}
CPNG_INLINE uint32_t cpng_lane_of_4(cpng_register x, int lane) {
  uint32x4_t lanes = vreinterpretq_u32_u8(x);
  switch (lane) {
    case 0: return vgetq_lane_u32(lanes, 0);
    case 1: return vgetq_lane_u32(lanes, 1);
    case 2: return vgetq_lane_u32(lanes, 2);
    default: return vgetq_lane_u32(lanes, 3);
  }
}
CPNG_INLINE uint64_t cpng_lane_of_2(cpng_register x, int lane) {
  uint64x2_t lanes = vreinterpretq_u64_u8(x);
  return lane == 0 ? vgetq_lane_u64(lanes, 0) : vgetq_lane_u64(lanes, 1);
}
CPNG_INLINE cpng_register cpng_raised_of_4(cpng_register x, cpng_register below) {
  return vextq_u8(below, x, 12);
}
CPNG_INLINE cpng_register cpng_raised_of_2(cpng_register x, cpng_register below) {
  return vextq_u8(below, x, 8);
}
#endif

#endif
