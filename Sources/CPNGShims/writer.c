#include <errno.h>
#include <stdlib.h>

#include "cpng_failure.h"
#include "cpng_sink.h"

// Also the size of an IDAT chunk.
enum { compression_buffer = 64 * 1024 };

struct cpng_writer {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_sink sink;
};

static void refuse(cpng_writer *writer) {
  cpng_failure_record_refusal(&writer->failure, errno);
  cpng_failure_jump(&writer->failure);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (!cpng_sink_append(&writer->sink, bytes, count)) refuse(writer);
}

static void flush_bytes(png_structp png) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (!cpng_sink_flush(&writer->sink)) refuse(writer);
}

cpng_writer *cpng_writer_create(int descriptor) {
  cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->sink.descriptor = descriptor;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure,
                                        cpng_failure_on_error, cpng_failure_on_warning);
  if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
  if (writer->info == NULL) {
    cpng_writer_destroy(writer);
    return NULL;
  }
  return writer;
}

void cpng_writer_destroy(cpng_writer *writer) {
  if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

static int color_type(const cpng_output *output) {
  switch (output->channels) {
    case 1: return PNG_COLOR_TYPE_GRAY;
    case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
  }
}

static void start(cpng_writer *writer, const cpng_output *output) {
  png_structp png = writer->png;
  png_set_write_fn(png, writer, write_bytes, flush_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, output->compression_level);
  png_set_compression_buffer_size(png, compression_buffer);
  // Stored rows are not made smaller by a filter, only slower.
  png_set_filter(png, PNG_FILTER_TYPE_BASE,
                 output->compression_level == 0 ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
  png_set_IHDR(png, writer->info, output->width, output->height, output->bits_per_sample,
               color_type(output), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (output->pixels_per_metre > 0) {
    png_set_pHYs(png, writer->info, output->pixels_per_metre, output->pixels_per_metre,
                 PNG_RESOLUTION_METER);
  }
  png_write_info(png, writer->info);
}

cpng_status cpng_writer_start(cpng_writer *writer, cpng_output output) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  start(writer, &output);
  return cpng_status_ok;
}

cpng_status cpng_writer_write_row(cpng_writer *writer, const uint8_t *row) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  png_write_row(writer->png, row);
  return cpng_status_ok;
}

cpng_status cpng_writer_finish(cpng_writer *writer) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  png_write_end(writer->png, NULL);
  if (!cpng_sink_flush(&writer->sink)) refuse(writer);
  return cpng_status_ok;
}

const char *cpng_writer_message(const cpng_writer *writer) { return writer->failure.message; }

int cpng_writer_error_number(const cpng_writer *writer) { return writer->failure.error_number; }
