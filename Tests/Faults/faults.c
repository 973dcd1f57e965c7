// Makes one call of the C library fail in a program that loads this with LD_PRELOAD.
//
// FAULT=NAME:NUMBER says which: the NUMBER-th call of NAME, from 1, in all threads, since the program
// handles signals. Before that, only the system and the runtime of Swift are at work. When the call
// fails, an empty file is made at FAULT_MARK, so that whoever counts knows where to stop.
//
// Calls that the C library makes of itself do not come by here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static const char *faulty = "";  // the name of the function
static const char *mark;
static long number;
static atomic_long calls;
static atomic_bool is_armed;

__attribute__((constructor)) static void read_environment(void) {
  static char name[32];
  const char *fault = getenv("FAULT");
  const char *colon = fault == NULL ? NULL : strchr(fault, ':');
  mark = getenv("FAULT_MARK");
  if (colon == NULL || (size_t)(colon - fault) >= sizeof name) return;
  memcpy(name, fault, (size_t)(colon - fault));
  number = atol(colon + 1);
  faulty = name;
}

// Whether this call is the one, with errno set.
static bool fails(const char *name, int error_number) {
  if (!is_armed || strcmp(name, faulty) != 0) return false;
  if (atomic_fetch_add(&calls, 1) + 1 != number) return false;
  if (mark != NULL) {
    long file = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
    syscall(SYS_close, file);
  }
  errno = error_number;
  return true;
}

// The function behind this one of the same name.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
  if (signal == SIGTERM && action != NULL) is_armed = true;
  return NEXT(sigaction)(signal, action, before);
}

static mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                            \
  int name(const char *path, int flags, ...) {                \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    mode_t mode = mode_of(flags, arguments);                  \
    va_end(arguments);                                        \
    return fails("open", EIO) ? -1 : NEXT(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

ssize_t read(int file, void *bytes, size_t count) {
  return fails("read", EIO) ? -1 : NEXT(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  return fails("read", EIO) ? -1 : NEXT(pread)(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
  return fails("write", ENOSPC) ? -1 : NEXT(write)(file, bytes, count);
}

int fsync(int file) { return fails("fsync", EIO) ? -1 : NEXT(fsync)(file); }

int rename(const char *from, const char *to) {
  return fails("rename", EIO) ? -1 : NEXT(rename)(from, to);
}

void *mmap(void *address, size_t count, int protection, int flags, int file, off_t offset) {
  if (fails("mmap", ENOMEM)) return MAP_FAILED;
  return NEXT(mmap)(address, count, protection, flags, file, offset);
}

// dlsym itself asks for memory, so here the next function has to be known by name.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t count) { return fails("malloc", ENOMEM) ? NULL : __libc_malloc(count); }

void *calloc(size_t count, size_t size) {
  return fails("malloc", ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *bytes, size_t count) {
  return fails("malloc", ENOMEM) ? NULL : __libc_realloc(bytes, count);
}

int posix_memalign(void **bytes, size_t alignment, size_t count) {
  if (fails("malloc", ENOMEM)) return ENOMEM;
  *bytes = __libc_memalign(alignment, count);
  return *bytes == NULL ? ENOMEM : 0;
}
