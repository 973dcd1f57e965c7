// Comes before a kernel's source: gives what it defines other names, and answers for the
// processor when it is asked for extensions.
#include <stdbool.h>

#include "CKernelVariants.h"

bool variant_allows(const char *extension);

// What one of these files takes from another.
__typeof__(cpng_unfilter_part) variant_unfilter_part;

// Within its own definition, the name is the compiler's.
#define __builtin_cpu_supports(extension) \
  (variant_allows(extension) && __builtin_cpu_supports(extension))

#define ckernels_fold variant_fold
#define ckernels_decode variant_decode
#define ckernels_decode_alpha variant_decode_alpha
#define cpng_filter_row variant_filter_row
#define cpng_unfilter variant_unfilter
#define cpng_unfilter_part variant_unfilter_part
#define cpng_wavefront_unfilter variant_wavefront_unfilter
#define cpng_wide_wavefront_unfilter variant_wide_wavefront_unfilter
