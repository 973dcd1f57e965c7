// Rows of palette indices, and of grey of up to 8 bits, as whole bytes.
//
// Source: PNG specification, 7.2 (scanlines) and 13.12 (sample depth rescaling).
#ifndef CPNG_SAMPLE_TABLE_H
#define CPNG_SAMPLE_TABLE_H

#include <png.h>

#include "include/CPNGShims.h"

typedef struct cpng_sample_table {
  unsigned bit_depth;  // 1, 2, 4 or 8
  unsigned channels;   // 1 to 4
  uint8_t entries[256][4];
} cpng_sample_table;

// The same pixels as libpng makes of them. For grey and palette pictures whose
// header is read.
void cpng_sample_table_fill(cpng_sample_table *table, png_structp png, png_infop info,
                            const cpng_header *header);

void cpng_sample_table_apply(const cpng_sample_table *table, const uint8_t *packed, uint8_t *row,
                             size_t width);

#endif
