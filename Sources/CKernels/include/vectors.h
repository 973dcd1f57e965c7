// Selects the vector instructions that kernels may use. Only this module queries the processor.
//
// A kernel that differs by processor is written once and always inlined into small functions
// compiled for AVX2 or AVX-512; its entry point chooses among them with vectors_available(), as in
// DEFINE_BY_LEVEL and DEFINE_BY_AVX2. A kernel produces the same bytes at every level; a test checks this by lowering
// the level with vectors_limit().
#ifndef KERNELS_VECTORS_H
#define KERNELS_VECTORS_H

// Inlined into each caller, so that its constant arguments are compile-time constants.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define HAS_X86_VECTORS 1
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi"), min_vector_width(512)))
#else
#define HAS_X86_VECTORS 0
// Empty on other architectures. The copies for these levels are then plain C, and are never chosen.
#define AVX2
#define AVX512
#endif

typedef enum __attribute__((enum_extensibility(closed))) vectors_level {
  vectors_level_baseline,  // available on every processor of the architecture
  vectors_level_avx2,
  // AVX-512 with VBMI. The first processors with AVX-512 slow down while using it; those with VBMI
  // do not.
  vectors_level_avx512
} vectors_level;

// The lower of this processor's highest level and this thread's limit.
vectors_level vectors_available(void);

// Limits vectors_available() to `highest` on this thread. For tests.
void vectors_limit(vectors_level highest);

// Defines the entry point of a kernel that is written once, with a copy for each level. Parameters
// and arguments are given in parentheses.
#define DEFINE_BY_LEVEL(entry, kernel, parameters, arguments) \
  AVX2 static void kernel##_avx2 parameters { kernel arguments; } \
  AVX512 static void kernel##_avx512 parameters { kernel arguments; } \
  void entry parameters { \
    switch (vectors_available()) { \
      case vectors_level_avx512: kernel##_avx512 arguments; return; \
      case vectors_level_avx2: kernel##_avx2 arguments; return; \
      case vectors_level_baseline: break; \
    } \
    kernel arguments; \
  }

// The same, with a copy for AVX2 alone, for kernels that gain nothing from wider vectors.
#define DEFINE_BY_AVX2(entry, kernel, parameters, arguments) \
  AVX2 static void kernel##_avx2 parameters { kernel arguments; } \
  void entry parameters { \
    if (vectors_available() >= vectors_level_avx2) { \
      kernel##_avx2 arguments; \
      return; \
    } \
    kernel arguments; \
  }

#endif
