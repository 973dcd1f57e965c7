// The state of a reader, and the callbacks that store libjpeg's failures and warnings in it. See
// layout.inc.h.
#include <setjmp.h>
#include <string.h>

enum { buffer_size = 32 * 1024 };

// Everything that libjpeg refers to must live as long as the reader. Callbacks receive a libjpeg
// structure whose `client_data` is the reader.
typedef struct reader {
  cjpeg_reader common;
  cjpeg_limits limits;
  cjpeg_extras extras;
  struct jpeg_decompress_struct cinfo;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_source_mgr source;

  jmp_buf target;
  // Set by the first warning about pixels; the message names the damage.
  cjpeg_status damage;
  // If the last of several scans are missing: the number of rows in the first scan.
  uint64_t rows_known;

  // For a picture with several scans: its coefficients, and the work of decoding them.
  uint64_t coefficient_count;
  int last_scan;
  uint64_t coefficients_coded;  // by all scans up to the latest

  int descriptor;
  uint64_t bytes_left;  // of the file, or of the part that is a JPEG
  bool has_ended;  // whether the file ended before the picture's end marker
  bool is_in_header;
  bool is_empty;
  bool has_several_scans;
  bool is_created;
  uint8_t buffer[buffer_size];

  size_t marker_room;
  size_t kept_counts[4];  // Exif or XMP, profiles, IPTC, comments
  uint64_t marker_bytes;
} reader;

static reader *reader_of(void *cinfo) { return ((j_common_ptr)cinfo)->client_data; }

// A function of the library, cast to its type in jpeglib.h.
#define CALL(name) ((__typeof__(&jpeg_##name))cjpeg.name)

// Records a failure and jumps to the entry point.
_Noreturn static void fail(reader *self, cjpeg_status status, const char *message) {
  self->common.status = status;
  if (message != NULL) snprintf(self->common.message, sizeof self->common.message, "%s", message);
  longjmp(self->target, 1);
}

_Noreturn static void refuse_precision(reader *self, int bits) {
  snprintf(self->common.message, sizeof self->common.message, "it has %d bits per sample; save it with 8",
           bits);
  fail(self, cjpeg_status_unsupported, NULL);
}

// The types of frames, which libjpeg reports only as numbers (ITU-T T.81, table B.1).
static const char *kind_of_frame(int code) {
  switch (code) {
    case 0xC3: return "it is a lossless JPEG; save it as a baseline or progressive one";
    case 0xC9:
    case 0xCA: return "it uses arithmetic coding; save it with Huffman coding";
    default: return "it is a hierarchical or lossless JPEG; save it as a baseline one";
  }
}

static void on_error(j_common_ptr cinfo) {
  reader *self = reader_of(cinfo);
  char message[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, message);
  switch (cinfo->err->msg_code) {
    case JERR_OUT_OF_MEMORY: fail(self, cjpeg_status_exhausted, message);
    case JERR_BAD_PRECISION: refuse_precision(self, cinfo->err->msg_parm.i[0]);
    case JERR_SOF_UNSUPPORTED:
      fail(self, cjpeg_status_unsupported, kind_of_frame(cinfo->err->msg_parm.i[0]));
    default: fail(self, cjpeg_status_malformed, message);
  }
}

static const char end_of_file[] = "unexpected end of file";

// Cameras pad their output, and hardware aligns it to at most a cache line. If there are more bytes
// between two markers, they were data: a scan that can no longer be decoded, or the rest of one.
enum { most_fill_bytes = 64 };

// Warnings that do not concern the pixels: oddities of a header, or a few surplus bytes.
static bool is_harmless(const struct jpeg_error_mgr *warning) {
  switch (warning->msg_code) {
    case JWRN_EXTRANEOUS_DATA: return warning->msg_parm.i[0] <= most_fill_bytes;
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_BOGUS_PROGRESSION: return true;
    default: return false;
  }
}

static void note_damage(reader *self, const char *message) {
  if (self->damage != cjpeg_status_ok) return;
  self->damage = cjpeg_status_damaged;
  snprintf(self->common.message, sizeof self->common.message, "%s", message);
}

// Records that the file ends here, or has an end marker here, although the rest of a scan is
// missing.
static void note_end(reader *self) {
  if (self->damage != cjpeg_status_ok) return;
  self->damage = cjpeg_status_ended;
  snprintf(self->common.message, sizeof self->common.message, "%s", end_of_file);
  const struct jpeg_decompress_struct *info = &self->cinfo;
  bool is_first_scan = info->input_scan_number <= 1;
  self->rows_known = is_first_scan ? (uint64_t)info->input_iMCU_row *
                                         (uint64_t)info->max_v_samp_factor * DCTSIZE
                                   : UINT64_MAX;
}

// Level -1 is a warning; all higher levels are traces.
static void on_message(j_common_ptr cinfo, int level) {
  reader *self = reader_of(cinfo);
  if (level >= 0) return;
  // Padding is followed by an end marker. Without this marker, extraneous bytes have replaced a
  // part of the scan; zeros, for example, are valid codes at high quality.
  bool lacks_end = self->has_ended && cinfo->err->msg_code == JWRN_EXTRANEOUS_DATA;
  if (!lacks_end && is_harmless(cinfo->err)) return;
  // Recovery programs close what is left of a file with an end marker.
  bool meets_end = cinfo->err->msg_code == JWRN_HIT_MARKER && self->cinfo.unread_marker == JPEG_EOI;
  if (self->has_ended || meets_end) return note_end(self);
  char message[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, message);
  note_damage(self, message);
}

// Print nothing to standard error.
static void on_output(j_common_ptr cinfo) { (void)cinfo; }

// Called for each row of blocks in each scan, starting after the scan's header has been read.
//
// A scan may code all coefficients in a few bytes, but decoding it still goes through every one.
static void on_progress(j_common_ptr common) {
  reader *self = reader_of(common);
  const struct jpeg_decompress_struct *cinfo = &self->cinfo;
  if (!self->has_several_scans || cinfo->input_scan_number == self->last_scan) return;
  self->last_scan = cinfo->input_scan_number;
  for (int index = 0; index < cinfo->comps_in_scan; index++) {
    const jpeg_component_info *component = cinfo->cur_comp_info[index];
    self->coefficients_coded += (uint64_t)component->width_in_blocks *
                                component->height_in_blocks * DCTSIZE2;
  }
  const cjpeg_limits *limits = &self->limits;
  bool is_long = self->coefficients_coded > limits->scan_coefficients &&
                 self->coefficients_coded > limits->passes * self->coefficient_count;
  if (is_long || (uint64_t)self->last_scan > limits->scans) {
    fail(self, cjpeg_status_endless, NULL);
  }
}
