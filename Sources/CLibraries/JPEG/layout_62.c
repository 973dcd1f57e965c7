#define CJPEG_LAYOUT 62
#define CJPEG_LAYOUT_NAME cjpeg_layout_62
#include "layout.inc.h"
