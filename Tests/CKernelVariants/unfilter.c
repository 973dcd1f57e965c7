#include "variants.h"

#include "../../Sources/CPNGShims/unfilter.c"
