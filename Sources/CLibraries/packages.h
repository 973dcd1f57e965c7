// Included where the header of an optional library is missing.
//
// A compiler records the headers it has read, but not missing ones. This file therefore reads the
// lists of installed packages: installing the header changes them, and the next build compiles the
// file again.
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
