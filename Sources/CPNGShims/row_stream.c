#include "cpng_row_stream.h"

#include <stdlib.h>
#include <string.h>

#include "cpng_pixel_data.h"
#include "cpng_sample_table.h"
#include "cpng_unfilter.h"

// Wider rows would take more memory than is reasonable, sixteen at a time
// and twice over. Few pictures have them: 175,000 pixels of red, green and blue.
enum { longest_row = 512 * 1024 };

// What is worth unpacking at a time. ISA-L copies up to 64 KiB at each call.
enum { batch_target = 64 * 1024 };

// Below this, setting ISA-L up takes longer than it saves.
enum { least_for_isal = 4 * 1024 };

struct cpng_row_stream {
  cpng_pixel_data data;
  cpng_header header;
  size_t packed_bytes;  // of a row as in the file
  size_t pixel_bytes;   // the distance that filters look back
  size_t batch;         // rows unpacked at a time
  uint32_t rows_unpacked;
  size_t filled;        // rows of the current batch
  size_t taken;         // of these, handed out
  uint8_t *filtered;    // a batch as it was unpacked
  uint8_t *rows;        // the last row of the batch before, then the batch
  bool is_portable;
  bool has_table;
  cpng_sample_table table;
};

static size_t bits_per_pixel(const cpng_header *header) {
  static const uint8_t samples[] = {[PNG_COLOR_TYPE_GRAY] = 1,
                                    [PNG_COLOR_TYPE_RGB] = 3,
                                    [PNG_COLOR_TYPE_PALETTE] = 1,
                                    [PNG_COLOR_TYPE_GRAY_ALPHA] = 2,
                                    [PNG_COLOR_TYPE_RGB_ALPHA] = 4};
  return (size_t)samples[header->color_type] * header->bit_depth;
}

static bool takes_table(const cpng_header *header) {
  bool is_gray = header->color_type == PNG_COLOR_TYPE_GRAY;
  bool is_changed = header->bit_depth < 8 || header->has_transparency;
  return header->color_type == PNG_COLOR_TYPE_PALETTE ||
         (is_gray && header->bit_depth <= 8 && is_changed);
}

static size_t packed_bytes_per_row(const cpng_header *header) {
  return (header->width * bits_per_pixel(header) + 7) / 8;
}

bool cpng_row_stream_suits(const cpng_header *header) {
  if (header->is_interlaced || packed_bytes_per_row(header) > longest_row) return false;
  // Otherwise the rows are handed out as they are in the file.
  return takes_table(header) || packed_bytes_per_row(header) == header->bytes_per_row;
}

static size_t stride(const cpng_row_stream *stream) {
  return stream->packed_bytes + cpng_row_slack;
}

static void choose_batch(cpng_row_stream *stream) {
  size_t count = batch_target / (stream->packed_bytes + 1) + 1;
  if (count > stream->header.height) count = stream->header.height;
  // Whole wavefronts, but no more rows than there are.
  const size_t wavefront = cpng_wide_wavefront_rows;
  size_t rounded = (count + wavefront - 1) / wavefront * wavefront;
  stream->batch = rounded < stream->header.height ? rounded : stream->header.height;
}

static bool begin(cpng_row_stream *stream, uint32_t first_count, cpng_decoder decoder) {
  uint64_t total = (uint64_t)(stream->packed_bytes + 1) * stream->header.height;
  bool uses_isal = decoder == cpng_decoder_isal ||
                   (decoder == cpng_decoder_automatic && total >= least_for_isal);
  stream->data.inflater = cpng_inflater_create(uses_isal);
  stream->filtered = malloc((stream->packed_bytes + 1) * stream->batch + cpng_row_slack);
  stream->rows = calloc(stream->batch + 1, stride(stream));
  return stream->data.inflater != NULL && stream->filtered != NULL && stream->rows != NULL &&
         cpng_pixel_data_begin(&stream->data, first_count, total);
}

cpng_row_stream *cpng_row_stream_create(png_structp png, png_infop info,
                                        const cpng_header *header, cpng_source *source,
                                        uint32_t first_count, cpng_decoder decoder) {
  cpng_row_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  stream->header = *header;
  stream->data.source = source;
  stream->packed_bytes = packed_bytes_per_row(header);
  stream->pixel_bytes = (bits_per_pixel(header) + 7) / 8;
  stream->is_portable = decoder == cpng_decoder_portable;
  stream->has_table = takes_table(header);
  if (stream->has_table) cpng_sample_table_fill(&stream->table, png, info, header);
  choose_batch(stream);
  if (begin(stream, first_count, decoder)) return stream;
  cpng_row_stream_destroy(stream);
  return NULL;
}

void cpng_row_stream_destroy(cpng_row_stream *stream) {
  if (stream->data.inflater != NULL) cpng_inflater_destroy(stream->data.inflater);
  free(stream->filtered);
  free(stream->rows);
  free(stream);
}

static bool unpack_batch(cpng_row_stream *stream) {
  size_t filtered_stride = stream->packed_bytes + 1;
  uint32_t rows_left = stream->header.height - stream->rows_unpacked;
  size_t count = rows_left < stream->batch ? rows_left : stream->batch;
  if (!cpng_pixel_data_read(&stream->data, stream->filtered, count * filtered_stride)) return false;
  for (size_t row = 0; row < count; row++) {
    if (stream->filtered[row * filtered_stride] >= cpng_filter_count) return false;
  }
  // Above the first row of the picture is zero.
  if (stream->filled > 0) {
    memcpy(stream->rows, stream->rows + stream->filled * stride(stream), stream->packed_bytes);
  }
  cpng_filtered_rows rows = {
      .filtered = stream->filtered,
      .filtered_stride = filtered_stride,
      .rows = stream->rows,
      .stride = stride(stream),
      .byte_count = stream->packed_bytes,
      .pixel_bytes = stream->pixel_bytes,
  };
  cpng_unfilter(&rows, count, stream->is_portable);
  stream->rows_unpacked += (uint32_t)count;
  stream->filled = count;
  stream->taken = 0;
  // Before the last rows are handed out, so that what libpng refuses at its
  // last row is refused there.
  return stream->rows_unpacked < stream->header.height || cpng_pixel_data_end(&stream->data);
}

bool cpng_row_stream_read(cpng_row_stream *stream, uint8_t *row) {
  if (stream->taken == stream->filled && !unpack_batch(stream)) return false;
  stream->taken++;
  const uint8_t *packed = stream->rows + stream->taken * stride(stream);
  if (row == NULL) return true;
  if (stream->has_table) {
    cpng_sample_table_apply(&stream->table, packed, row, stream->header.width);
  } else {
    memcpy(row, packed, stream->packed_bytes);
  }
  return true;
}
