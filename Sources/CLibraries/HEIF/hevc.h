// Our own HEVC decoder for libheif.
#ifndef CHEIF_HEVC_H
#define CHEIF_HEVC_H

// The message about damage, which libheif appends to a message of its own.
extern const char cheif_damage[];

// Has libheif decode HEVC with libde265 in a way that detects damage, if libde265 is installed.
void cheif_register_hevc(void);

#endif
