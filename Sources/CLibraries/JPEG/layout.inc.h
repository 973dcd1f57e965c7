// The code for one layout of libjpeg's structures, included by layout_62.c and layout_80.c, which
// define CJPEG_LAYOUT and CJPEG_LAYOUT_NAME.
#include "header.h"

#if HAS_JPEG
#include "internal.h"

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

const cjpeg_layout CJPEG_LAYOUT_NAME = {
    .version = CJPEG_LAYOUT,
    .create = create,
    .destroy = destroy,
    .read_header = read_header,
    .start = start,
    .read_row = read_row,
    .finish = finish,
    .writer_create = writer_create,
    .writer_destroy = writer_destroy,
    .writer_add = writer_add,
    .writer_finish = writer_finish,
};

#endif
