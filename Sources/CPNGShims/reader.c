#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ---- Warnings ----

// Once libpng has all rows, it reports errors in the rest of the zlib stream as warnings. Surplus
// bytes do no harm. Any other warning, such as a wrong checksum, concerns the pixels.
static bool is_about_pixels(png_const_charp message) {
  static const char *const surplus[] = {"Extra compressed data", "Too much image data",
                                        "Too many IDATs found", "chunk data is too large"};
  if (strncmp(message, "IDAT: ", 6) != 0) return false;
  for (size_t index = 0; index < sizeof surplus / sizeof surplus[0]; index++) {
    if (strstr(message, surplus[index]) != NULL) return false;
  }
  return true;
}

// ---- The reader ----

// The memory limit of libpng for one file, in bytes. Two rows of the maximum length at 8 bytes per
// pixel take 16 MB. libpng itself limits the size of a chunk, but not the total of many chunks.
enum { memory_limit = 64 * 1024 * 1024 };

// The maximum number of chunks that libpng keeps, over all types that may occur more than once.
enum { chunk_count_limit = 64 };

struct cpng_reader {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_memory memory;
  cpng_pull pull;
  void *context;
  cpng_header header;
  uint32_t piece;
  bool forgives_checksums;
  bool has_wrong_checksum;  // in the chunk of pixels that was read last
  uint8_t chunk_head[8];    // the last 8 bytes libpng read in one call
  uint32_t rows_read;
};

static const char wrong_checksum[] = "IDAT: CRC error";

static void on_warning(png_structp png, png_const_charp message) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (reader != NULL && reader->forgives_checksums && strcmp(message, wrong_checksum) == 0) {
    reader->has_wrong_checksum = true;
  } else if (is_about_pixels(message)) {
    cpng_on_error(png, message);
  }
  cpng_failure *failure = png_get_error_ptr(png);
  if (failure->warning[0] != 0) return;
  snprintf(failure->warning, sizeof failure->warning, "%s", message);
}

static void read_bytes(png_structp png, png_bytep buffer, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  for (size_t filled = 0; filled < count;) {
    ptrdiff_t got = reader->pull(reader->context, buffer + filled, count - filled);
    if (got == 0) png_error(png, "unexpected end of file");
    if (got < 0) {
      reader->failure.error_number = errno;
      cpng_fail(&reader->failure, cpng_status_refused, "the system refused");
    }
    filled += (size_t)got;
  }
  // libpng reads the length and the type of a chunk in one call.
  if (count == sizeof reader->chunk_head) memcpy(reader->chunk_head, buffer, count);
  // Only the last chunk of pixels may have a wrong checksum.
  if (reader->has_wrong_checksum && count == 8 && memcmp(buffer + 4, "IDAT", 4) == 0) {
    png_error(png, wrong_checksum);
  }
}

cpng_reader *cpng_reader_create(cpng_pull pull, void *context, bool forgives_checksums,
                                uint32_t piece) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->pull = pull;
  reader->context = context;
  reader->forgives_checksums = forgives_checksums;
  reader->piece = piece;
  reader->memory.limit = memory_limit;
  // libpng catches its own jumps in these two functions and returns NULL.
  reader->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, &reader->failure, cpng_on_error, on_warning,
      &reader->memory, cpng_allocate, cpng_deallocate);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info != NULL) return reader;
  cpng_reader_destroy(reader);
  return NULL;
}

void cpng_reader_destroy(cpng_reader *reader) {
  if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->failure.message; }

int cpng_reader_error_number(const cpng_reader *reader) { return reader->failure.error_number; }

const char *cpng_reader_warning(const cpng_reader *reader) {
  return reader->failure.warning[0] == 0 ? NULL : reader->failure.warning;
}

// ---- The header ----

static uint32_t row_count_of(const cpng_header *header) {
  if (!header->is_interlaced) return header->height;
  uint32_t count = 0;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    if (PNG_PASS_COLS(header->width, pass) > 0) count += PNG_PASS_ROWS(header->height, pass);
  }
  return count;
}

// The format of the rows that prepare_rows() requests. It is computed here, because asking libpng
// would allocate everything that decoding needs.
static void describe_rows(cpng_reader *reader, cpng_header *header) {
  int transparent_count = 0;
  png_color_16p transparent = NULL;
  png_get_tRNS(reader->png, reader->info, NULL, &transparent_count, &transparent);
  bool is_color = (header->color_type & PNG_COLOR_MASK_COLOR) != 0;
  bool has_tRNS = transparent_count > 0;
  bool is_gray = header->color_type == PNG_COLOR_TYPE_GRAY;
  header->transparent_gray = is_gray && has_tRNS && transparent != NULL ? transparent->gray : -1;
  header->has_transparency = (header->color_type & PNG_COLOR_MASK_ALPHA) != 0 || has_tRNS;
  header->channels = (uint8_t)((is_color ? 3 : 1) + (header->has_transparency ? 1 : 0));
  header->bits_per_sample = header->bit_depth == 16 ? 16 : 8;
  header->bytes_per_row =
      (size_t)header->width * header->channels * (header->bits_per_sample / 8);
  header->row_count = row_count_of(header);
}

