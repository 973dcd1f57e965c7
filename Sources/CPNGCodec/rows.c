#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Wider rows would take unreasonable memory: sixteen rows, held twice. Few pictures have them:
// 175,000 pixels of red, green and blue.
enum { maximum_packed_bytes = 512 * 1024 };

// The number of bytes worth unpacking at a time. ISA-L copies up to 64 KiB at each call.
enum { batch_target = 64 * 1024 };

// Below this size, setting up ISA-L takes longer than it saves.
enum { minimum_for_isal = 4 * 1024 };

// Source: PNG specification, 11.2.1 (IHDR).
enum { gray = 0, rgb = 2, palette = 3, gray_alpha = 4, rgb_alpha = 6 };

// ---- Samples that become whole bytes by a table ----

// The result for each packed sample: palette indices, and grey of up to 8 bits.
//
// Source: PNG specification, 7.2 (scanlines) and 13.12 (sample depth rescaling).
typedef struct sample_table {
  unsigned bit_depth;  // 1, 2, 4 or 8
  unsigned channels;   // 1 to 4
  uint8_t entries[256][4];
} sample_table;

static bool takes_table(const codec_picture *picture) {
  if (picture->color_type == palette) return true;
  bool is_changed = picture->bit_depth < 8 || picture->has_transparency;
  return picture->color_type == gray && picture->bit_depth <= 8 && is_changed;
}

static void fill_table(sample_table *table, const codec_picture *picture) {
  bool is_palette = picture->color_type == palette;
  table->bit_depth = picture->bit_depth;
  table->channels = (is_palette ? 3u : 1u) + (picture->has_transparency ? 1u : 0u);
  if (is_palette) {
    memcpy(table->entries, picture->palette, sizeof table->entries);
    return;
  }
  unsigned highest = (1u << table->bit_depth) - 1;
  for (unsigned sample = 0; sample <= highest; sample++) {
    bool is_transparent = picture->transparent_gray >= 0 &&
                          ((unsigned)picture->transparent_gray & highest) == sample;
    table->entries[sample][0] = (uint8_t)(sample * 255 / highest);
    table->entries[sample][1] = is_transparent ? 0 : 255;
  }
}

// Callers pass constants as `channels` and `depth`.
ALWAYS_INLINE void apply(const sample_table *table, const uint8_t *packed, uint8_t *row,
                         size_t width, size_t channels, size_t depth) {
  unsigned highest = (1u << depth) - 1;
  for (size_t column = 0; column < width; column++) {
    size_t bit = column * depth;
    unsigned sample = (unsigned)packed[bit / 8] >> (8 - depth - bit % 8) & highest;
    memcpy(row + column * channels, table->entries[sample], channels);
  }
}

ALWAYS_INLINE void apply_channels(const sample_table *table, const uint8_t *packed, uint8_t *row,
                                  size_t width, size_t channels) {
  switch (table->bit_depth) {
    case 1: apply(table, packed, row, width, channels, 1); break;
    case 2: apply(table, packed, row, width, channels, 2); break;
    case 4: apply(table, packed, row, width, channels, 4); break;
    default: apply(table, packed, row, width, channels, 8); break;
  }
}

static void apply_table(const sample_table *table, const uint8_t *packed, uint8_t *row,
                        size_t width) {
  switch (table->channels) {
    case 1: apply_channels(table, packed, row, width, 1); break;
    case 2: apply_channels(table, packed, row, width, 2); break;
    case 3: apply_channels(table, packed, row, width, 3); break;
    default: apply_channels(table, packed, row, width, 4); break;
  }
}

// ---- Rows ----

struct codec_rows {
  codec_pixel_data data;
  uint32_t width;
  uint32_t height;
  size_t packed_bytes;  // of a row as in the file
  size_t pixel_bytes;   // the distance between a byte and its left neighbour
  size_t batch;         // rows unpacked at a time
  size_t last_batch;    // the most rows unpacked with the last row
  uint32_t rows_unpacked;
  size_t filled;      // rows of the current batch
  size_t taken;       // rows of the batch handed out
  uint8_t *filtered;  // a batch after unpacking
  uint8_t *rows;      // the last row of the previous batch, then the batch
  bool is_portable;
  bool is_broken;
  bool has_table;
  sample_table table;
};

static size_t bits_per_pixel(const codec_picture *picture) {
  static const uint8_t samples[] = {
      [gray] = 1, [rgb] = 3, [palette] = 1, [gray_alpha] = 2, [rgb_alpha] = 4};
  return (size_t)samples[picture->color_type] * picture->bit_depth;
}

static size_t packed_bytes_per_row(const codec_picture *picture) {
  return (picture->width * bits_per_pixel(picture) + 7) / 8;
}

