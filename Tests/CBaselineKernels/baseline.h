// Comes before a kernel's source: gives what it defines another name, and lets it ask for
// extensions of the processor in vain.
#include "CBaselineKernels.h"

#define __builtin_cpu_supports(feature) 0

#define ckernels_fold baseline_fold
#define cpng_filter_row baseline_filter_row
#define cpng_unfilter baseline_unfilter
#define cpng_wavefront_unfilter baseline_wavefront_unfilter
