// What a program can do about signals, memory and files only in C.
//
// A library only says which temporary files there are; whether signals are handled is for the
// program to decide. A handler uses neither memory nor threads nor locks, so it works where the
// first two have run out and while any thread holds the last.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// A temporary file that is removed when a signal ends the program.
typedef struct cprocess_file cprocess_file;

// Says that there is a temporary file. NULL if memory has run out.
cprocess_file *cprocess_file_add(const char *path);

// Says that a temporary file is gone.
void cprocess_file_remove(cprocess_file *file);

// Holds back signals that would end the program until each hold has been released; one that came
// meanwhile ends it then. What happens in between must not wait for anyone.
void cprocess_hold(void);
void cprocess_release(void);

// Ignores signals that would end the program, also one that is held back: what it was to do is done,
// and it ends by itself. Until it is to wait for somebody else all the same.
void cprocess_settle(void);
void cprocess_unsettle(void);

// From now on, each signal whose default is to end the program removes the temporary files first,
// and then ends it as it would have done. Signals that are ignored stay so. A write to a closed
// pipe fails without a signal.
void cprocess_install(void);

// Says whether standard error ends with a line that is drawn again and again, which is erased then.
void cprocess_line_is_open(bool is_open);

// Ends the program as a signal does.
_Noreturn void cprocess_end(int number);

// Suits glibc's malloc to threads that need buffers of some MB again and again: it keeps those that
// are free, where it would give them back to the system and have each page cleared anew.
//
// Where addresses are limited (ulimit -v), it has all threads share the free memory instead. Otherwise
// each reserves 64 MB of addresses for itself, and leaves the others without any.
void cprocess_tune_memory(void);

// Exchanges what two names stand for, atomically; 0, or -1 with errno. Swift does not see renameat2.
int cprocess_exchange(const char *one, const char *other);

#endif
