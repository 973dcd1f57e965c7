// A library that makes sheets better or faster where it is installed.
//
// It is looked up at run time, so that the same binary runs with and without it. It stays loaded
// until the process ends.
#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) clibrary {
  clibrary_isal,
  clibrary_jpeg,
  clibrary_webp,
  clibrary_heif,
  clibrary_tiff,
  clibrary_gif,
  clibrary_lcms,
  clibrary_pango
} clibrary;

typedef enum __attribute__((enum_extensibility(closed))) clibrary_state {
  clibrary_state_ready = 0,
  clibrary_state_unbuilt,   // its header was missing at compile time
  clibrary_state_absent,    // none of its files was found
  clibrary_state_unfit,     // it lacks a function, or has an incompatible interface
  clibrary_state_exhausted  // it is installed, but does not fit into memory
} clibrary_state;

// Loads a library on the first call. The functions that use the library may be called only if the
// result is `clibrary_state_ready`.
clibrary_state clibrary_load(clibrary library);

// The name of the file that was loaded, or of the last one that was unfit; NULL before loading.
const char *_Nullable clibrary_file(clibrary library);

// Whether a library is installed. Loads it only if it is not in a standard folder: loading a large
// library takes longer than running a small program.
bool clibrary_is_installed(clibrary library);

// Whether this many bytes of address space and this many simultaneous threads are available now.
// Some libraries abort the program if they cannot get them.
bool clibrary_has_room(size_t bytes, int threads);

// ---- Binding ----

// A row of a table: the name of a function in the library, and the pointer that receives its
// address.
typedef struct clibrary_function {
  const char *name;
  void *pointer;
} clibrary_function;

// A library before it is loaded. The types of its functions are not checked: they must match the
// library's header.
typedef struct clibrary_table {
  // The names of the library's files, terminated by NULL. They end in the version of the binary
  // interface, as in `libz.so.1`; without it, a newer, incompatible library might be found.
  const char *_Nullable const *_Nonnull files;
  const clibrary_function *_Nullable functions;  // NULL if the header was missing
  size_t function_count;
  // Whether a library that has all functions is new enough and has the right structures. NULL if
  // having the functions is enough.
  bool (*_Nullable fits)(void);
} clibrary_table;

// Loads the first of the files that fits, and looks up all functions of the table in it and in the
// libraries it depends on. `file` is set as for clibrary_file().
clibrary_state clibrary_open(const clibrary_table *table, const char *_Nullable *_Nonnull file);

#pragma clang assume_nonnull end

#endif
