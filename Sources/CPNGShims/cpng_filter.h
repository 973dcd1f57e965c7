// The five filters of PNG (specification, chapter 9) and the choice among them.
#ifndef CPNG_FILTER_H
#define CPNG_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Filters one row of `count` bytes against the row above it. Writes the filter
// type and the filtered bytes, `count` + 1 in all.
//
// The type is the one whose bytes, taken as signed, have the smallest sum of
// magnitudes; of equals, the first (specification, 12.7).
void cpng_filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                     size_t bytes_per_pixel, uint8_t *filtered);

#endif
