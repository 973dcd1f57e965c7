#include "baseline.h"

#include "../../Sources/CPNGShims/filter.c"
