// The tables of the libraries, for library.c.
#ifndef LIBRARIES_TABLES_H
#define LIBRARIES_TABLES_H

#include "include/clibrary.h"

extern const clibrary_table isal_table, jpeg_table, webp_table, heif_table, tiff_table, gif_table,
    lcms_table, pango_table;

// The number of rows of a table that is an array.
#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
