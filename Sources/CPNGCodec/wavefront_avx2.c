#include <string.h>

#include "internal.h"

#if HAS_X86_VECTORS

#include <immintrin.h>

#include "paeth.h"

#define AVX2_INLINE AVX2 ALWAYS_INLINE

// Rows are lanes of 1, 2, 4 or 8 bytes, each holding a pixel. The first row is the lowest lane of
// the first register. Each row is two pixels behind the row above it, so it does not wait for the
// latest pixel of that row.
enum { lag = 2, half_bytes = 16, register_bytes = 32, most_parts = 2, most_columns = 16 };

// An AVX2 register, as bytes.
typedef uint8_t bytes __attribute__((vector_size(register_bytes)));

// The constants of a loop.
typedef struct shape {
  size_t pixel_bytes;
  bool is_paeth;  // whether all rows use the Paeth filter
} shape;

ALWAYS_INLINE size_t lane_of(shape shape) {
  size_t count = shape.pixel_bytes;
  return count == 3 ? 4 : count == 6 ? 8 : count;
}
ALWAYS_INLINE size_t rows_of(shape shape) { return codec_avx2_wavefront_rows(shape.pixel_bytes); }
// The number of registers that hold a pixel of each row.
ALWAYS_INLINE size_t parts_of(shape shape) {
  return rows_of(shape) * lane_of(shape) / register_bytes;
}
// The number of pixels of each row that are loaded and stored together.
ALWAYS_INLINE size_t columns_of(shape shape) { return half_bytes / lane_of(shape); }
// The number of pixels of the first row processed one by one, until even the last row has
// neighbours on the left.
ALWAYS_INLINE size_t head_of(shape shape) { return lag * rows_of(shape); }

// The bytes of the rows at the step where the first row is at its first pixel.
typedef struct lanes {
  const uint8_t *filtered[register_bytes];
  uint8_t *rows[register_bytes];
} lanes;

// 255 or 0 for each row, as in wavefront.c: a filter that ignores a neighbour is the same as Paeth
// with zero in its place.
typedef struct filters {
  bytes left, above, corner, average;
} filters;

// The pixels of the previous step and of the one before, and the pixels above the previous ones.
typedef struct neighbors {
  bytes left, before, corner;
} neighbors;

// ---- Pixels ----

AVX2_INLINE bytes restored(bytes filtered, bytes above, const neighbors *near,
                           const filters *filters, shape shape) {
  bytes left = near->left, corner = near->corner;
  if (shape.is_paeth) return filtered + CODEC_PAETH(bytes, left, above, corner);
  filtered += CODEC_AVERAGE(bytes, left, above) & filters->average;
  left &= filters->left;
  above &= filters->above;
  corner &= filters->corner;
  return filtered + CODEC_PAETH(bytes, left, above, corner);
}

// The pixels moved down by one row; the highest lane of `higher` becomes the lowest.
AVX2_INLINE bytes lowered(bytes pixels, bytes higher, shape shape) {
  __m256i own = (__m256i)pixels;
  __m256i halves = _mm256_permute2x128_si256(own, (__m256i)higher, 0x03);
  switch (lane_of(shape)) {
    case 1: return (bytes)_mm256_alignr_epi8(own, halves, half_bytes - 1);
    case 2: return (bytes)_mm256_alignr_epi8(own, halves, half_bytes - 2);
    case 4: return (bytes)_mm256_alignr_epi8(own, halves, half_bytes - 4);
    default: return (bytes)_mm256_alignr_epi8(own, halves, half_bytes - 8);
  }
}

// A pixel of the row above all lanes, in the highest lane.
AVX2_INLINE bytes topmost(const codec_filtered_rows *rows, size_t step, shape shape) {
  const uint8_t *pixel = rows->rows + step * shape.pixel_bytes;
  const uint8_t *end = pixel + lane_of(shape);
  return (bytes)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(end - half_bytes)));
}

// A pixel of each row of a part.
AVX2_INLINE bytes pixels_at(const lanes *lanes, size_t part, size_t step, shape shape) {
  uint8_t values[register_bytes];
  size_t lane = lane_of(shape), count = register_bytes / lane;
  for (size_t row = 0; row < count; row++) {
    const uint8_t *pixel = lanes->rows[part * count + row] + step * shape.pixel_bytes;
    memcpy(values + row * lane, pixel, lane);
  }
  return (bytes)_mm256_loadu_si256((const __m256i *)values);
}

