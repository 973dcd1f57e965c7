// Takes the filters of several rows back at once.
//
// With Paeth each pixel needs the one on its left, so that one row alone is
// bound by the latency of that chain. Eight rows, each a pixel behind the row
// above it, are eight pixels that do not depend on each other.
#ifndef CPNG_WAVEFRONT_H
#define CPNG_WAVEFRONT_H

#include "cpng_unfilter.h"

// Takes `cpng_wavefront_rows` rows. Returns false where this processor has no
// such registers.
bool cpng_wavefront_unfilter(const cpng_filtered_rows *rows);

#endif
