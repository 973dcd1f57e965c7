// Signals, memory and files, where Swift cannot do what is needed.
//
// A library only registers its temporary files; the program decides whether signals are handled. A
// handler allocates no memory and uses no threads or locks, so it works even if memory or threads
// have run out, and while any thread holds a lock.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>

// A temporary file that is removed when a signal ends the program.
typedef struct cprocess_file cprocess_file;

// Registers a temporary file by its name in an open folder, whose descriptor must stay open until
// the file is unregistered. Returns NULL if memory runs out.
cprocess_file *cprocess_file_add(int folder, const char *name);

// Unregisters a temporary file that no longer exists.
void cprocess_file_remove(cprocess_file *file);

// Delays signals that would end the program until every hold has been released; a signal that
// arrived in the meantime then ends it. Code between a hold and its release must not wait.
void cprocess_hold(void);
void cprocess_release(void);

// Ignores signals that would end the program, including a delayed one, because the program has done
// its work and is about to end by itself. cprocess_unsettle() restores signals if the program must
// wait after all.
void cprocess_settle(void);
void cprocess_unsettle(void);

// Installs a handler for each signal that ends the program by default. The handler removes the
// temporary files; then the signal ends the program as usual. Signals that are ignored stay
// ignored. A write to a closed pipe fails without a signal.
void cprocess_install(void);

// Runs a whole thread's work. Handlers work even if the thread has used up its stack, since part of
// the stack is reserved for them.
void cprocess_run_thread(void (*body)(void *), void *context);

// Does `work` on this thread. If the stack of this thread is limited to fewer than `size` bytes
// (ulimit -s), does it on a new thread with a stack of that size instead, unless the system
// provides none.
void cprocess_run_with_stack(
  size_t size, void (*work)(void) __attribute__((swift_attr("@Sendable"))));

// Sets whether standard error ends with a progress line, to be erased when the program ends.
void cprocess_line_is_open(bool is_open);

// Ends the program as the signal would.
_Noreturn void cprocess_end(int number);

// Tunes glibc's malloc for threads that repeatedly need buffers of several megabytes. malloc then
// keeps free buffers; by default it returns them to the system, which clears each page again.
//
// If the address space is limited (ulimit -v), all threads share one arena instead. Otherwise each
// thread would reserve 64 MB of addresses for itself, leaving none for later threads.
void cprocess_tune_memory(void);

// Atomically exchanges two files in a folder. Returns 0, or -1 with errno set. Swift can see
// neither renameat2 nor functions with a variable number of arguments.
int cprocess_exchange(int folder, const char *one, const char *other);

// Opens a file by a path relative to an open folder, like openat. Returns a descriptor, or -1 with
// errno set.
int cprocess_open(int folder, const char *path, int flags, unsigned permissions);

// Opens a folder only to resolve relative paths (O_PATH), which needs no permission to read it.
int cprocess_open_folder(int folder, const char *path, bool follows_links);

// Opens a file like cprocess_open, but only below the folder. Fails with EXDEV if a path or link
// leaves the folder or is absolute, and with ENOSYS if the kernel is older than openat2 (Linux
// 5.6).
int cprocess_open_below(int folder, const char *path, int flags);

// Opens an unnamed file in memory that disappears with its last descriptor, like memfd_create(2);
// returns -1 with errno set on failure.
int cprocess_memory_file(void);

// Starts to write the file's changed pages to disk, without waiting for that, so that fsync(2) has
// less to wait for. Does nothing where the system cannot do it.
void cprocess_start_writing_back(int file);

#endif