// ---- Blocks ----

AVX2_INLINE __m256i low_lanes(__m256i a, __m256i b, shape shape) {
  switch (lane_of(shape)) {
    case 1: return _mm256_unpacklo_epi8(a, b);
    case 2: return _mm256_unpacklo_epi16(a, b);
    case 4: return _mm256_unpacklo_epi32(a, b);
    default: return _mm256_unpacklo_epi64(a, b);
  }
}

AVX2_INLINE __m256i high_lanes(__m256i a, __m256i b, shape shape) {
  switch (lane_of(shape)) {
    case 1: return _mm256_unpackhi_epi8(a, b);
    case 2: return _mm256_unpackhi_epi16(a, b);
    case 4: return _mm256_unpackhi_epi32(a, b);
    default: return _mm256_unpackhi_epi64(a, b);
  }
}

// Turns rows into columns, in each half of the registers. A lane's number consists of the bits of
// its row and of its column; interleaving the first half of the registers with the second rotates
// these bits.
AVX2_INLINE void transpose(__m256i block[most_columns], shape shape) {
  size_t columns = columns_of(shape);
#pragma clang loop unroll(full)
  for (size_t round = 1; round < columns; round *= 2) {
    __m256i from[most_columns];
#pragma clang loop unroll(full)
    for (size_t i = 0; i < columns; i++) from[i] = block[i];
#pragma clang loop unroll(full)
    for (size_t i = 0; i < columns / 2; i++) {
      block[2 * i] = low_lanes(from[i], from[i + columns / 2], shape);
      block[2 * i + 1] = high_lanes(from[i], from[i + columns / 2], shape);
    }
  }
}

// Moves pixels of 3 or 6 bytes into lanes of 4 or 8.
AVX2_INLINE __m256i spread(__m256i packed, shape shape) {
  const __m128i threes = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m128i sixes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11, -1, -1);
  if (shape.pixel_bytes == lane_of(shape)) return packed;
  return _mm256_shuffle_epi8(
      packed, _mm256_broadcastsi128_si256(shape.pixel_bytes == 3 ? threes : sixes));
}

// Moves pixels of 3 or 6 bytes out of lanes of 4 or 8.
AVX2_INLINE __m256i packed(__m256i spread, shape shape) {
  const __m128i threes = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  const __m128i sixes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, -1, -1, -1, -1);
  if (shape.pixel_bytes == lane_of(shape)) return spread;
  return _mm256_shuffle_epi8(
      spread, _mm256_broadcastsi128_si256(shape.pixel_bytes == 3 ? threes : sixes));
}

// Loads a pixel of each row of a part into each of the block's registers.
AVX2_INLINE void load_block(__m256i block[most_columns], const uint8_t *const *rows,
                            size_t offset, shape shape) {
  size_t columns = columns_of(shape);
#pragma clang loop unroll(full)
  for (size_t row = 0; row < columns; row++) {
    __m128i low = _mm_loadu_si128((const __m128i *)(rows[row] + offset));
    __m128i high = _mm_loadu_si128((const __m128i *)(rows[row + columns] + offset));
    block[row] = spread(_mm256_set_m128i(high, low), shape);
  }
  transpose(block, shape);
}

// Stores a block. For pixels of 3 or 6 bytes, 4 bytes of the next pixels are overwritten.
AVX2_INLINE void store_block(__m256i block[most_columns], uint8_t *const *rows, size_t offset,
                             shape shape) {
  size_t columns = columns_of(shape);
  transpose(block, shape);
#pragma clang loop unroll(full)
  for (size_t row = 0; row < columns; row++) {
    __m256i both = packed(block[row], shape);
    _mm_storeu_si128((__m128i *)(rows[row] + offset), _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)(rows[row + columns] + offset), _mm256_extracti128_si256(both, 1));
  }
}

// ---- The wavefront ----

