#include "baseline.h"

#include "../../Sources/CPNGShims/unfilter.c"
