#include "variants.h"

#include "../../Sources/CKernels/fold.c"
