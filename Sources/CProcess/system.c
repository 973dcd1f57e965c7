#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CProcess.h"

#ifdef __GLIBC__

#include <malloc.h>

enum {
  // The minimum size of a buffer that is mapped and unmapped separately. Tiles up to 4 MiB are
  // rendered whole.
  minimum_mapped = 4 << 20,
  // The amount of free memory at the end of an arena above which that memory is returned to the
  // system.
  maximum_free = 16 << 20
};

void cprocess_tune_memory(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    mallopt(M_ARENA_MAX, 1);
  }
  mallopt(M_MMAP_THRESHOLD, minimum_mapped);
  mallopt(M_TRIM_THRESHOLD, maximum_free);
}

#else

void cprocess_tune_memory(void) {}

#endif

int cprocess_exchange(int folder, const char *one, const char *other) {
  return renameat2(folder, one, folder, other, RENAME_EXCHANGE);
}

int cprocess_memory_file(void) { return memfd_create("picture", MFD_CLOEXEC); }

void cprocess_start_writing_back(int file) {
  int error_number = errno;
  sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
  errno = error_number;
}

int cprocess_open(int folder, const char *path, int flags, unsigned permissions) {
  return openat(folder, path, flags, permissions);
}

int cprocess_open_folder(int folder, const char *path, bool follows_links) {
  return openat(folder, path, O_PATH | O_DIRECTORY | O_CLOEXEC | (follows_links ? 0 : O_NOFOLLOW));
}

#if defined(SYS_openat2) && __has_include(<linux/openat2.h>)

#include <linux/openat2.h>

int cprocess_open_below(int folder, const char *path, int flags) {
  struct open_how how = {.flags = (unsigned)flags,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

#else

int cprocess_open_below(int folder, const char *path, int flags) {
  (void)folder, (void)path, (void)flags;
  errno = ENOSYS;
  return -1;
}

#endif
