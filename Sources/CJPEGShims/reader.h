// A reader of JPEG files over libjpeg, for one layout of its structures. See layout.h.
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  buffer_size = 32 * 1024,
  exif_code = JPEG_APP0 + 1,
  profile_code = JPEG_APP0 + 2,
  // What libjpeg may hold besides coefficients.
  other_bytes = 64 * 1024 * 1024
};

// libjpeg's structures have no destructors for ours, so all of them live in the reader. The structures
// that libjpeg hands to callbacks are members too; `client_data` leads from there to the reader.
typedef struct reader {
  const cjpeg_layout *layout;
  const cjpeg_library *library;
  cjpeg_limits limits;
  struct jpeg_decompress_struct cinfo;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_source_mgr source;

  jmp_buf target;
  cjpeg_status status;
  int error_number;
  char message[JMSG_LENGTH_MAX];
  // Set by the first warning about pixels; `message` says what it is.
  bool is_damaged;

  int descriptor;
  bool has_ended;  // the file, ahead of the marker that ends a picture
  bool is_in_header;
  bool is_empty;
  bool has_several_scans;
  bool is_created;
  uint8_t buffer[buffer_size];

  cjpeg_marker *markers;
  size_t marker_count;
  size_t marker_room;
  uint64_t marker_bytes;
} reader;

static reader *reader_of(void *cinfo) { return ((j_common_ptr)cinfo)->client_data; }

// A function of the library, by the type that jpeglib.h declares.
#define CALL(reader, name) ((__typeof__(&jpeg_##name))(reader)->library->name)

// ---- Failures ----

// Records a failure and jumps to the entry point.
_Noreturn static void fail(reader *self, cjpeg_status status, const char *message) {
  self->status = status;
  if (message != NULL) snprintf(self->message, sizeof self->message, "%s", message);
  longjmp(self->target, 1);
}

// The kinds of frames that libjpeg names by numbers alone (ITU-T T.81, table B.1).
static const char *kind_of_frame(int code) {
  switch (code) {
    case 0xC3: return "it is a lossless JPEG; save it as a baseline or a progressive one";
    case 0xC9:
    case 0xCA: return "it is coded arithmetically; save it with Huffman coding";
    default: return "it is a hierarchical or a lossless JPEG; save it as a baseline one";
  }
}

static void on_error(j_common_ptr cinfo) {
  reader *self = reader_of(cinfo);
  char message[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, message);
  switch (cinfo->err->msg_code) {
    case JERR_OUT_OF_MEMORY: fail(self, cjpeg_status_exhausted, message);
    case JERR_BAD_PRECISION:
      snprintf(message, sizeof message, "it has %d bits per sample; save it with 8",
               cinfo->err->msg_parm.i[0]);
      fail(self, cjpeg_status_unsupported, message);
    case JERR_SOF_UNSUPPORTED:
      fail(self, cjpeg_status_unsupported, kind_of_frame(cinfo->err->msg_parm.i[0]));
    default: fail(self, cjpeg_status_malformed, message);
  }
}

static const char end_of_file[] = "unexpected end of file";

// Warnings that do not concern the pixels: what is odd in a header, and surplus bytes.
static bool is_harmless(int code) {
  switch (code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_BOGUS_PROGRESSION: return true;
    default: return false;
  }
}

static void note_damage(reader *self, const char *message) {
  if (self->is_damaged) return;
  self->is_damaged = true;
  snprintf(self->message, sizeof self->message, "%s", message);
}

// A level of -1 is a warning; others are traces.
static void on_message(j_common_ptr cinfo, int level) {
  reader *self = reader_of(cinfo);
  if (level >= 0 || is_harmless(cinfo->err->msg_code)) return;
  char message[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, message);
  note_damage(self, self->has_ended ? end_of_file : message);
}

// Nothing goes to standard error.
static void on_output(j_common_ptr cinfo) { (void)cinfo; }

// Called for each row of blocks of each scan.
static void on_progress(j_common_ptr common) {
  reader *self = reader_of(common);
  uint64_t scans = (uint64_t)self->cinfo.input_scan_number;
  uint64_t pixels = (uint64_t)self->cinfo.image_width * self->cinfo.image_height;
  if (scans > self->limits.scans || scans * pixels > self->limits.scan_pixels) {
    fail(self, cjpeg_status_endless, NULL);
  }
}

// ---- The file ----

