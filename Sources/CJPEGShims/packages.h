// Included by C of all targets where the header of an optional library was missing.
//
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
