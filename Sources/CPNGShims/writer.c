#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

// More at once, of very wide pictures, is cut for the sake of readers that hold whole chunks.
enum { largest_chunk = 1 << 20 };

struct cpng_writer {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  int descriptor;
  size_t buffered;
  uint8_t buffer[64 * 1024];
};

// ---- The descriptor, with a buffer in front of it ----

// Returns false with errno set when the system refuses.
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

static void write_or_raise(cpng_writer *writer, const uint8_t *bytes, size_t count) {
  if (!write_all(writer->descriptor, bytes, count)) {
    cpng_failure_raise_refusal(&writer->failure, errno);
  }
}

static void flush(cpng_writer *writer) {
  size_t count = writer->buffered;
  writer->buffered = 0;
  write_or_raise(writer, writer->buffer, count);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (count > sizeof writer->buffer - writer->buffered) flush(writer);
  if (count > sizeof writer->buffer) {
    write_or_raise(writer, bytes, count);
    return;
  }
  memcpy(writer->buffer + writer->buffered, bytes, count);
  writer->buffered += count;
}

static void flush_bytes(png_structp png) { flush(png_get_io_ptr(png)); }

// ---- The writer ----

cpng_writer *cpng_writer_create(int descriptor) {
  cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->descriptor = descriptor;
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
  if (output->palette_count > 0) return PNG_COLOR_TYPE_PALETTE;
  switch (output->channels) {
    case 1: return PNG_COLOR_TYPE_GRAY;
    case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
  }
}

// Says which program made the file (PNG specification, third edition, 11.3.3.1, keyword Software).
static void set_mark(png_structp png, png_infop info) {
  char keyword[] = "Software";
  char program[] = "contactsheet";
  png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = keyword, .text = program};
  png_set_text(png, info, &text, 1);
}

// Alpha is written for the colours up to the last that is not opaque (specification, 11.3.1.1).
static void set_palette(png_structp png, png_infop info, const cpng_output *output) {
  png_color colors[PNG_MAX_PALETTE_LENGTH];
  png_byte alphas[PNG_MAX_PALETTE_LENGTH];
  int alpha_count = 0;
  for (size_t index = 0; index < output->palette_count; index++) {
    const uint8_t *color = output->palette + 4 * index;
    colors[index] = (png_color){.red = color[0], .green = color[1], .blue = color[2]};
    alphas[index] = color[3];
    if (color[3] < 255) alpha_count = (int)index + 1;
  }
  png_set_PLTE(png, info, colors, (int)output->palette_count);
  if (alpha_count > 0) png_set_tRNS(png, info, alphas, alpha_count, NULL);
}

static void start(cpng_writer *writer, const cpng_output *output) {
  png_structp png = writer->png;
  png_set_write_fn(png, writer, write_bytes, flush_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, writer->info, output->width, output->height, output->bits_per_sample,
               color_type(output), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (output->palette_count > 0) set_palette(png, writer->info, output);
  png_set_sRGB_gAMA_and_cHRM(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (output->pixels_per_metre > 0) {
    png_set_pHYs(png, writer->info, output->pixels_per_metre, output->pixels_per_metre,
                 PNG_RESOLUTION_METER);
  }
  set_mark(png, writer->info);
  png_write_info(png, writer->info);
}

cpng_status cpng_writer_start(cpng_writer *writer, cpng_output output) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  start(writer, &output);
  return cpng_status_ok;
}

static void write_data(cpng_writer *writer, const uint8_t *bytes, size_t count) {
  for (; count > largest_chunk; bytes += largest_chunk, count -= largest_chunk) {
    png_write_chunk(writer->png, (png_const_bytep) "IDAT", bytes, largest_chunk);
  }
  png_write_chunk(writer->png, (png_const_bytep) "IDAT", bytes, count);
}

cpng_status cpng_writer_write_data(cpng_writer *writer, const uint8_t *bytes, size_t count) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  write_data(writer, bytes, count);
  return cpng_status_ok;
}

cpng_status cpng_writer_finish(cpng_writer *writer) {
  if (writer->failure.status != cpng_status_ok) return writer->failure.status;
  if (setjmp(writer->failure.target)) return writer->failure.status;
  // Not png_write_end, which misses the IDAT chunks that it has not made itself.
  png_write_chunk(writer->png, (png_const_bytep)"IEND", NULL, 0);
  flush(writer);
  return cpng_status_ok;
}

const char *cpng_writer_message(const cpng_writer *writer) { return writer->failure.message; }

int cpng_writer_error_number(const cpng_writer *writer) { return writer->failure.error_number; }
