// The code for one layout of libjpeg's structures. Included by layout_62.c and layout_80.c, which
// define CJPEG_LAYOUT and CJPEG_LAYOUT_NAME.
#include "internal.h"

#if __has_include(<jpeglib.h>) && __has_include(<jerror.h>) && __has_include(<jconfig.h>)
#include <stdio.h>

#include <jconfig.h>
#endif

// Other implementations of libjpeg have different structures under equal version numbers.
#ifdef LIBJPEG_TURBO_VERSION

// Normally, jconfig.h names the version whose structures jpeglib.h declares.
#define JCONFIG_INCLUDED
#undef JPEG_LIB_VERSION
#define JPEG_LIB_VERSION CJPEG_LAYOUT
#include <jerror.h>
#include <jpeglib.h>

#include "failures.inc.h"
#include "source.inc.h"
#include "reader.inc.h"
#include "writer.inc.h"

static const cjpeg_layout layout = {create,        destroy,        read_header, start,
                                    read_row,      finish,         writer_create,
                                    writer_destroy, writer_add,    writer_finish};

const cjpeg_layout *const CJPEG_LAYOUT_NAME = &layout;

#else

const cjpeg_layout *const CJPEG_LAYOUT_NAME = NULL;

#include "../packages.h"

#endif
