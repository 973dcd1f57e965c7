// Which vector instructions a kernel may use. The processor is asked here and nowhere else.
//
// A kernel that differs by processor is written once, always inlined, and called from small
// functions that are compiled for AVX2 or AVX-512; its entry point chooses among them by
// vectors_available(). It gives the same bytes at every level, which a test shows by
// lowering the level with vectors_limit().
#ifndef CVECTORS_H
#define CVECTORS_H

// Becomes part of each caller, so that what is constant there is constant in it.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define HAS_X86_VECTORS 1
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi"), min_vector_width(512)))
#else
#define HAS_X86_VECTORS 0
// So copies in plain C need no condition around them; here they are never chosen.
#define AVX2
#define AVX512
#endif

typedef enum __attribute__((enum_extensibility(closed))) vectors_level {
  vectors_level_baseline,  // what every processor of its kind has
  vectors_level_avx2,
  // AVX-512 with VBMI: the first processors with AVX-512 slow down while they use it, and
  // those with VBMI do not.
  vectors_level_avx512
} vectors_level;

// The highest level of this processor, or the limit of this thread where that is lower.
vectors_level vectors_available(void);

// Lets vectors_available() return no more than `highest` on this thread. For tests.
void vectors_limit(vectors_level highest);

#endif
