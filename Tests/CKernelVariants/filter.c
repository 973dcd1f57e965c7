#include "variants.h"

#include "../../Sources/CPNGShims/filter.c"
