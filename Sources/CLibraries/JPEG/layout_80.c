#define CJPEG_LAYOUT 80
#define CJPEG_LAYOUT_NAME cjpeg_layout_80
#include "layout.inc.h"
