#include "cpng_isal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined(__APPLE__)
static const char library_name[] = "libisal.2.dylib";
#else
static const char library_name[] = "libisal.so.2";
#endif

static cpng_isal isal;
static atomic_bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// POSIX has dlsym return functions as object pointers, which C cannot convert.
static bool find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  *(void **)function = symbol;
  return symbol != NULL;
}

// The library stays loaded until the process ends.
static void load(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  is_loaded = library != NULL && find(library, "isal_inflate_init", &isal.inflate_init) &&
              find(library, "isal_inflate", &isal.inflate) &&
              find(library, "crc32_gzip_refl", &isal.crc32) &&
              find(library, "isal_adler32", &isal.adler32);
}

const cpng_isal *cpng_isal_if_loaded(void) { return is_loaded ? &isal : NULL; }

const cpng_isal *cpng_isal_load(void) {
  pthread_once(&once, load);
  return cpng_isal_if_loaded();
}
