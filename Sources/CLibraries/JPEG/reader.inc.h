// A reader of JPEG files that uses libjpeg, for one layout of its structures. See layout.inc.h.
//
// Each function catches the jumps of the functions that it calls.

// The limit on libjpeg's memory for anything but coefficients. libjpeg checks its limit only when
// it allocates coefficients.
enum { other_bytes = 64 * 1024 * 1024 };

static void destroy(cjpeg_reader *opaque) {
  reader *self = (reader *)opaque;
  if (self->is_created && setjmp(self->target) == 0) {
    CALL(destroy_decompress)(&self->cinfo);
  }
  for (size_t index = 0; index < self->common.marker_count; index++) {
    free((void *)self->common.markers[index].bytes);
  }
  free(self->common.markers);
  free(self);
}

static cjpeg_reader *create(int descriptor, cjpeg_limits limits, cjpeg_extras extras) {
  reader *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->common.layout = &CJPEG_LAYOUT_NAME;
  self->limits = limits;
  self->extras = extras;
  self->descriptor = descriptor;
  self->bytes_left = limits.file_bytes;
  self->is_in_header = true;
  self->is_empty = true;
  self->cinfo.err = CALL(std_error)(&self->errors);
  self->errors.error_exit = on_error;
  self->errors.emit_message = on_message;
  self->errors.output_message = on_output;
  self->cinfo.client_data = self;
  if (setjmp(self->target) != 0) {
    // The library has another layout, or memory ran out.
    destroy((cjpeg_reader *)self);
    return NULL;
  }
  CALL(CreateDecompress)(&self->cinfo, JPEG_LIB_VERSION, sizeof self->cinfo);
  self->is_created = true;
  self->source = (struct jpeg_source_mgr){
      .init_source = source_start,
      .fill_input_buffer = source_fill,
      .skip_input_data = source_skip,
      .resync_to_restart = CALL(resync_to_restart),
      .term_source = source_end,
  };
  self->cinfo.src = &self->source;
  self->progress.progress_monitor = on_progress;
  self->cinfo.progress = &self->progress;
  CALL(set_marker_processor)(&self->cinfo, exif_code, on_marker);
  CALL(set_marker_processor)(&self->cinfo, profile_code, on_marker);
  CALL(set_marker_processor)(&self->cinfo, iptc_code, on_marker);
  CALL(set_marker_processor)(&self->cinfo, JPEG_COM, on_marker);
  return (cjpeg_reader *)self;
}

// The colour space of rows; libjpeg guesses the file's colour space from its markers.
static J_COLOR_SPACE color_space_of_rows(reader *self) {
  switch (self->cinfo.jpeg_color_space) {
    case JCS_GRAYSCALE: return JCS_GRAYSCALE;
    case JCS_YCbCr:
    case JCS_RGB: return JCS_RGB;
    case JCS_YCCK:
    case JCS_CMYK: return JCS_CMYK;
    default:
      snprintf(self->common.message, sizeof self->common.message,
               "its %d channels are not grey, RGB, YCbCr, CMYK or YCCK",
               self->cinfo.num_components);
      fail(self, cjpeg_status_unsupported, NULL);
  }
}

// How many coefficients libjpeg holds for a picture with several scans, at any scale: 64 for each
// block of each channel, in whole MCUs.
static uint64_t coefficient_count(const struct jpeg_decompress_struct *cinfo) {
  uint64_t blocks = 0;
  for (int index = 0; index < cinfo->num_components; index++) {
    const jpeg_component_info *component = &cinfo->comp_info[index];
    uint64_t across = (uint64_t)component->h_samp_factor;
    uint64_t down = (uint64_t)component->v_samp_factor;
    blocks += (component->width_in_blocks + across - 1) / across * across *
              ((component->height_in_blocks + down - 1) / down * down);
  }
  return blocks * DCTSIZE2;
}

