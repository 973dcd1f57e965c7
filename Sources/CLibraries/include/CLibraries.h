// Libraries that make sheets better or faster where they are installed. They are looked up at run
// time; nothing is linked.
//
// Each has a table of its functions, which clibrary_load() fills. The functions declared in the
// other headers call the library's functions, and return a status and, where useful, a message.
#ifndef CLIBRARIES_H
#define CLIBRARIES_H

#include "clibrary.h"
#include "libgif.h"
#include "libheif.h"
#include "libisal.h"
#include "libjpeg.h"
#include "liblcms.h"
#include "libpango.h"
#include "libtiff.h"
#include "libwebp.h"

#endif
