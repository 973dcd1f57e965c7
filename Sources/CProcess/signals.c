#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CProcess.h"

// The list of temporary files only grows; free entries are reused.

struct cprocess_file {
  _Atomic(char *) name;  // NULL in a free entry
  atomic_int folder;
  cprocess_file *next;
  cprocess_file *next_free;
};

static _Atomic(cprocess_file *) first;
static cprocess_file *first_free;
// Set before a handler reads names, which are not freed from then on.
static atomic_bool is_unlinking;
// Guards changes to the list. A handler takes no lock.
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

cprocess_file *cprocess_file_add(int folder, const char *name) {
  char *copy = strdup(name);
  if (copy == NULL) return NULL;
  pthread_mutex_lock(&changing);
  cprocess_file *file = first_free;
  if (file != NULL) {
    first_free = file->next_free;
    atomic_store(&file->folder, folder);
    atomic_store(&file->name, copy);
  } else if ((file = malloc(sizeof *file)) != NULL) {
    atomic_init(&file->folder, folder);
    atomic_init(&file->name, copy);
    file->next = atomic_load(&first);
    atomic_store(&first, file);
  }
  pthread_mutex_unlock(&changing);
  if (file == NULL) free(copy);
  return file;
}

void cprocess_file_remove(cprocess_file *file) {
  char *name = atomic_exchange(&file->name, NULL);
  // A handler that started before the exchange may be reading the name; one that starts later finds
  // none.
  if (!atomic_load(&is_unlinking)) free(name);
  pthread_mutex_lock(&changing);
  file->next_free = first_free;
  first_free = file;
  pthread_mutex_unlock(&changing);
}

// Removes all temporary files before the program ends. Safe in a handler.
static void unlink_files(void) {
  atomic_store(&is_unlinking, true);
  for (cprocess_file *file = atomic_load(&first); file != NULL; file = file->next) {
    const char *name = atomic_load(&file->name);
    if (name != NULL) unlinkat(atomic_load(&file->folder), name, 0);
  }
}

// The number of holds, the signal that waits for their release, and two flags: whether signals are
// ignored, and whether the program is ending. They are all in one word, so that a handler and a
// hold cannot miss each other.
enum { holds = 0xffff, waiting = 0x7f << 16, waiting_shift = 16, settled = 1 << 29, ending = 1 << 30 };
static atomic_int state;

static atomic_bool line_is_open;

// Waits while another thread ends the program.
static _Noreturn void wait_for_end(void) {
  for (;;) pause();
}

static void say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  // There is nowhere else to report a failure.
  (void)written;
}

static void clean_up(void) {
  unlink_files();
  if (atomic_load(&line_is_open)) say("\r\033[K");
}

static _Noreturn void end(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, number);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  raise(number);
  // Signals do not end the first process in a container.
  _exit(128 + number);
}

// Whether the program cannot continue after the handler.
static bool is_fault(int number, const siginfo_t *info) {
  switch (number) {
    case SIGABRT:
      return info->si_pid == getpid();
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGSEGV:
    case SIGSYS:
    case SIGTRAP:
      return info->si_code > 0;
    default:
      return false;
  }
}

// Whether memory has run out; Swift then ends a program with a fault.
static bool is_starved(int error_number) {
  enum { room = 4 * 1024 * 1024 };
  if (error_number == ENOMEM) return true;
  void *probe = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return true;
  munmap(probe, room);
  return false;
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  // The kernel sends this signal on behalf of the writing thread; the write fails as well.
  if (number == SIGPIPE && info->si_code <= 0 && info->si_pid == getpid()) return;
  int error_number = errno;
  bool must_end = is_fault(number, info);
  int before = atomic_load(&state), after;
  do {
    if ((before & settled) && !must_end) return;
    // If the program is already ending, perhaps on this thread, do not wait for holds: the
    // remaining steps can be repeated safely.
    bool is_held = (before & holds) != 0 && !must_end;
    after = is_held ? (before & holds) | number << waiting_shift : ending;
  } while (!atomic_compare_exchange_weak(&state, &before, after));
  if (after == ending) {
    clean_up();
    if (must_end && is_starved(error_number)) {
      say("contactsheet: memory ran out; raise the limit (ulimit -v), or lower --jobs\n");
      _exit(2);
    }
    end(number);
  }
  errno = error_number;
}

void cprocess_hold(void) {
  int before = atomic_load(&state);
  do {
    if (before & ending) wait_for_end();
  } while (!atomic_compare_exchange_weak(&state, &before, before + 1));
}

void cprocess_release(void) {
  int before = atomic_load(&state), after, number;
  do {
    if (before & ending) wait_for_end();
    after = before - 1;
    number = (after & waiting) >> waiting_shift;
    if ((after & holds) == 0 && number != 0) after = ending;
  } while (!atomic_compare_exchange_weak(&state, &before, after));
  if (after != ending) return;
  clean_up();
  end(number);
}

void cprocess_settle(void) {
  int before = atomic_load(&state);
  do {
    if (before & ending) wait_for_end();
  } while (!atomic_compare_exchange_weak(&state, &before, (before & holds) | settled));
}

void cprocess_unsettle(void) { atomic_fetch_and(&state, ~settled); }

void cprocess_end(int number) {
  if (atomic_exchange(&state, ending) & ending) wait_for_end();
  clean_up();
  end(number);
}

void cprocess_line_is_open(bool is_open) { atomic_store(&line_is_open, is_open); }

// Whether a signal ends a program that does not handle it.
static bool ends_by_default(int number) {
  switch (number) {
    case SIGKILL:  // cannot be handled
    case SIGSTOP:
    case SIGCHLD:
    case SIGCONT:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGURG:
    case SIGWINCH:
      return false;
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    case SIGBUS:  // a sanitizer reports these signals
    case SIGFPE:
    case SIGILL:
    case SIGSEGV:
      return false;
#endif
    default:
      return true;
  }
}

enum { handler_stack_size = 32 * 1024 };

void cprocess_run_thread(void (*body)(void *), void *context) {
  char stack[handler_stack_size];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  body(context);
  alternative.ss_flags = SS_DISABLE;
  sigaltstack(&alternative, NULL);
}

void cprocess_install(void) {
  // A thread that has used up its stack has no room on it for a handler.
  static char stack[handler_stack_size];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);

  // If several signals arrive at once, their handlers run one after another.
  struct sigaction action = {.sa_sigaction = handle,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigset_t handled;
  sigemptyset(&handled);
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction before;
    // Fails for signals that the C library reserves.
    if (!ends_by_default(number) || sigaction(number, NULL, &before) != 0) continue;
    if (before.sa_handler == SIG_IGN) continue;
    sigaction(number, &action, NULL);
    sigaddset(&handled, number);
  }
  // Dispatch threads block signals, and a program that starts this one from such a thread passes
  // the mask on unintentionally.
  pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
}
