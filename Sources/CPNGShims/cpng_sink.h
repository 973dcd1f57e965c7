// A descriptor with a buffer in front of it.
#ifndef CPNG_SINK_H
#define CPNG_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpng_sink {
  int descriptor;
  size_t count;
  uint8_t buffer[64 * 1024];
} cpng_sink;

// Both return false with errno set when the system refuses.
bool cpng_sink_append(cpng_sink *sink, const uint8_t *bytes, size_t count);
bool cpng_sink_flush(cpng_sink *sink);

#endif
