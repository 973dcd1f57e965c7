// Libraries that make sheets better or faster where they are installed. They are found at run time;
// nothing is linked.
//
// Each of them has a table of its functions, which clibrary_load() fills. They are called by the
// functions of the other headers, which report a status, and where there is something to say, a
// message.
#ifndef CLIBRARIES_H
#define CLIBRARIES_H

#include "clibrary.h"
#include "libheif.h"
#include "libisal.h"
#include "libjpeg.h"
#include "liblcms.h"
#include "libpango.h"
#include "libtiff.h"
#include "libwebp.h"

#endif
