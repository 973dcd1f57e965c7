#include <string.h>

#include "variants.h"

static _Thread_local kernel_processor chosen = kernel_processor_baseline;

void variant_choose(kernel_processor processor) { chosen = processor; }

bool variant_allows(const char *extension) {
  if (strcmp(extension, "avx2") == 0) return chosen >= kernel_processor_avx2;
  return strncmp(extension, "avx512", strlen("avx512")) == 0 && chosen >= kernel_processor_avx512;
}
