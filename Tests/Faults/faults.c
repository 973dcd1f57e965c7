// Makes C library calls fail in a program that loads this with LD_PRELOAD.
//
// FAULT=NAME:NUMBER selects a call: the NUMBER-th call of NAME, counted from 1 over all threads.
// Counting starts when the program handles signals; before that, only the system and the Swift
// runtime run. Several selections are separated by commas. Variants:
// - NAME:NUMBER+ also selects all later calls.
// - NAME:NUMBER! kills the program instead.
// - NAME:NUMBER~ sends the calling thread a SIGTERM instead.
// - open:NUMBER followed by p, d, z or l replaces a regular file, named by a relative path, before it
//   is opened for reading: with a pipe, a folder, a link to /dev/zero or a broken link.
// - aligned:NUMBER counts only allocations aligned to at least 64 bytes, such as planes of pixels.
// - jpeg:NUMBER makes libjpeg report that memory ran out. The calls that count are those that begin
//   a file, pass a row or write coefficients.
//
// At the last selected call, an empty file is created at FAULT_MARK, so that the caller knows when
// to stop.
// Calls inside the C library itself are not seen here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<jpeglib.h>)
#include <jpeglib.h>

#include <jerror.h>
#endif
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

struct fault {
  char name[32];  // of the function
  long number;
  char manner;  // '+', '!', '~', one of "pdzl", or anything else
  atomic_long calls;
};

static struct fault faults[4];
static int fault_count;
static const char *mark;
static atomic_bool is_armed;

__attribute__((constructor)) static void read_environment(void) {
  mark = getenv("FAULT_MARK");
  const char *text = getenv("FAULT");
  while (text != NULL && fault_count < 4) {
    struct fault *fault = &faults[fault_count];
    if (sscanf(text, "%31[a-z0-9]:%ld%c", fault->name, &fault->number, &fault->manner) < 2) return;
    fault_count++;
    text = strchr(text, ',');
    if (text != NULL) text++;
  }
}

// The path that this thread is opening; NULL if there is none or it is opened for writing.
static _Thread_local const char *opened;

// Replaces the file that is being opened.
static void replace_opened(char manner) {
  const char *path = opened;
  struct stat status;
  // The files of other programs are not replaced.
  if (path == NULL || path[0] == '/' || strstr(path, "..") != NULL) return;
  if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode)) return;
  syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  switch (manner) {
    case 'p': mkfifo(path, 0600); break;
    case 'd': mkdir(path, 0700); break;
    default: (void)!symlink(manner == 'z' ? "/dev/zero" : "nowhere", path);
  }
}

// Whether this call must fail, with errno set.
static bool fails(const char *name, int error_number) {
  if (!is_armed) return false;
  for (int i = 0; i < fault_count; i++) {
    struct fault *fault = &faults[i];
    if (strcmp(name, fault->name) != 0) continue;
    long call = atomic_fetch_add(&fault->calls, 1) + 1;
    if (call != fault->number && (call < fault->number || fault->manner != '+')) continue;
    if (mark != NULL && i == fault_count - 1) {
      long file = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
      syscall(SYS_close, file);
    }
    if (fault->manner == '!') kill(getpid(), SIGKILL);
    if (fault->manner == '~') {
      raise(SIGTERM);
      return false;
    }
    if (strchr("pdzl", fault->manner) != NULL && fault->manner != 0) {
      replace_opened(fault->manner);
      return false;
    }
    errno = error_number;
    return true;
  }
  return false;
}

// ---- Libraries loaded at run time ----

// Functions of other libraries, and their replacements.
static struct stand_in {
  const char *name;
  void *function;
  void *next;
} stand_ins[4];

void *dlsym(void *restrict library, const char *restrict name) {
  // The symbol versions of dlsym: on x86-64, on ARM and on both.
  static const char *const versions[] = {"GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.34"};
  static void *(*next)(void *, const char *);
  for (int i = 0; next == NULL && i < 3; i++) {
    next = (__typeof__(next))dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  }
  void *function = next(library, name);
  for (struct stand_in *other = stand_ins; function != NULL && other->name != NULL; other++) {
    if (strcmp(name, other->name) != 0) continue;
    other->next = function;
    return other->function;
  }
  return function;
}

// ---- The C library ----

// The next function with this name.
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
    opened = (flags & O_ACCMODE) == O_RDONLY ? path : NULL;   \
    return fails("open", EIO) ? -1 : NEXT(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                         \
  int name(int folder, const char *path, int flags, ...) {    \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    mode_t mode = mode_of(flags, arguments);                  \
    va_end(arguments);                                        \
    bool reads = folder == AT_FDCWD && (flags & O_ACCMODE) == O_RDONLY; \
    opened = reads ? path : NULL;                             \
    return fails("open", EIO) ? -1 : NEXT(name)(folder, path, flags, mode); \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

ssize_t read(int file, void *bytes, size_t count) {
  return fails("read", EIO) ? -1 : NEXT(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  return fails("read", EIO) ? -1 : NEXT(pread)(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
  return fails("write", ENOSPC) ? -1 : NEXT(write)(file, bytes, count);
}

int flock(int file, int operation) {
  return fails("flock", ENOLCK) ? -1 : NEXT(flock)(file, operation);
}

int fsync(int file) { return fails("fsync", EIO) ? -1 : NEXT(fsync)(file); }

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return fails("rename", EIO) ? -1 : NEXT(renameat)(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  if (fails("renameat2", EINVAL)) return -1;
  return NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return fails("link", EPERM) ? -1 : NEXT(linkat)(from_folder, from, to_folder, to, flags);
}

int unlinkat(int folder, const char *path, int flags) {
  return fails("unlink", EIO) ? -1 : NEXT(unlinkat)(folder, path, flags);
}

void *mmap(void *address, size_t count, int protection, int flags, int file, off_t offset) {
  if (fails("mmap", ENOMEM)) return MAP_FAILED;
  return NEXT(mmap)(address, count, protection, flags, file, offset);
}

// dlsym itself allocates memory, so the next malloc must be known by name.
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
  if (fails("malloc", ENOMEM) || (alignment >= 64 && fails("aligned", ENOMEM))) return ENOMEM;
  *bytes = __libc_memalign(alignment, count);
  return *bytes == NULL ? ENOMEM : 0;
}

// ---- libjpeg ----

#if __has_include(<jpeglib.h>)
#define JPEG(place, name, result, parameters, arguments)                   \
  static result name parameters {                                          \
    if (fails("jpeg", ENOMEM)) ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 0);     \
    return ((__typeof__(&jpeg_##name))stand_ins[place].next)arguments;     \
  }
JPEG(0, start_compress, void, (j_compress_ptr cinfo, boolean all), (cinfo, all))
JPEG(1, write_scanlines, JDIMENSION, (j_compress_ptr cinfo, JSAMPARRAY rows, JDIMENSION count),
     (cinfo, rows, count))
JPEG(2, finish_compress, void, (j_compress_ptr cinfo), (cinfo))
#endif

static struct stand_in stand_ins[4] = {
#if __has_include(<jpeglib.h>)
    {"jpeg_start_compress", start_compress, NULL},
    {"jpeg_write_scanlines", write_scanlines, NULL},
    {"jpeg_finish_compress", finish_compress, NULL},
#endif
};
