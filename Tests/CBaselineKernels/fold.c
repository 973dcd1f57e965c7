#include "baseline.h"

#include "../../Sources/CKernels/fold.c"
