#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>

#include "CProcess.h"

#ifdef __GLIBC__

#include <malloc.h>

enum {
  // The size from which a buffer is mapped and unmapped on its own. Tiles up to 4 MiB are rendered
  // whole.
  minimum_mapped = 4 << 20,
  // The size of free memory at the end of an arena above which it is returned to the system.
  maximum_free = 16 << 20
};

void cprocess_tune_memory(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    mallopt(M_ARENA_MAX, 1);
    return;
  }
  mallopt(M_MMAP_THRESHOLD, minimum_mapped);
  mallopt(M_TRIM_THRESHOLD, maximum_free);
}

#else

void cprocess_tune_memory(void) {}

#endif

int cprocess_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
