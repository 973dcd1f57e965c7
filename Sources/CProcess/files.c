// The list of temporary files. It only grows; entries that are free are used again.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

struct cprocess_file {
  _Atomic(char *) path;  // NULL in a free entry
  cprocess_file *next;
  cprocess_file *next_free;
};

static _Atomic(cprocess_file *) first;
static cprocess_file *first_free;
// Set before a handler reads paths; they are no longer freed then.
static atomic_bool is_unlinking;
// For those who change the list. A handler takes no lock.
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

cprocess_file *cprocess_file_add(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return NULL;
  pthread_mutex_lock(&changing);
  cprocess_file *file = first_free;
  if (file != NULL) {
    first_free = file->next_free;
    atomic_store(&file->path, copy);
  } else if ((file = malloc(sizeof *file)) != NULL) {
    atomic_init(&file->path, copy);
    file->next = atomic_load(&first);
    atomic_store(&first, file);
  }
  pthread_mutex_unlock(&changing);
  if (file == NULL) free(copy);
  return file;
}

void cprocess_file_remove(cprocess_file *file) {
  char *path = atomic_exchange(&file->path, NULL);
  // A handler that began before the exchange may be reading the path. One that begins later sees
  // that there is none.
  if (!atomic_load(&is_unlinking)) free(path);
  pthread_mutex_lock(&changing);
  file->next_free = first_free;
  first_free = file;
  pthread_mutex_unlock(&changing);
}

void cprocess_files_unlink(void) {
  atomic_store(&is_unlinking, true);
  for (cprocess_file *file = atomic_load(&first); file != NULL; file = file->next) {
    const char *path = atomic_load(&file->path);
    if (path != NULL) unlink(path);
  }
}
