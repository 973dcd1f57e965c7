// The vector instructions that a kernel may use. Only this module asks the processor.
//
// A kernel that differs by processor is written once and always inlined. Small functions compiled
// for AVX2 or AVX-512 call it; its entry point chooses among them by vectors_available(), as
// DEFINE_BY_LEVEL has it. A kernel gives equal bytes at every level; a test shows it by lowering the
// level with vectors_limit().
#ifndef KERNELS_VECTORS_H
#define KERNELS_VECTORS_H

// Inlined into each caller, so that the caller's constants are constant in it.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define HAS_X86_VECTORS 1
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi"), min_vector_width(512)))
#else
#define HAS_X86_VECTORS 0
// Empty, so that copies in plain C need no condition; here they are never chosen.
#define AVX2
#define AVX512
#endif

typedef enum __attribute__((enum_extensibility(closed))) vectors_level {
  vectors_level_baseline,  // available on every processor of the architecture
  vectors_level_avx2,
  // AVX-512 with VBMI. The first processors with AVX-512 slow down while they use it; processors
  // with VBMI do not.
  vectors_level_avx512
} vectors_level;

// The lesser of this processor's highest level and this thread's limit.
vectors_level vectors_available(void);

// Limits vectors_available() to `highest` on this thread. For tests.
void vectors_limit(vectors_level highest);

// Defines the entry point of a kernel that is written once, with copies for each level. Parameters and
// arguments are in parentheses.
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

#endif
