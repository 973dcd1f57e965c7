// How much a search for matches would save.
#ifndef CPNG_MATCHES_H
#define CPNG_MATCHES_H

#include <stddef.h>
#include <stdint.h>

#include "cpng_deflate.h"

// About how many bytes shorter `stretch` would become if it referred to the same bytes
// earlier in it, or ahead of it; `costs` are the bits that each byte takes where it does
// not. Runs of one byte are left out: they need no search.
size_t cpng_matches_gain(cpng_stretch stretch, const uint8_t costs[256]);

#endif