static cjpeg_status read_header(cjpeg_reader *opaque, cjpeg_header *header) {
  reader *self = (reader *)opaque;
  if (setjmp(self->target) != 0) return self->common.status;
  struct jpeg_decompress_struct *cinfo = &self->cinfo;
  CALL(read_header)(cinfo, TRUE);
  self->is_in_header = false;
  if (cinfo->data_precision != BITS_IN_JSAMPLE) refuse_precision(self, cinfo->data_precision);
  // In a lossless scan, these fields are a predictor and zero (ITU-T T.81, table B.3).
  if (!cinfo->progressive_mode && cinfo->Ss != 0 && cinfo->Se == 0) {
    fail(self, cjpeg_status_unsupported, kind_of_frame(0xC3));
  }
  cinfo->out_color_space = color_space_of_rows(self);
  self->has_several_scans = CALL(has_multiple_scans)(cinfo);
  if (self->has_several_scans) self->coefficient_count = coefficient_count(cinfo);
  *header = (cjpeg_header){
      .width = cinfo->image_width,
      .height = cinfo->image_height,
      .channels = (uint8_t)cinfo->num_components,
      .coefficient_bytes = self->coefficient_count * sizeof(JCOEF),
      .density_x = cinfo->saw_JFIF_marker ? cinfo->X_density : 0,
      .density_y = cinfo->saw_JFIF_marker ? cinfo->Y_density : 0,
      .density_unit = cinfo->density_unit,
      .marker_count = self->common.marker_count,
  };
  return cjpeg_status_ok;
}

static cjpeg_status start(cjpeg_reader *opaque, unsigned divisor) {
  reader *self = (reader *)opaque;
  if (setjmp(self->target) != 0) return self->common.status;
  struct jpeg_decompress_struct *cinfo = &self->cinfo;
  cinfo->scale_num = 1;
  cinfo->scale_denom = divisor;
  // The only DCT method whose results do not depend on vector instructions.
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->mem->max_memory_to_use = (long)(self->coefficient_count * sizeof(JCOEF) + other_bytes);
  CALL(start_decompress)(cinfo);
  if (cinfo->output_width != (cinfo->image_width + divisor - 1) / divisor ||
      cinfo->output_height != (cinfo->image_height + divisor - 1) / divisor) {
    fail(self, cjpeg_status_unsupported, "libjpeg cannot scale this kind of JPEG down");
  }
  // In a picture with several scans, every row needs all scans, and is coarse without the last one.
  if (self->has_several_scans && self->damage == cjpeg_status_damaged) {
    self->common.status = cjpeg_status_damaged;
  }
  return self->common.status;
}

static cjpeg_status read_row(cjpeg_reader *opaque, uint8_t *row) {
  reader *self = (reader *)opaque;
  if (setjmp(self->target) != 0) return self->common.status;
  JSAMPROW rows[1] = {row};
  CALL(read_scanlines)(&self->cinfo, rows, 1);
  const struct jpeg_decompress_struct *cinfo = &self->cinfo;
  // At the end of its data, the arithmetic decoder continues with zeros, without a warning.
  if (cinfo->arith_code && self->has_ended) note_end(self);
  // A reduced row stands for several rows of the file, and counts as known if all of those rows are
  // known.
  bool is_coarse = self->has_several_scans && self->damage == cjpeg_status_ended &&
                   cinfo->output_scanline * (uint64_t)cinfo->scale_denom <= self->rows_known;
  if (!is_coarse) self->common.status = self->damage;
  return self->common.status;
}

// Oddities between the last row and the end marker affect no row, but libjpeg refuses a second
// picture. In arithmetic coding, data that is left over is the only sign of damage, since any bytes
// can be decoded. The same is true of a file that ends with such data instead of an end marker.
static cjpeg_status finish(cjpeg_reader *opaque) {
  reader *self = (reader *)opaque;
  if (setjmp(self->target) != 0) return self->common.status;
  CALL(finish_decompress)(&self->cinfo);
  bool lacks_end = self->has_ended && self->damage == cjpeg_status_ended;
  if (self->has_several_scans || self->cinfo.arith_code || lacks_end) {
    self->common.status = self->damage;
  }
  return self->common.status;
}
