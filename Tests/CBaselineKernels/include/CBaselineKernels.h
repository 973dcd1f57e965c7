// The kernels as they run on a processor that has no more than every one of its kind: the
// same sources, compiled under other names with the dispatch always finding nothing.
//
// A kernel that gets a variant for some processors is added by a line here, a line in
// baseline.h and a file beside it that includes the kernel's own.
#ifndef CBASELINE_KERNELS_H
#define CBASELINE_KERNELS_H

#include "../../../Sources/CPNGShims/cpng_filter.h"
#include "../../../Sources/CPNGShims/cpng_unfilter.h"
#include "CKernels.h"

__typeof__(ckernels_fold) baseline_fold;
__typeof__(cpng_filter_row) baseline_filter_row;
__typeof__(cpng_unfilter) baseline_unfilter;

#endif
