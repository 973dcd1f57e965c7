// Encodes JPEG files in memory. See layout.inc.h.

typedef struct writer {
  cjpeg_writer common;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  struct jpeg_compress_struct cinfo;
  jmp_buf target;
  cjpeg_file file;
  size_t room;
} writer;

static writer *writer_of(void *cinfo) { return ((j_common_ptr)cinfo)->client_data; }

_Noreturn static void stop(writer *self, cjpeg_status status) {
  self->common.status = status;
  longjmp(self->target, 1);
}

static void on_writing_error(j_common_ptr cinfo) {
  bool is_starved = cinfo->err->msg_code == JERR_OUT_OF_MEMORY;
  stop(writer_of(cinfo), is_starved ? cjpeg_status_exhausted : cjpeg_status_malformed);
}

// A warning counts as an error, since nothing written here is unusual.
static void on_writing_message(j_common_ptr cinfo, int level) {
  if (level < 0) stop(writer_of(cinfo), cjpeg_status_malformed);
}

// ---- The file ----

static void set_room(writer *self, size_t room) {
  uint8_t *bytes = realloc(self->file.bytes, room);
  if (bytes == NULL) stop(self, cjpeg_status_exhausted);
  self->file.bytes = bytes;
  self->destination.next_output_byte = bytes + self->room;
  self->destination.free_in_buffer = room - self->room;
  self->room = room;
}

static void destination_start(j_compress_ptr cinfo) { set_room(writer_of(cinfo), buffer_size); }

// libjpeg calls this when the buffer is full.
static boolean destination_empty(j_compress_ptr cinfo) {
  set_room(writer_of(cinfo), 2 * writer_of(cinfo)->room);
  return TRUE;
}

static void destination_end(j_compress_ptr cinfo) {
  writer *self = writer_of(cinfo);
  self->file.count = self->room - self->destination.free_in_buffer;
}

// ---- Pictures ----

static void set_coding(writer *self, cjpeg_coding coding) {
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  cinfo->restart_in_rows = coding == cjpeg_coding_restarts ? 1 : 0;
  cinfo->optimize_coding = coding != cjpeg_coding_restarts;
  if (coding == cjpeg_coding_progressive) CALL(simple_progression)(cinfo);
}

static void begin_writing(writer *self, cjpeg_picture picture, cjpeg_coding coding) {
  if (setjmp(self->target) != 0) return;
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  cinfo->err = CALL(std_error)(&self->errors);
  self->errors.error_exit = on_writing_error;
  self->errors.emit_message = on_writing_message;
  self->errors.output_message = on_output;
  self->destination = (struct jpeg_destination_mgr){
      .init_destination = destination_start,
      .empty_output_buffer = destination_empty,
      .term_destination = destination_end,
  };
  cinfo->client_data = self;
  CALL(CreateCompress)(cinfo, JPEG_LIB_VERSION, sizeof *cinfo);
  // Overrides JPEGMEM: libjpeg has nowhere else to store coefficients.
  cinfo->mem->max_memory_to_use = 0;
  cinfo->dest = &self->destination;
  cinfo->image_width = picture.width;
  cinfo->image_height = picture.height;
  cinfo->input_components = picture.channels;
  cinfo->in_color_space = picture.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  CALL(set_defaults)(cinfo);
  CALL(set_quality)(cinfo, picture.quality, TRUE);
  // The only DCT method whose results do not depend on vector instructions.
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->write_JFIF_header = FALSE;
  int factor = picture.channels == 3 && picture.is_subsampled ? 2 : 1;
  cinfo->comp_info[0].h_samp_factor = factor;
  cinfo->comp_info[0].v_samp_factor = factor;
  set_coding(self, coding);
  CALL(start_compress)(cinfo, TRUE);
}

static cjpeg_writer *writer_create(cjpeg_picture picture, cjpeg_coding coding) {
  writer *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->common.layout = &CJPEG_LAYOUT_NAME;
  begin_writing(self, picture, coding);
  return &self->common;
}

static void writer_destroy(cjpeg_writer *common) {
  writer *self = (writer *)common;
  free(self->file.bytes);
  if (setjmp(self->target) == 0) CALL(destroy_compress)(&self->cinfo);
  free(self);
}

static cjpeg_status writer_add(cjpeg_writer *common, const uint8_t *rows, size_t count) {
  writer *self = (writer *)common;
  if (setjmp(self->target) != 0) return common->status;
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  size_t row_bytes = (size_t)cinfo->image_width * (size_t)cinfo->input_components;
  for (size_t row = 0; row < count; row++) {
    JSAMPROW samples = (JSAMPROW)(rows + row_bytes * row);
    CALL(write_scanlines)(cinfo, &samples, 1);
  }
  return cjpeg_status_ok;
}

static cjpeg_status writer_finish(cjpeg_writer *common, cjpeg_file *file) {
  writer *self = (writer *)common;
  if (setjmp(self->target) != 0) return common->status;
  CALL(finish_compress)(&self->cinfo);
  *file = self->file;
  self->file = (cjpeg_file){0};
  return cjpeg_status_ok;
}
