#include "CKernels.h"

#include <string.h>

bool ckernels_is_opaque(
    const uint8_t *samples, size_t count, size_t pixel_bytes, size_t alpha_bytes) {
  // Pixels with alpha have 2, 4 or 8 bytes, so bytes at the same position in each word belong to
  // the same channel.
  uint64_t all = UINT64_MAX, word;
  size_t index = 0;
  for (; index + sizeof word <= count; index += sizeof word) {
    memcpy(&word, samples + index, sizeof word);
    all &= word;
  }
  uint8_t places[sizeof word];
  memcpy(places, &all, sizeof places);
  for (; index < count; index++) places[index % sizeof places] &= samples[index];
  for (size_t place = 0; place < sizeof places; place++) {
    if (place % pixel_bytes >= pixel_bytes - alpha_bytes && places[place] != 255) return false;
  }
  return true;
}
