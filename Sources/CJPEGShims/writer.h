// Encodes JPEG files in memory. See layout.h.

typedef struct writer {
  const cjpeg_library *library;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  struct jpeg_compress_struct cinfo;
  struct jpeg_decompress_struct source;
  jmp_buf target;
  cjpeg_status status;
  cjpeg_file file;
  size_t room;
} writer;

static writer *writer_of(void *cinfo) { return ((j_common_ptr)cinfo)->client_data; }

_Noreturn static void stop(writer *self, cjpeg_status status) {
  self->status = status;
  longjmp(self->target, 1);
}

static void on_writing_error(j_common_ptr cinfo) {
  bool is_starved = cinfo->err->msg_code == JERR_OUT_OF_MEMORY;
  stop(writer_of(cinfo), is_starved ? cjpeg_status_exhausted : cjpeg_status_malformed);
}

// A warning is an error: nothing that is written here is odd.
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

// Takes over the file that was finished last.
static cjpeg_file take_file(writer *self) {
  cjpeg_file file = self->file;
  self->file = (cjpeg_file){0};
  self->room = 0;
  return file;
}

// ---- Beginning and ending ----

static void begin_writing(writer *self) {
  self->errors.error_exit = on_writing_error;
  self->errors.emit_message = on_writing_message;
  self->errors.output_message = on_output;
  self->destination = (struct jpeg_destination_mgr){
      .init_destination = destination_start,
      .empty_output_buffer = destination_empty,
      .term_destination = destination_end,
  };
  self->cinfo.client_data = self;
  CALL(self, CreateCompress)(&self->cinfo, JPEG_LIB_VERSION, sizeof self->cinfo);
  self->cinfo.dest = &self->destination;
}

static void end_writing(writer *self) {
  free(self->file.bytes);
  if (setjmp(self->target) != 0) return;
  CALL(self, destroy_compress)(&self->cinfo);
  CALL(self, destroy_decompress)(&self->source);
}

// ---- Pictures ----

static cjpeg_status write_picture(writer *self, cjpeg_picture picture, const uint8_t *rows,
                                  cjpeg_file *file) {
  if (setjmp(self->target) != 0) return self->status;
  begin_writing(self);
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  cinfo->image_width = picture.width;
  cinfo->image_height = picture.height;
  cinfo->input_components = picture.channels;
  cinfo->in_color_space = picture.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  CALL(self, set_defaults)(cinfo);
  CALL(self, set_quality)(cinfo, picture.quality, TRUE);
  // The only transform whose bytes do not depend on vector instructions.
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->write_JFIF_header = FALSE;
  cinfo->restart_in_rows = 1;
  int factor = picture.channels == 3 && picture.is_subsampled ? 2 : 1;
  cinfo->comp_info[0].h_samp_factor = factor;
  cinfo->comp_info[0].v_samp_factor = factor;
  CALL(self, start_compress)(cinfo, TRUE);
  size_t row_bytes = (size_t)picture.width * picture.channels;
  while (cinfo->next_scanline < picture.height) {
    JSAMPROW row = (JSAMPROW)(rows + row_bytes * cinfo->next_scanline);
    CALL(self, write_scanlines)(cinfo, &row, 1);
  }
  CALL(self, finish_compress)(cinfo);
  *file = take_file(self);
  return cjpeg_status_ok;
}

static cjpeg_status encode(const cjpeg_library *library, cjpeg_picture picture, const uint8_t *rows,
                           cjpeg_file *file) {
  writer self = {.library = library};
  self.cinfo.err = CALL(&self, std_error)(&self.errors);
  cjpeg_status status = write_picture(&self, picture, rows, file);
  end_writing(&self);
  return status;
}

// ---- Coefficients ----

static cjpeg_file write_coefficients(writer *self, jvirt_barray_ptr *coefficients,
                                     bool is_progressive) {
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  CALL(self, copy_critical_parameters)(&self->source, cinfo);
  cinfo->write_JFIF_header = FALSE;
  cinfo->optimize_coding = TRUE;
  if (is_progressive) CALL(self, simple_progression)(cinfo);
  CALL(self, write_coefficients)(cinfo, coefficients);
  CALL(self, finish_compress)(cinfo);
  return take_file(self);
}

static cjpeg_status write_smallest(writer *self, const uint8_t *bytes, size_t count,
                                   cjpeg_file *file) {
  if (setjmp(self->target) != 0) return self->status;
  begin_writing(self);
  struct jpeg_decompress_struct *source = &self->source;
  source->client_data = self;
  CALL(self, CreateDecompress)(source, JPEG_LIB_VERSION, sizeof *source);
  // JPEGMEM is overridden: libjpeg has no other storage for coefficients.
  source->mem->max_memory_to_use = 0;
  CALL(self, mem_src)(source, (unsigned char *)bytes, count);
  CALL(self, read_header)(source, TRUE);
  jvirt_barray_ptr *coefficients = CALL(self, read_coefficients)(source);
  *file = write_coefficients(self, coefficients, false);
  cjpeg_file progressive = write_coefficients(self, coefficients, true);
  cjpeg_file larger = progressive.count < file->count ? *file : progressive;
  if (progressive.count < file->count) *file = progressive;
  free(larger.bytes);
  return cjpeg_status_ok;
}

static cjpeg_status optimize(const cjpeg_library *library, const uint8_t *bytes, size_t count,
                             cjpeg_file *file) {
  writer self = {.library = library};
  self.cinfo.err = self.source.err = CALL(&self, std_error)(&self.errors);
  *file = (cjpeg_file){0};
  cjpeg_status status = write_smallest(&self, bytes, count, file);
  if (status != cjpeg_status_ok) free(file->bytes);
  end_writing(&self);
  return status;
}
