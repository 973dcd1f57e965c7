// The handling of signals, memory and files that only C can do.
//
// A library only registers its temporary files; the program decides whether signals are handled. A
// handler uses no memory, threads or locks. It therefore works if memory or threads have run out,
// and while any thread holds a lock.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>

// A temporary file that is removed when a signal ends the program.
typedef struct cprocess_file cprocess_file;

// Registers a temporary file by its name in an open folder, whose descriptor stays open until the file
// is unregistered. NULL if memory has run out.
cprocess_file *cprocess_file_add(int folder, const char *name);

// Unregisters a temporary file that is gone.
void cprocess_file_remove(cprocess_file *file);

// Delays signals that would end the program until each hold has been released. A signal that came
// meanwhile then ends the program. Code between the two calls must not wait.
void cprocess_hold(void);
void cprocess_release(void);

// Ignores signals that would end the program, including a delayed one: the program's work is done,
// and it ends by itself. cprocess_unsettle() restores signals if the program must wait after all.
void cprocess_settle(void);
void cprocess_unsettle(void);

// Installs a handler for each signal that ends the program by default. The handler removes the
// temporary files, and then the signal ends the program as usual. Ignored signals stay ignored. A
// write to a closed pipe fails without a signal.
void cprocess_install(void);

// Runs the whole work of a thread. Handlers run even if the thread has used up its stack: a part of
// the stack is reserved for them.
void cprocess_run_thread(void (*body)(void *), void *context);

// Does `work` on this thread, or on one with a stack of `size` bytes if this one's is limited to less
// (ulimit -s) and the system gives another thread.
void cprocess_run_with_stack(
  size_t size, void (*work)(void) __attribute__((swift_attr("@Sendable"))));

// Sets whether standard error ends with a progress line, which is then erased at the end.
void cprocess_line_is_open(bool is_open);

// Ends the program as the signal does.
_Noreturn void cprocess_end(int number);

// Tunes glibc's malloc for threads that repeatedly need buffers of some MB. malloc then keeps free
// buffers; by default it returns them to the system, which clears each page again.
//
// If the address space is limited (ulimit -v), all threads share one arena instead. Otherwise each
// thread reserves 64 MB of addresses for itself, and later threads find none.
void cprocess_tune_memory(void);

// Exchanges two files of a folder atomically. Returns 0, or -1 with errno. Swift does not see
// renameat2, nor functions with a variable number of arguments.
int cprocess_exchange(int folder, const char *one, const char *other);

// Opens a file by a path from an open folder, as openat does. Returns a descriptor, or -1 with errno.
int cprocess_open(int folder, const char *path, int flags, unsigned permissions);

// Opens a folder only as the start of relative paths (O_PATH), which needs no permission to read
// it.
int cprocess_open_folder(int folder, const char *path, bool follows_links);

// Opens a file as cprocess_open does, but only below the folder: EXDEV for a path or a link that leaves
// it, or is absolute. ENOSYS if the kernel is older than openat2 (Linux 5.6).
int cprocess_open_below(int folder, const char *path, int flags);

// Opens a file in memory that has no name and ends with its last descriptor, as memfd_create(2) does; -1
// sets errno.
int cprocess_memory_file(void);

#endif
