#define _GNU_SOURCE
#include "CProcess.h"

#include <pthread.h>
#include <sys/resource.h>

typedef void work(void);

static void do_work(void *context) { (*(work **)context)(); }

static void *run(void *context) {
  cprocess_run_thread(do_work, context);
  return NULL;
}

void cprocess_run_with_stack(size_t size, void (*work)(void)) {
  struct rlimit limit;
  pthread_attr_t attributes;
  pthread_t thread;
  bool is_small = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < size;
  if (!is_small || pthread_attr_init(&attributes) != 0) {
    work();
    return;
  }
  pthread_attr_setstacksize(&attributes, size);
  bool is_running = pthread_create(&thread, &attributes, run, &work) == 0;
  pthread_attr_destroy(&attributes);
  if (is_running) {
    pthread_join(thread, NULL);
  } else {
    work();
  }
}
