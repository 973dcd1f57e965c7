#include "baseline.h"

#include "../../Sources/CPNGShims/wavefront.c"