AVX2_INLINE void filters_of(filters parts[most_parts], const codec_filtered_rows *rows,
                            shape shape) {
  uint8_t masks[4][most_parts * register_bytes];
  size_t lane = lane_of(shape);
  for (size_t row = 0; row < rows_of(shape); row++) {
    codec_filter_neighbors neighbors = codec_neighbors_of(rows, row);
    memset(masks[0] + row * lane, neighbors.left ? UINT8_MAX : 0, lane);
    memset(masks[1] + row * lane, neighbors.above ? UINT8_MAX : 0, lane);
    memset(masks[2] + row * lane, neighbors.corner ? UINT8_MAX : 0, lane);
    memset(masks[3] + row * lane, neighbors.average ? UINT8_MAX : 0, lane);
  }
  for (size_t part = 0; part < parts_of(shape); part++) {
    memcpy(&parts[part].left, masks[0] + part * register_bytes, register_bytes);
    memcpy(&parts[part].above, masks[1] + part * register_bytes, register_bytes);
    memcpy(&parts[part].corner, masks[2] + part * register_bytes, register_bytes);
    memcpy(&parts[part].average, masks[3] + part * register_bytes, register_bytes);
  }
}

// Processes steps from the end of the head, in as many whole blocks as the first row has. Returns
// the next step.
AVX2_INLINE size_t advance(const codec_filtered_rows *rows, const lanes *lanes, shape shape) {
  const size_t width = rows->byte_count / shape.pixel_bytes;
  const size_t parts = parts_of(shape), columns = columns_of(shape), head = head_of(shape);
  const size_t part_rows = rows_of(shape) / parts;
  filters filters[most_parts];
  filters_of(filters, rows, shape);
  neighbors near[most_parts];
  // The pixel above is the one that the row above computed two steps earlier.
  bytes higher = topmost(rows, head - 1, shape);
  for (size_t part = 0; part < parts; part++) {
    bytes own = pixels_at(lanes, part, head - 1 - lag, shape);
    near[part] = (neighbors){pixels_at(lanes, part, head - 1, shape),
                             pixels_at(lanes, part, head - 2, shape), lowered(own, higher, shape)};
    higher = own;
  }

  size_t step = head;
  for (; step + columns <= width; step += columns) {
    __m256i blocks[most_parts][most_columns];
    size_t offset = step * shape.pixel_bytes;
#pragma clang loop unroll(full)
    for (size_t part = 0; part < parts; part++) {
      load_block(blocks[part], lanes->filtered + part * part_rows, offset, shape);
    }
#pragma clang loop unroll(full)
    for (size_t column = 0; column < columns; column++) {
      higher = topmost(rows, step + column, shape);
#pragma clang loop unroll(full)
      for (size_t part = 0; part < parts; part++) {
        bytes above = lowered(near[part].before, higher, shape);
        higher = near[part].before;
        bytes result =
            restored((bytes)blocks[part][column], above, &near[part], &filters[part], shape);
        near[part] = (neighbors){result, near[part].left, above};
        blocks[part][column] = (__m256i)result;
      }
    }
#pragma clang loop unroll(full)
    for (size_t part = 0; part < parts; part++) {
      store_block(blocks[part], lanes->rows + part * part_rows, offset, shape);
    }
  }
  return step;
}

AVX2_INLINE void unfilter_shape(const codec_filtered_rows *rows, shape shape) {
  lanes lanes;
  size_t head = head_of(shape);
  for (size_t row = 0; row < rows_of(shape); row++) {
    // The row lags, so at step 0 it is to the left of its first pixel.
    size_t ahead = lag * row * shape.pixel_bytes;
    codec_unfilter_part(rows, row, 0, head * shape.pixel_bytes - ahead);
    lanes.filtered[row] = rows->filtered + row * rows->filtered_stride + 1 - ahead;
    lanes.rows[row] = rows->rows + (row + 1) * rows->stride - ahead;
  }
  size_t step = advance(rows, &lanes, shape);
  for (size_t row = 0; row < rows_of(shape); row++) {
    codec_unfilter_part(rows, row, (step - lag * row) * shape.pixel_bytes, rows->byte_count);
  }
}

AVX2 static void unfilter_any(const codec_filtered_rows *rows) {
  CODEC_UNFILTER(unfilter_shape, rows, codec_avx2_wavefront_rows(rows->pixel_bytes));
}

bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows) {
  if (vectors_available() < vectors_level_avx2) return false;
  size_t head = lag * codec_avx2_wavefront_rows(rows->pixel_bytes);
  if (rows->byte_count < 2 * head * rows->pixel_bytes) return false;
  unfilter_any(rows);
  return true;
}

#else

bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows) {
  (void)rows;
  return false;
}

#endif
