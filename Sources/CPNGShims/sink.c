#include "cpng_sink.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      // A pipe that someone else made non-blocking, full for now.
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      if (poll(&room, 1, -1) < 0 && errno != EINTR) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool cpng_sink_flush(cpng_sink *sink) {
  size_t count = sink->count;
  sink->count = 0;
  return write_all(sink->descriptor, sink->buffer, count);
}

bool cpng_sink_append(cpng_sink *sink, const uint8_t *bytes, size_t count) {
  if (count > sizeof sink->buffer - sink->count && !cpng_sink_flush(sink)) return false;
  if (count > sizeof sink->buffer) return write_all(sink->descriptor, bytes, count);
  memcpy(sink->buffer + sink->count, bytes, count);
  sink->count += count;
  return true;
}