static void source_start(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean source_fill(j_decompress_ptr cinfo) {
  // libjpeg needs an end to come to.
  static const uint8_t end[2] = {0xFF, JPEG_EOI};
  reader *self = reader_of(cinfo);
  ssize_t count;
  do {
    count = read(self->descriptor, self->buffer, buffer_size);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    self->error_number = errno;
    fail(self, cjpeg_status_refused, strerror(errno));
  }
  if (count > 0) {
    self->is_empty = false;
    self->source.next_input_byte = self->buffer;
    self->source.bytes_in_buffer = (size_t)count;
    return TRUE;
  }
  if (self->is_in_header) {
    fail(self, cjpeg_status_malformed, self->is_empty ? "the file is empty" : end_of_file);
  }
  self->has_ended = true;
  // A single scan is whole where nothing but the end is missing, or else there is a warning. Nobody
  // knows how many scans there should have been.
  if (self->has_several_scans) note_damage(self, end_of_file);
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
    // Behind the end, the next attempt to read finds nothing.
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

// A marker's data as it is kept: added to the reader first, so that a failure frees it.
static uint8_t *add_marker(reader *self, uint8_t code, size_t count) {
  if (self->marker_count == self->marker_room) {
    size_t room = self->marker_room == 0 ? 8 : 2 * self->marker_room;
    cjpeg_marker *markers = realloc(self->markers, room * sizeof *markers);
    if (markers == NULL) fail(self, cjpeg_status_exhausted, "out of memory");
    self->markers = markers;
    self->marker_room = room;
  }
  uint8_t *bytes = malloc(count);
  if (bytes == NULL) fail(self, cjpeg_status_exhausted, "out of memory");
  self->markers[self->marker_count++] = (cjpeg_marker){code, bytes, count};
  return bytes;
}

// Whether a marker is kept: other software puts other things under these codes.
static bool is_kept(uint8_t code, const uint8_t *bytes, size_t count) {
  static const char exif[6] = "Exif\0";
  static const char profile[12] = "ICC_PROFILE";
  switch (code) {
    case exif_code: return count >= sizeof exif && memcmp(bytes, exif, sizeof exif) == 0;
    case profile_code:
      return count >= sizeof profile && memcmp(bytes, profile, sizeof profile) == 0;
    default: return count > 0;
  }
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
  self->marker_bytes += count;
  if (self->marker_bytes > self->limits.marker_bytes) {
    fail(self, cjpeg_status_overloaded, NULL);
  }
  uint8_t code = (uint8_t)cinfo->unread_marker;
  uint8_t *bytes = add_marker(self, code, count);
  for (size_t index = 0; index < count; index++) bytes[index] = take_byte(self);
  if (!is_kept(code, bytes, count)) {
    self->marker_count--;
    free(bytes);
  }
  return TRUE;
}

// ---- Entry points ----

static void destroy(cjpeg_reader *opaque) {
  reader *self = (reader *)opaque;
  if (self->is_created && setjmp(self->target) == 0) {
    CALL(self, destroy_decompress)(&self->cinfo);
  }
  for (size_t index = 0; index < self->marker_count; index++) {
    free((void *)self->markers[index].bytes);
  }
  free(self->markers);
  free(self);
}

static cjpeg_reader *create(const cjpeg_library *library, int descriptor, cjpeg_limits limits) {
  reader *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->layout = CJPEG_LAYOUT_NAME;
  self->library = library;
  self->limits = limits;
  self->descriptor = descriptor;
  self->is_in_header = true;
  self->is_empty = true;
  self->cinfo.err = CALL(self, std_error)(&self->errors);
  self->errors.error_exit = on_error;
  self->errors.emit_message = on_message;
  self->errors.output_message = on_output;
  self->cinfo.client_data = self;
  if (setjmp(self->target) != 0) {
    // The library has another layout, or no memory.
    destroy((cjpeg_reader *)self);
    return NULL;
  }
  CALL(self, CreateDecompress)(&self->cinfo, JPEG_LIB_VERSION, sizeof self->cinfo);
  self->is_created = true;
  self->cinfo.mem->max_memory_to_use = (long)(limits.coefficient_bytes + other_bytes);
  self->source = (struct jpeg_source_mgr){
      .init_source = source_start,
      .fill_input_buffer = source_fill,
      .skip_input_data = source_skip,
      .resync_to_restart = CALL(self, resync_to_restart),
      .term_source = source_end,
  };
  self->cinfo.src = &self->source;
  self->progress.progress_monitor = on_progress;
  self->cinfo.progress = &self->progress;
  CALL(self, set_marker_processor)(&self->cinfo, exif_code, on_marker);
  CALL(self, set_marker_processor)(&self->cinfo, profile_code, on_marker);
  CALL(self, set_marker_processor)(&self->cinfo, JPEG_COM, on_marker);
  return (cjpeg_reader *)self;
}

static bool fits(const cjpeg_library *library) {
  cjpeg_reader *reader = create(library, -1, (cjpeg_limits){0});
  if (reader == NULL) return false;
  destroy(reader);
  return true;
}

// The colour space of rows; libjpeg guesses that of the file by its markers.
static J_COLOR_SPACE color_space_of_rows(reader *self) {
  switch (self->cinfo.jpeg_color_space) {
    case JCS_GRAYSCALE: return JCS_GRAYSCALE;
    case JCS_YCbCr:
    case JCS_RGB: return JCS_RGB;
    case JCS_YCCK:
    case JCS_CMYK: return JCS_CMYK;
    default:
      snprintf(self->message, sizeof self->message,
               "its %d channels are none of grey, RGB, YCbCr, CMYK and YCCK",
               self->cinfo.num_components);
      fail(self, cjpeg_status_unsupported, NULL);
  }
}

// What libjpeg holds of a picture of several scans: 64 coefficients of 2 bytes for each block.
static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *cinfo) {
  uint64_t blocks = 0;
  for (int index = 0; index < cinfo->num_components; index++) {
    const jpeg_component_info *component = &cinfo->comp_info[index];
    uint64_t across = (uint64_t)component->h_samp_factor;
    uint64_t down = (uint64_t)component->v_samp_factor;
    blocks += (component->width_in_blocks + across - 1) / across * across *
              ((component->height_in_blocks + down - 1) / down * down);
  }
  return blocks * DCTSIZE2 * sizeof(JCOEF);
}

static cjpeg_status read_header(cjpeg_reader *opaque, cjpeg_header *header) {
  reader *self = (reader *)opaque;
  if (self->status != cjpeg_status_ok || setjmp(self->target) != 0) return self->status;
  struct jpeg_decompress_struct *cinfo = &self->cinfo;
  CALL(self, read_header)(cinfo, TRUE);
  self->is_in_header = false;
  if (cinfo->data_precision != BITS_IN_JSAMPLE) {
    snprintf(self->message, sizeof self->message,
             "it has %d bits per sample; save it with 8", cinfo->data_precision);
    fail(self, cjpeg_status_unsupported, NULL);
  }
  // Of a lossless scan, these are a predictor and nothing (ITU-T T.81, table B.3).
  if (!cinfo->progressive_mode && cinfo->Ss != 0 && cinfo->Se == 0) {
    fail(self, cjpeg_status_unsupported, kind_of_frame(0xC3));
  }
  cinfo->out_color_space = color_space_of_rows(self);
  self->has_several_scans = CALL(self, has_multiple_scans)(cinfo);
  *header = (cjpeg_header){
      .width = cinfo->image_width,
      .height = cinfo->image_height,
      .channels = (uint8_t)cinfo->num_components,
      .has_adobe_marker = cinfo->saw_Adobe_marker,
      .has_several_scans = self->has_several_scans,
      .coefficient_bytes = self->has_several_scans ? coefficient_bytes(cinfo) : 0,
      .density_x = cinfo->saw_JFIF_marker ? cinfo->X_density : 0,
      .density_y = cinfo->saw_JFIF_marker ? cinfo->Y_density : 0,
      .density_unit = cinfo->density_unit,
      .marker_count = self->marker_count,
  };
  if (header->coefficient_bytes > self->limits.coefficient_bytes) {
    fail(self, cjpeg_status_unbuffered, NULL);
  }
  return cjpeg_status_ok;
}

static cjpeg_marker get_marker(const cjpeg_reader *opaque, size_t index) {
  return ((const reader *)opaque)->markers[index];
}

static cjpeg_status start(cjpeg_reader *opaque, unsigned divisor) {
  reader *self = (reader *)opaque;
  if (self->status != cjpeg_status_ok || setjmp(self->target) != 0) return self->status;
  struct jpeg_decompress_struct *cinfo = &self->cinfo;
  cinfo->scale_num = 1;
  cinfo->scale_denom = divisor;
  // Of all transforms, this one gives the same rows with and without vector instructions.
  cinfo->dct_method = JDCT_ISLOW;
  CALL(self, start_decompress)(cinfo);
  if (cinfo->output_width != (cinfo->image_width + divisor - 1) / divisor ||
      cinfo->output_height != (cinfo->image_height + divisor - 1) / divisor) {
    fail(self, cjpeg_status_unsupported, "libjpeg does not reduce pictures of this kind");
  }
  // Every row of a picture of several scans needs all of them.
  if (self->has_several_scans && self->is_damaged) self->status = cjpeg_status_damaged;
  return self->status;
}

static cjpeg_status read_row(cjpeg_reader *opaque, uint8_t *row) {
  reader *self = (reader *)opaque;
  if (self->status != cjpeg_status_ok || setjmp(self->target) != 0) return self->status;
  JSAMPROW rows[1] = {row};
  CALL(self, read_scanlines)(&self->cinfo, rows, 1);
  if (self->is_damaged) self->status = cjpeg_status_damaged;
  return self->status;
}

// What is odd behind the last row does no harm to any, but a second picture is no JPEG.
static cjpeg_status finish(cjpeg_reader *opaque) {
  reader *self = (reader *)opaque;
  if (self->status != cjpeg_status_ok || setjmp(self->target) != 0) return self->status;
  CALL(self, finish_decompress)(&self->cinfo);
  return self->status;
}

static const char *message(const cjpeg_reader *opaque) {
  return ((const reader *)opaque)->message;
}

static int error_number(const cjpeg_reader *opaque) {
  return ((const reader *)opaque)->error_number;
}

static const cjpeg_layout layout = {
    fits, create, destroy, read_header, get_marker, start, read_row, finish, message, error_number,
};

const cjpeg_layout *const CJPEG_LAYOUT_NAME = &layout;
