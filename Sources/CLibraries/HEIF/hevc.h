// Our own HEVC decoder for libheif.
#ifndef CHEIF_HEVC_H
#define CHEIF_HEVC_H

// The message about damage, which libheif appends to a message of its own.
extern const char cheif_damage[];

// If libde265 is installed, makes libheif decode HEVC with it in a way that detects damage.
void cheif_register_hevc(void);

#endif
