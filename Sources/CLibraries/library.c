#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "libraries.h"

static const clibrary_table *const tables[] = {
    [clibrary_isal] = &isal_table, [clibrary_jpeg] = &jpeg_table, [clibrary_webp] = &webp_table,
    [clibrary_heif] = &heif_table, [clibrary_tiff] = &tiff_table, [clibrary_gif] = &gif_table,
    [clibrary_lcms] = &lcms_table, [clibrary_pango] = &pango_table,
};

// ---- Loading ----

// Whether the path exists, and whether it is a regular file.
static bool exists(const char *path, bool *is_regular) {
  struct stat status;
  if (stat(path, &status) != 0) return false;
  *is_regular = S_ISREG(status.st_mode);
  return true;
}

// Whether the first thing that the loader would find is a pipe, a device or a folder. Opening a
// pipe would block.
static bool is_pipe(const char *name) {
  const char *rest = getenv("LD_LIBRARY_PATH");
  while (rest != NULL && *rest != 0) {
    char path[4096];
    bool is_regular;
    int count = (int)strcspn(rest, ":;");
    int length = snprintf(path, sizeof path, "%.*s/%s", count, rest, name);
    if (count > 0 && length < (int)sizeof path && exists(path, &is_regular)) return !is_regular;
    rest += rest[count] == 0 ? count : count + 1;
  }
  return false;
}

// Whether the last library could not be loaded for lack of memory.
//
// The wording is that of glibc's loader, which translates it in programs that set a locale.
static bool lacked_memory(void) {
  static const char *const wordings[] = {"failed to map segment", "annot allocate memory",
                                         "cannot map zero-fill pages"};
  const char *reason = dlerror();
  for (size_t index = 0; index < COUNT(wordings); index++) {
    if (reason != NULL && strstr(reason, wordings[index]) != NULL) return true;
  }
  return false;
}

static bool has_all_functions(const clibrary_table *table, void *library) {
  for (size_t index = 0; index < table->function_count; index++) {
    void *symbol = dlsym(library, table->functions[index].name);
    if (symbol == NULL) return false;
    // In POSIX, dlsym returns functions as object pointers, which C cannot convert.
    memcpy(table->functions[index].pointer, &symbol, sizeof symbol);
  }
  return true;
}

clibrary_state clibrary_open(const clibrary_table *table, const char **file) {
  *file = NULL;
  if (table->functions == NULL) return clibrary_state_unbuilt;
  bool is_unfit = false, is_starved = false;
  for (const char *const *name = table->files; *name != NULL; name++) {
    if (is_pipe(*name)) continue;
    void *library = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
      is_starved = lacked_memory() || is_starved;
      continue;
    }
    *file = *name;
    if (has_all_functions(table, library) && (table->fits == NULL || table->fits())) {
      return clibrary_state_ready;
    }
    is_unfit = true;
  }
  return is_starved ? clibrary_state_exhausted
                    : is_unfit ? clibrary_state_unfit : clibrary_state_absent;
}

static struct {
  atomic_int state;  // 0 before loading, then one more than the state
  const char *file;
} libraries[COUNT(tables)];

clibrary_state clibrary_load(clibrary library) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int state = atomic_load_explicit(&libraries[library].state, memory_order_acquire);
  if (state == 0) {
    pthread_mutex_lock(&mutex);
    state = atomic_load_explicit(&libraries[library].state, memory_order_relaxed);
    if (state == 0) {
      state = (int)clibrary_open(tables[library], &libraries[library].file) + 1;
      atomic_store_explicit(&libraries[library].state, state, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
  }
  return (clibrary_state)(state - 1);
}

const char *clibrary_file(clibrary library) {
  bool is_loaded = atomic_load_explicit(&libraries[library].state, memory_order_acquire) != 0;
  return is_loaded ? libraries[library].file : NULL;
}

bool clibrary_is_installed(clibrary library) {
  // The folders are named by processor in Debian, and by word size elsewhere.
  static const char *const folders[] = {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
                                        "/usr/lib64", "/usr/lib"};
  for (size_t index = 0; index < COUNT(folders); index++) {
    char path[256];
    bool is_regular;
    snprintf(path, sizeof path, "%s/%s", folders[index], tables[library]->files[0]);
    if (exists(path, &is_regular) && is_regular) return true;
  }
  return clibrary_load(library) == clibrary_state_ready;
}

// ---- Room ----

static bool has_threads(intptr_t count);

// A thread's argument and result are pointers, but here they carry numbers.
static void *start_rest(void *rest) { return (void *)(intptr_t)has_threads((intptr_t)rest); }

// Whether this many threads can be started, each by the previous one, which waits for it.
static bool has_threads(intptr_t count) {
  pthread_t thread;
  void *has_rest = NULL;
  if (count == 0) return true;
  if (pthread_create(&thread, NULL, start_rest, (void *)(count - 1)) != 0) return false;
  pthread_join(thread, &has_rest);
  return has_rest != NULL;
}

bool clibrary_has_room(size_t bytes, int threads) {
  // Restored below: code that reads errno later could otherwise take an unrelated error for a lack
  // of memory.
  int before = errno;
  void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  bool has_room = room != MAP_FAILED;
  if (has_room) munmap(room, bytes);
  has_room = has_room && has_threads(threads);
  errno = before;
  return has_room;
}
