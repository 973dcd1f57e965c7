// Libraries that make sheets better or faster where they are installed. They are found at run time;
// nothing is linked.
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include "libheif.h"
#include "libjpeg.h"
#include "libtiff.h"
#include "libwebp.h"

#endif
