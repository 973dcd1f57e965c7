#include "variants.h"

#include "../../Sources/CPNGShims/wavefront.c"
