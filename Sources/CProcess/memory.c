#include <malloc.h>
#include <sys/resource.h>

#include "internal.h"

void cprocess_share_memory(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  mallopt(M_ARENA_MAX, 1);
}
