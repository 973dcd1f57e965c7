#include "libisal.h"

#include "../libraries.h"

cisal_functions cisal;

static const clibrary_function functions[] = {
    {"isal_inflate_init", &cisal.inflate_init},
    {"isal_inflate", &cisal.inflate},
    {"crc32_gzip_refl", &cisal.crc32},
    {"isal_adler32", &cisal.adler32},
};
static const char *const files[] = {"libisal.so.2", NULL};

const clibrary_table isal_table = {files, functions, COUNT(functions), NULL};
