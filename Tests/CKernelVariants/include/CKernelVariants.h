// The kernels that differ by processor, compiled once more under other names, so that tests
// choose the processor that they find.
//
// A kernel that gets variants is added by a line here, one in variants.h for each function
// of its file, and a file beside it that includes its own.
#ifndef CKERNEL_VARIANTS_H
#define CKERNEL_VARIANTS_H

#include "../../../Sources/CPNGShims/cpng_filter.h"
#include "../../../Sources/CPNGShims/cpng_unfilter.h"
#include "CKernels.h"

typedef enum __attribute__((enum_extensibility(closed))) kernel_processor {
  kernel_processor_baseline,  // what every processor of its kind can do
  kernel_processor_avx2,
  kernel_processor_avx512
} kernel_processor;

// Lets the variants of this thread find the extensions of such a processor, as far as the one
// at hand has them; none until this is called.
void variant_choose(kernel_processor processor);

__typeof__(ckernels_fold) variant_fold;
__typeof__(ckernels_decode) variant_decode;
__typeof__(ckernels_decode_alpha) variant_decode_alpha;
__typeof__(cpng_filter_row) variant_filter_row;
__typeof__(cpng_unfilter) variant_unfilter;

#endif
