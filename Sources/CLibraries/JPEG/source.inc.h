// Reads a file for libjpeg, and keeps its markers. See layout.inc.h.
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { exif_code = JPEG_APP0 + 1, profile_code = JPEG_APP0 + 2, iptc_code = JPEG_APP0 + 13 };

static void source_start(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean source_fill(j_decompress_ptr cinfo) {
  // libjpeg needs an end marker in order to stop.
  static const uint8_t end[2] = {0xFF, JPEG_EOI};
  reader *self = reader_of(cinfo);
  ssize_t count;
  do {
    count = read(self->descriptor, self->buffer,
                 self->bytes_left < buffer_size ? (size_t)self->bytes_left : buffer_size);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    self->common.error_number = errno;
    fail(self, cjpeg_status_refused, strerror(errno));
  }
  if (count > 0) {
    self->is_empty = false;
    self->bytes_left -= (uint64_t)count;
    self->source.next_input_byte = self->buffer;
    self->source.bytes_in_buffer = (size_t)count;
    return TRUE;
  }
  if (self->is_in_header) {
    fail(self, cjpeg_status_malformed, self->is_empty ? "the file is empty" : end_of_file);
  }
  self->has_ended = true;
  // A single scan is complete if only the end marker is missing; otherwise libjpeg warns. If there
  // are several scans, their number is not known in advance.
  if (self->has_several_scans) note_end(self);
  self->source.next_input_byte = end;
  self->source.bytes_in_buffer = sizeof end;
  return TRUE;
}

static void source_skip(j_decompress_ptr cinfo, long count) {
  reader *self = reader_of(cinfo);
  if (count <= 0) return;
  size_t rest = (size_t)count;
  if (rest > self->source.bytes_in_buffer) {
    rest -= self->source.bytes_in_buffer;
    self->source.bytes_in_buffer = 0;
    if (rest > self->bytes_left) rest = (size_t)self->bytes_left;
    self->bytes_left -= rest;
    // If this seeks past the end, the next read finds nothing.
    if (!self->has_ended) lseek(self->descriptor, (off_t)rest, SEEK_CUR);
    return;
  }
  self->source.next_input_byte += rest;
  self->source.bytes_in_buffer -= rest;
}

static void source_end(j_decompress_ptr cinfo) { (void)cinfo; }

static uint8_t take_byte(reader *self) {
  if (self->source.bytes_in_buffer == 0) source_fill(&self->cinfo);
  self->source.bytes_in_buffer--;
  return *self->source.next_input_byte++;
}

// ---- Markers ----

// Allocates room for the data of a marker. It is added to the reader first, so that a failure frees
// it.
static uint8_t *add_marker(reader *self, uint8_t code, size_t count) {
  if (self->common.marker_count == self->marker_room) {
    size_t room = self->marker_room == 0 ? 8 : 2 * self->marker_room;
    cjpeg_marker *markers = realloc(self->common.markers, room * sizeof *markers);
    if (markers == NULL) fail(self, cjpeg_status_exhausted, "out of memory");
    self->common.markers = markers;
    self->marker_room = room;
  }
  uint8_t *bytes = malloc(count);
  if (bytes == NULL) fail(self, cjpeg_status_exhausted, "out of memory");
  self->common.markers[self->common.marker_count++] = (cjpeg_marker){code, bytes, count};
  return bytes;
}

// Whether a marker may contain Exif data: its first 8 bytes contain `exif` in any case.
// SegmentHeader.swift decides whether it does.
static bool may_be_exif(const uint8_t *bytes, size_t count) {
  for (size_t start = 0; start <= 4 && start + 4 <= count; start++) {
    const uint8_t *at = bytes + start;
    if ((at[0] | 0x20) == 'e' && (at[1] | 0x20) == 'x' && (at[2] | 0x20) == 'i' &&
        (at[3] | 0x20) == 'f') {
      return true;
    }
  }
  return false;
}

// Whether to keep a marker: unrelated software uses the same codes for unrelated data.
static bool is_kept(const reader *self, uint8_t code, const uint8_t *bytes, size_t count) {
  static const char xmp[29] = "http://ns.adobe.com/xap/1.0/";
  static const char extension[35] = "http://ns.adobe.com/xmp/extension/";
  static const char profile[12] = "ICC_PROFILE";
  static const char resources[14] = "Photoshop 3.0";
  static const char older_resources[20] = "Adobe_Photoshop2.5:";
  switch (code) {
    case exif_code:
      return may_be_exif(bytes, count) ||
             // The NUL may be missing.
             (self->extras.xmp && count >= sizeof xmp && memcmp(bytes, xmp, sizeof xmp - 1) == 0) ||
             (self->extras.xmp && count >= sizeof extension &&
              memcmp(bytes, extension, sizeof extension) == 0);
    case profile_code:
      return count >= sizeof profile && memcmp(bytes, profile, sizeof profile) == 0;
    case iptc_code:
      return self->extras.xmp &&
             ((count >= sizeof resources && memcmp(bytes, resources, sizeof resources) == 0) ||
              (count >= sizeof older_resources - 1 &&
               memcmp(bytes, older_resources, sizeof older_resources - 1) == 0));
    default: return self->extras.comments;
  }
}

// The maximum number of markers with the same code that are kept. A profile has at most 255 parts,
// and nothing else needs more.
enum { most_of_a_code = 256 };

static bool has_room(reader *self, uint8_t code) {
  size_t *kept = &self->kept_counts[code == exif_code      ? 0
                                      : code == profile_code ? 1
                                      : code == iptc_code    ? 2
                                                             : 3];
  return (*kept)++ < most_of_a_code;
}

static boolean on_marker(j_decompress_ptr cinfo) {
  reader *self = reader_of(cinfo);
  size_t count = (size_t)take_byte(self) << 8;
  count += take_byte(self);
  if (count < 2) fail(self, cjpeg_status_malformed, "a marker has an impossible length");
  count -= 2;
  if (!self->is_in_header || count == 0) {
    source_skip(cinfo, (long)count);
    return TRUE;
  }
  uint8_t code = (uint8_t)cinfo->unread_marker;
  uint8_t *bytes = add_marker(self, code, count);
  for (size_t index = 0; index < count; index++) bytes[index] = take_byte(self);
  if (!is_kept(self, code, bytes, count) || !has_room(self, code)) {
    self->common.marker_count--;
    free(bytes);
    return TRUE;
  }
  self->marker_bytes += count;
  if (self->marker_bytes > self->limits.marker_bytes) {
    fail(self, cjpeg_status_overloaded, NULL);
  }
  return TRUE;
}
