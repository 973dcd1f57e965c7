#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct cpng_writer {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_memory memory;
  uint8_t *output;  // from cpng_allocate
  size_t count;     // number of bytes in `output`
  size_t capacity;
};

// ---- Output ----

// Makes room for `count` more bytes.
static void reserve(cpng_writer *writer, size_t count) {
  if (count <= writer->capacity - writer->count) return;
  size_t capacity = writer->count + count;
  if (capacity < count) png_error(writer->png, "Out of memory");
  uint8_t *output = png_malloc(writer->png, capacity);
  if (writer->count > 0) memcpy(output, writer->output, writer->count);
  png_free(writer->png, writer->output);
  writer->output = output;
  writer->capacity = capacity;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  reserve(writer, count);
  memcpy(writer->output + writer->count, bytes, count);
  writer->count += count;
}

static void flush_bytes(png_structp png) { (void)png; }

const uint8_t *cpng_writer_take(cpng_writer *writer, size_t *count) {
  *count = writer->count;
  writer->count = 0;
  return writer->output;
}

// ---- The writer ----

// libpng has several messages for a lack of memory. Nothing else fails if libpng is called
// correctly.
static void on_error(png_structp png, png_const_charp message) {
  const cpng_memory *memory = png_get_mem_ptr(png);
  cpng_fail(png_get_error_ptr(png),
            memory->was_refused ? cpng_status_exhausted : cpng_status_malformed, message);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

cpng_writer *cpng_writer_create(size_t memory_limit) {
  cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->memory.limit = memory_limit;
  // libpng catches its own jumps in these two functions and returns NULL.
  writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &writer->failure, on_error,
                                          on_warning, &writer->memory, cpng_allocate,
                                          cpng_deallocate);
  if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
  if (writer->info != NULL) return writer;
  cpng_writer_destroy(writer);
  return NULL;
}

void cpng_writer_destroy(cpng_writer *writer) {
  if (writer->png != NULL) {
    png_free(writer->png, writer->output);
    png_destroy_write_struct(&writer->png, &writer->info);
  }
  free(writer);
}

const char *cpng_writer_message(const cpng_writer *writer) { return writer->failure.message; }

// ---- The head ----

static void set_palette(cpng_writer *writer, const cpng_description *description) {
  png_color colors[PNG_MAX_PALETTE_LENGTH];
  size_t count = description->color_count;
  if (count > PNG_MAX_PALETTE_LENGTH) png_error(writer->png, "too many colours");
  for (size_t index = 0; index < count; index++) {
    const uint8_t *color = description->colors + 3 * index;
    colors[index] = (png_color){.red = color[0], .green = color[1], .blue = color[2]};
  }
  png_set_PLTE(writer->png, writer->info, colors, (int)count);
  if (description->alpha_count > 0) {
    png_set_tRNS(writer->png, writer->info, description->alphas, (int)description->alpha_count,
                 NULL);
  }
}

static void write_numbers(png_structp png, const char *type, const uint32_t *numbers,
                          size_t count) {
  png_byte bytes[32];
  for (size_t index = 0; index < count; index++) png_save_uint_32(bytes + 4 * index, numbers[index]);
  png_write_chunk(png, (png_const_bytep)type, bytes, 4 * count);
}

// Written chunk by chunk: libpng 1.6.45 changed the order of colour chunks, and the bytes of a
// sheet must not depend on libpng. Values: PNG specification, third edition, 11.3.2.
static void write_srgb(png_structp png) {
  static const uint32_t gamma[] = {45455};
  static const uint32_t chromaticities[] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  static const png_byte intent = PNG_sRGB_INTENT_PERCEPTUAL;
  write_numbers(png, "gAMA", gamma, 1);
  png_write_chunk(png, (png_const_bytep) "sRGB", &intent, 1);
  write_numbers(png, "cHRM", chromaticities, 8);
}

cpng_status cpng_writer_begin(cpng_writer *writer, const cpng_description *description) {
  RETURN_ON_FAILURE(writer);
  png_structp png = writer->png;
  png_infop info = writer->info;
  png_set_write_fn(png, writer, write_bytes, flush_bytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, info, description->width, description->height, description->bit_depth,
               description->color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (description->color_count > 0) set_palette(writer, description);
  if (description->pixels_per_metre > 0) {
    png_set_pHYs(png, info, description->pixels_per_metre, description->pixels_per_metre,
                 PNG_RESOLUTION_METER);
  }
  // libpng copies both strings.
  png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE,
                   .key = (char *)description->keyword,
                   .text = (char *)description->text};
  png_set_text(png, info, &text, 1);
  png_write_info_before_PLTE(png, info);
  write_srgb(png);
  png_write_info(png, info);
  return cpng_status_ok;
}

// ---- The pixels ----

cpng_status cpng_writer_append(cpng_writer *writer, const uint8_t *bytes, size_t count) {
  RETURN_ON_FAILURE(writer);
  enum { chunk_overhead = 12 };  // length, type and checksum (PNG specification, 5.3)
  size_t chunk_count = (count + cpng_longest_written_chunk - 1) / cpng_longest_written_chunk;
  reserve(writer, count + chunk_count * chunk_overhead);
  while (count > 0) {
    size_t part = count < cpng_longest_written_chunk ? count : cpng_longest_written_chunk;
    png_write_chunk(writer->png, (png_const_bytep) "IDAT", bytes, part);
    bytes += part;
    count -= part;
  }
  return cpng_status_ok;
}

cpng_status cpng_writer_end(cpng_writer *writer) {
  RETURN_ON_FAILURE(writer);
  // png_write_end refuses a file whose IDAT chunks it has not written itself.
  png_write_chunk(writer->png, (png_const_bytep) "IEND", NULL, 0);
  return cpng_status_ok;
}
