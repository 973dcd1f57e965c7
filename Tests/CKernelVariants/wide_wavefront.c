#include "variants.h"

#include "../../Sources/CPNGShims/wide_wavefront.c"
