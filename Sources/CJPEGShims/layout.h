// Which jpeglib.h a layout is compiled with. Included by layout_62.c and layout_80.c, which define
// CJPEG_LAYOUT and CJPEG_LAYOUT_NAME.
#include "internal.h"

#if __has_include(<jpeglib.h>) && __has_include(<jerror.h>) && __has_include(<jconfig.h>)
#include <stdio.h>

#include <jconfig.h>
#endif

// Other libraries of that name have other structures under the same version.
#ifdef LIBJPEG_TURBO_VERSION

// jpeglib.h declares the structures of the version that its own configuration names.
#define JCONFIG_INCLUDED
#undef JPEG_LIB_VERSION
#define JPEG_LIB_VERSION CJPEG_LAYOUT
#include <jerror.h>
#include <jpeglib.h>

#include "failures.h"
#include "source.h"
#include "reader.h"
#include "writer.h"

static const cjpeg_layout layout = {create, destroy,  read_header, start,
                                    read_row, finish, encode,      optimize};

const cjpeg_layout *const CJPEG_LAYOUT_NAME = &layout;

#else

const cjpeg_layout *const CJPEG_LAYOUT_NAME = NULL;

// A compiler notes which headers it has read, not which it has missed. So that a build which comes
// after the installation of the header compiles this anew, it reads from the lists of installed packages.
#if defined(__has_embed)
#pragma clang diagnostic ignored "-Wc23-extensions"
#pragma clang diagnostic ignored "-Wunused-const-variable"
#if __has_embed("/var/lib/dpkg/status")
static const unsigned char dpkg_list[] = {
#embed "/var/lib/dpkg/status" limit(1)
};
#endif
#if __has_embed("/usr/lib/sysimage/rpm/rpmdb.sqlite")
static const unsigned char rpm_list[] = {
#embed "/usr/lib/sysimage/rpm/rpmdb.sqlite" limit(1)
};
#endif
#endif

#endif
