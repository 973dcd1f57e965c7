#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif

#include "CProcessors.h"

#include <unistd.h>

int cprocessors_available(void) {
#ifdef __linux__
  cpu_set_t set;
  // Fails where the system has more processors than the set has room for, 1024.
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}
