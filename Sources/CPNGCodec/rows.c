#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Wider rows would take an unreasonable amount of memory, since sixteen rows are held twice. Few
// pictures have rows this wide: 175,000 RGB pixels.
enum { maximum_packed_bytes = 512 * 1024 };

// The number of bytes worth decompressing at a time. ISA-L copies up to 64 KiB at each call.
enum { batch_target = 64 * 1024 };

// Below this size, setting up ISA-L takes longer than it saves.
enum { minimum_for_isal = 4 * 1024 };

// Source: PNG specification, 11.2.1 (IHDR).
enum { gray = 0, rgb = 2, palette = 3, gray_alpha = 4, rgb_alpha = 6 };

// ---- Samples that become whole bytes by a table ----

// The whole bytes that each packed sample becomes. Samples are palette indices, or grey of up to 8
// bits.
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

// Callers pass `channels` and `depth` as constants.
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

// ---- Parts of a picture ----

// What is filtered separately: a pass of an interlaced picture, or a whole picture that is not
// interlaced.
typedef struct part {
  uint32_t width;
  uint32_t height;
  size_t packed_bytes;  // of a row as in the file
  size_t batch;         // rows decompressed at a time
} part;

static size_t bits_per_pixel(const codec_picture *picture) {
  static const uint8_t samples[] = {
      [gray] = 1, [rgb] = 3, [palette] = 1, [gray_alpha] = 2, [rgb_alpha] = 4};
  return (size_t)samples[picture->color_type] * picture->bit_depth;
}

// The distance in bytes between a byte and its left neighbour.
static size_t pixel_bytes_of(const codec_picture *picture) {
  return (bits_per_pixel(picture) + 7) / 8;
}

static size_t packed_bytes_of(const codec_picture *picture, uint32_t width) {
  return (width * bits_per_pixel(picture) + 7) / 8;
}

static size_t filtered_stride(const part *part) { return part->packed_bytes + 1; }
static size_t stride(const part *part) { return part->packed_bytes + codec_row_slack; }

static size_t batch_of(const part *part, size_t pixel_bytes) {
  size_t count = batch_target / filtered_stride(part) + 1;
  if (count > part->height) count = part->height;
  // Rounded up to whole wavefronts, but not to more rows than there are.
  const size_t wavefront = codec_avx2_wavefront_rows(pixel_bytes);
  size_t rounded = (count + wavefront - 1) / wavefront * wavefront;
  return rounded < part->height ? rounded : part->height;
}

static int part_count(const codec_picture *picture) {
  return picture->is_interlaced ? codec_pass_count : 1;
}

static part part_at(const codec_picture *picture, int index) {
  part part = {.width = picture->width, .height = picture->height};
  if (picture->is_interlaced) {
    codec_pass pass = codec_pass_at(index, picture->width, picture->height);
    part.width = pass.width;
    part.height = pass.height;
  }
  part.packed_bytes = packed_bytes_of(picture, part.width);
  part.batch = batch_of(&part, pixel_bytes_of(picture));
  return part;
}

// ---- Rows ----

struct codec_rows {
  codec_pixel_data data;
  codec_picture picture;  // without its palette
  int next_part;
  part part;
  uint32_t rows_left;   // of the part, still filtered
  uint64_t bytes_left;  // of all filtered rows, still compressed
  uint8_t *filtered;    // decompressed bytes: a batch, or everything from a batch to the end
  size_t filtered_start, filtered_end;  // the bytes of rows that are still filtered
  uint8_t *rows;  // the last row of the previous batch, then a batch
  size_t filled;  // rows in the batch
  size_t taken;   // rows of the batch already handed out
  bool is_portable;
  bool is_broken;
  bool has_table;
  sample_table table;
};

bool codec_rows_suit(const codec_picture *picture) {
  if (packed_bytes_of(picture, picture->width) > maximum_packed_bytes) return false;
  // Rows without a table are handed out as stored in the file, without alpha from tRNS.
  bool has_alpha = picture->color_type == gray_alpha || picture->color_type == rgb_alpha;
  return takes_table(picture) || has_alpha || !picture->has_transparency;
}