// libpng checks colour chunks against each other and silently drops some, by rules that differ from
// the specification and between versions. It decompresses each text as a whole. It reports Exif
// data that follows the pixels only after it has read the pixels. SheetPictures therefore reads all
// of these chunks itself.
static void skip_metadata(png_structp png) {
  static const png_byte types[] =
      "cICP\0iCCP\0sRGB\0gAMA\0cHRM\0mDCV\0cLLI\0pHYs\0eXIf\0tEXt\0zTXt\0iTXt";
  enum { type_count = sizeof types / 5 };
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, types, type_count);
}

static void parse_header(cpng_reader *reader) {
  png_structp png = reader->png;
  png_set_read_fn(png, reader, read_bytes);
  // With its own limits, libpng would only say "Invalid IHDR data".
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, cpng_maximum_chunk);
  png_set_chunk_cache_max(png, chunk_count_limit);
  // Some encoders state a smaller window than they use; browsers accept that.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  if (reader->forgives_checksums) {
    png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_DEFAULT);
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
  }
  // Despite its name, this sets how much is read at once.
  if (reader->piece > 0) png_set_compression_buffer_size(png, reader->piece);
  skip_metadata(png);
  png_read_info(png, reader->info);

  cpng_header *header = &reader->header;
  header->width = png_get_image_width(png, reader->info);
  header->height = png_get_image_height(png, reader->info);
  header->bit_depth = png_get_bit_depth(png, reader->info);
  header->color_type = png_get_color_type(png, reader->info);
  header->is_interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE;
  bool is_at_data = memcmp(reader->chunk_head + 4, "IDAT", 4) == 0;
  header->data_count = is_at_data ? (int64_t)png_get_uint_32(reader->chunk_head) : -1;
}

cpng_status cpng_reader_read_header(cpng_reader *reader, cpng_header *header) {
  RETURN_ON_FAILURE(reader);
  parse_header(reader);
  // Also set for the message, which states the excessive size.
  *header = reader->header;
  if (header->width > cpng_maximum_side || header->height > cpng_maximum_side) {
    cpng_fail(&reader->failure, cpng_status_oversized, "too many pixels");
  }
  describe_rows(reader, &reader->header);
  *header = reader->header;
  return cpng_status_ok;
}

cpng_status cpng_reader_get_palette(cpng_reader *reader, uint8_t *entries) {
  RETURN_ON_FAILURE(reader);
  png_colorp colors = NULL;
  png_bytep alphas = NULL;
  int color_count = 0, alpha_count = 0;
  png_get_PLTE(reader->png, reader->info, &colors, &color_count);
  png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, NULL);
  for (int index = 0; index < 256; index++) {
    uint8_t *entry = entries + 4 * index;
    memset(entry, 0, 3);
    if (index < color_count) memcpy(entry, &colors[index], 3);
    entry[3] = alphas != NULL && index < alpha_count ? alphas[index] : 255;
  }
  return cpng_status_ok;
}

// ---- Rows ----

// Unless told to assemble an interlaced picture, libpng returns the rows of its passes.
static void prepare_rows(cpng_reader *reader) {
  png_set_expand(reader->png);
  png_read_update_info(reader->png, reader->info);
  if (png_get_rowbytes(reader->png, reader->info) != reader->header.bytes_per_row) {
    png_error(reader->png, "rows of an unexpected length");
  }
}

cpng_status cpng_reader_read_row(cpng_reader *reader, uint8_t *row) {
  RETURN_ON_FAILURE(reader);
  if (reader->rows_read == reader->header.row_count) png_error(reader->png, "no more rows");
  if (reader->rows_read == 0) prepare_rows(reader);
  png_read_row(reader->png, row, NULL);
  reader->rows_read++;
  return cpng_status_ok;
}

static void finish(cpng_reader *reader, bool rows_were_read_elsewhere) {
  if (rows_were_read_elsewhere) {
    // libpng would wait for the IDAT chunks, which have already been read.
    png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep) "IDAT", 1);
  }
  png_read_end(reader->png, NULL);
}

// Whether libpng refuses an IEND chunk in its proper place. From version 1.6.45, it does so if it
// has not read any pixels itself.
static bool is_end_refused(const cpng_reader *reader) {
  static const uint8_t end[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D'};
  return memcmp(reader->chunk_head, end, sizeof end) == 0 &&
         strcmp(reader->failure.message, "IEND: out of place") == 0;
}

// Reads the rest of an IEND chunk after its head.
static void read_end(cpng_reader *reader) {
  static const uint8_t expected[] = {0xAE, 0x42, 0x60, 0x82};
  uint8_t checksum[sizeof expected];
  read_bytes(reader->png, checksum, sizeof checksum);
  if (memcmp(checksum, expected, sizeof expected) != 0) png_error(reader->png, "IEND: CRC error");
}

cpng_status cpng_reader_finish(cpng_reader *reader, bool rows_were_read_elsewhere) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) {
    if (!rows_were_read_elsewhere || !is_end_refused(reader)) return reader->failure.status;
    reader->failure.status = cpng_status_ok;
    if (setjmp(reader->failure.target)) return reader->failure.status;
    read_end(reader);
    return cpng_status_ok;
  }
  finish(reader, rows_were_read_elsewhere);
  return cpng_status_ok;
}