bool codec_rows_suit(const codec_picture *picture) {
  if (packed_bytes_per_row(picture) > maximum_packed_bytes) return false;
  // Rows without a table are handed out as stored in the file, without alpha from tRNS.
  bool has_alpha = picture->color_type == gray_alpha || picture->color_type == rgb_alpha;
  return takes_table(picture) || has_alpha || !picture->has_transparency;
}

static size_t stride(const codec_rows *rows) { return rows->packed_bytes + codec_row_slack; }

static size_t batch_of(const codec_rows *rows) {
  size_t count = batch_target / (rows->packed_bytes + 1) + 1;
  if (count > rows->height) count = rows->height;
  // Whole wavefronts, but no more rows than the picture has.
  const size_t wavefront = codec_avx2_wavefront_rows(rows->pixel_bytes);
  size_t rounded = (count + wavefront - 1) / wavefront * wavefront;
  return rounded < rows->height ? rounded : rows->height;
}

// The last batch includes all bytes that an inflater may hold after it has taken all input. After
// any other batch, there must be more input.
static size_t last_batch_of(const codec_rows *rows) {
  size_t count = rows->batch + codec_held_at_most / (rows->packed_bytes + 1) + 1;
  return count < rows->height ? count : rows->height;
}

static bool begin(codec_rows *rows, uint32_t data_count, codec_engine engine) {
  uint64_t total = (uint64_t)(rows->packed_bytes + 1) * rows->height;
  bool uses_isal = engine == codec_engine_isal ||
                   (engine == codec_engine_automatic && total >= minimum_for_isal);
  rows->data.inflater = codec_inflater_create(uses_isal);
  rows->filtered = malloc((rows->packed_bytes + 1) * rows->last_batch + codec_row_slack);
  rows->rows = calloc(rows->last_batch + 1, stride(rows));
  return rows->data.inflater != NULL && rows->filtered != NULL && rows->rows != NULL &&
         codec_pixel_data_begin(&rows->data, data_count);
}

codec_rows *codec_rows_create(const codec_picture *picture, codec_source *source,
                              uint32_t data_count, codec_engine engine) {
  codec_rows *rows = calloc(1, sizeof *rows);
  if (rows == NULL) return NULL;
  rows->width = picture->width;
  rows->height = picture->height;
  rows->data.source = source;
  rows->packed_bytes = packed_bytes_per_row(picture);
  rows->pixel_bytes = (bits_per_pixel(picture) + 7) / 8;
  rows->is_portable = engine == codec_engine_portable;
  rows->has_table = takes_table(picture);
  if (rows->has_table) fill_table(&rows->table, picture);
  rows->batch = batch_of(rows);
  rows->last_batch = last_batch_of(rows);
  if (begin(rows, data_count, engine)) return rows;
  codec_rows_destroy(rows);
  return NULL;
}

void codec_rows_destroy(codec_rows *rows) {
  if (rows->data.inflater != NULL) codec_inflater_destroy(rows->data.inflater);
  free(rows->filtered);
  free(rows->rows);
  free(rows);
}

static bool unpack_batch(codec_rows *rows) {
  size_t filtered_stride = rows->packed_bytes + 1;
  uint32_t rows_left = rows->height - rows->rows_unpacked;
  size_t count = rows_left <= rows->last_batch ? rows_left : rows->batch;
  if (!codec_pixel_data_read(&rows->data, rows->filtered, count * filtered_stride)) return false;
  for (size_t row = 0; row < count; row++) {
    if (rows->filtered[row * filtered_stride] >= codec_filter_count) return false;
  }
  // The row above the first row of the picture is zero.
  if (rows->filled > 0) {
    memcpy(rows->rows, rows->rows + rows->filled * stride(rows), rows->packed_bytes);
  }
  codec_filtered_rows batch = {
      .filtered = rows->filtered,
      .filtered_stride = filtered_stride,
      .rows = rows->rows,
      .stride = stride(rows),
      .byte_count = rows->packed_bytes,
      .pixel_bytes = rows->pixel_bytes,
  };
  codec_unfilter(&batch, count, rows->is_portable);
  rows->rows_unpacked += (uint32_t)count;
  rows->filled = count;
  rows->taken = 0;
  // Checked before the rows are handed out: if libpng refuses one of these rows, so does this
  // reader.
  return rows->rows_unpacked < rows->height ? codec_pixel_data_continues(&rows->data)
                                            : codec_pixel_data_end(&rows->data);
}

bool codec_rows_read(codec_rows *rows, uint8_t *row) {
  if (rows->taken == rows->filled) rows->is_broken = rows->is_broken || !unpack_batch(rows);
  if (rows->is_broken) return false;
  rows->taken++;
  const uint8_t *packed = rows->rows + rows->taken * stride(rows);
  if (row == NULL) return true;
  if (rows->has_table) {
    apply_table(&rows->table, packed, row, rows->width);
  } else {
    memcpy(row, packed, rows->packed_bytes);
  }
  return true;
}
