#include "variants.h"

#include "../../Sources/CKernels/decode.c"
