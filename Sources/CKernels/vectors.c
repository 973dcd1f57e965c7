#include "vectors.h"

static _Thread_local vectors_level limit = vectors_level_avx512;

void vectors_limit(vectors_level highest) { limit = highest; }

#if HAS_X86_VECTORS
static vectors_level level_of_processor(void) {
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw")) {
    return vectors_level_avx512;
  }
  return __builtin_cpu_supports("avx2") ? vectors_level_avx2 : vectors_level_baseline;
}
#else
static vectors_level level_of_processor(void) { return vectors_level_baseline; }
#endif

vectors_level vectors_available(void) {
  vectors_level level = level_of_processor();
  return level < limit ? level : limit;
}