static bool begin(codec_rows *rows, uint32_t data_count, codec_engine engine) {
  size_t filtered_count = 0, row_bytes = 0;  // for the largest batch
  for (int index = 0; index < part_count(&rows->picture); index++) {
    part part = part_at(&rows->picture, index);
    size_t batch_bytes = part.batch * filtered_stride(&part);
    size_t batch_row_bytes = (part.batch + 1) * stride(&part);
    if (batch_bytes > filtered_count) filtered_count = batch_bytes;
    if (batch_row_bytes > row_bytes) row_bytes = batch_row_bytes;
    rows->bytes_left += (uint64_t)part.height * filtered_stride(&part);
  }
  filtered_count += codec_held_at_most;
  if (filtered_count > rows->bytes_left) filtered_count = (size_t)rows->bytes_left;
  bool uses_isal = engine == codec_engine_isal ||
                   (engine == codec_engine_automatic && rows->bytes_left >= minimum_for_isal);
  rows->data.inflater = codec_inflater_create(uses_isal);
  rows->filtered = malloc(filtered_count + codec_row_slack);
  rows->rows = calloc(row_bytes, 1);
  return rows->data.inflater != NULL && rows->filtered != NULL && rows->rows != NULL &&
         codec_pixel_data_begin(&rows->data, data_count);
}

codec_rows *codec_rows_create(const codec_picture *picture, codec_source *source,
                              uint32_t data_count, codec_engine engine) {
  codec_rows *rows = calloc(1, sizeof *rows);
  if (rows == NULL) return NULL;
  rows->picture = *picture;
  rows->data.source = source;
  rows->is_portable = engine == codec_engine_portable;
  rows->has_table = takes_table(picture);
  if (rows->has_table) fill_table(&rows->table, picture);
  rows->picture.palette = NULL;
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

// Decompresses the bytes of a batch, or all remaining bytes if only few would follow the batch.
//
// All remaining bytes include those that an inflater may hold after taking all input; after a
// batch, there must be more input. This is checked before any of these rows is handed out: if
// libpng refuses one of them, so must this reader.
static bool unpack(codec_rows *rows, size_t batch_bytes) {
  bool is_end = rows->bytes_left - batch_bytes <= codec_held_at_most;
  size_t count = is_end ? (size_t)rows->bytes_left : batch_bytes;
  if (!codec_pixel_data_read(&rows->data, rows->filtered, count)) return false;
  rows->bytes_left -= count;
  rows->filtered_start = 0;
  rows->filtered_end = count;
  return is_end ? codec_pixel_data_end(&rows->data) : codec_pixel_data_continues(&rows->data);
}

static void begin_part(codec_rows *rows) {
  do {
    rows->part = part_at(&rows->picture, rows->next_part++);
  } while (rows->part.height == 0);
  rows->rows_left = rows->part.height;
  // The row above the first row counts as zero.
  memset(rows->rows, 0, rows->part.packed_bytes);
}

static bool unfilter_batch(codec_rows *rows) {
  bool is_over = rows->bytes_left == 0 && rows->filtered_start == rows->filtered_end;
  if (is_over) return false;
  if (rows->rows_left == 0) {
    begin_part(rows);
  } else {
    memcpy(rows->rows, rows->rows + rows->filled * stride(&rows->part), rows->part.packed_bytes);
  }
  size_t count = rows->part.batch < rows->rows_left ? rows->part.batch : rows->rows_left;
  size_t filtered_count = count * filtered_stride(&rows->part);
  if (rows->filtered_start == rows->filtered_end && !unpack(rows, filtered_count)) return false;
  codec_filtered_rows batch = {
      .filtered = rows->filtered + rows->filtered_start,
      .filtered_stride = filtered_stride(&rows->part),
      .rows = rows->rows,
      .stride = stride(&rows->part),
      .byte_count = rows->part.packed_bytes,
      .pixel_bytes = pixel_bytes_of(&rows->picture),
  };
  for (size_t row = 0; row < count; row++) {
    if (codec_filter_type(&batch, row) >= codec_filter_count) return false;
  }
  codec_unfilter(&batch, count, rows->is_portable);
  rows->filtered_start += filtered_count;
  rows->rows_left -= (uint32_t)count;
  rows->filled = count;
  rows->taken = 0;
  return true;
}

bool codec_rows_read(codec_rows *rows, uint8_t *row) {
  if (rows->taken == rows->filled) rows->is_broken = rows->is_broken || !unfilter_batch(rows);
  if (rows->is_broken) return false;
  rows->taken++;
  const uint8_t *packed = rows->rows + rows->taken * stride(&rows->part);
  if (row == NULL) return true;
  if (rows->has_table) {
    apply_table(&rows->table, packed, row, rows->part.width);
  } else {
    memcpy(row, packed, rows->part.packed_bytes);
  }
  return true;
}
