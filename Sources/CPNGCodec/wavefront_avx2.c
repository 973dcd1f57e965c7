#include <string.h>

#include "internal.h"

#if HAS_X86_VECTORS

#include <immintrin.h>

#include "paeth.h"

#define AVX2_INLINE AVX2 ALWAYS_INLINE

// Rows are lanes of 4 bytes: eight in a register, the first row in the lowest lane of the first.
// Each row lags two pixels after the row above it. It thus does not wait for the latest pixel of
// that row.
enum {
  row_count = codec_avx2_wavefront_rows,
  lane_count = 8,
  part_count = row_count / lane_count,
  lag = 2,
  // Pixels of each row that are loaded, and stored, together.
  block_width = 4,
  // Pixels of the first row that are taken one by one, until the last row, too, has left
  // neighbours.
  head_width = lag * row_count,
  minimum_width = 4 * head_width
};

// A register of AVX2, as bytes.
typedef uint8_t bytes __attribute__((vector_size(32)));

// The constants of a loop.
typedef struct shape {
  size_t pixel_bytes;  // 3 or 4
  bool is_paeth;       // whether all rows are
} shape;

// The rows' bytes at the step at which the first row is at its first pixel.
typedef struct lanes {
  const uint8_t *filtered[row_count];
  uint8_t *rows[row_count];
} lanes;

// 255 or 0 for each row, as in wavefront.c: a filter that ignores a neighbour is Paeth with zero
// for it.
typedef struct filters {
  bytes left, above, corner, average;
} filters;

// The pixels of the last step and of the step before it, and the pixels above the last ones.
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

// ---- Blocks ----

// Four rows of four lanes become four columns, in each half of the registers.
AVX2_INLINE void transpose(__m256i block[block_width]) {
  __m256i a = _mm256_unpacklo_epi32(block[0], block[1]);
  __m256i b = _mm256_unpackhi_epi32(block[0], block[1]);
  __m256i c = _mm256_unpacklo_epi32(block[2], block[3]);
  __m256i d = _mm256_unpackhi_epi32(block[2], block[3]);
  block[0] = _mm256_unpacklo_epi64(a, c);
  block[1] = _mm256_unpackhi_epi64(a, c);
  block[2] = _mm256_unpacklo_epi64(b, d);
  block[3] = _mm256_unpackhi_epi64(b, d);
}

// Loads a pixel of eight rows into each of four registers.
AVX2_INLINE void load_block(__m256i block[block_width], const uint8_t *const rows[lane_count],
                            size_t offset, shape shape) {
  const __m256i spread = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
  for (int row = 0; row < 4; row++) {
    __m128i low = _mm_loadu_si128((const __m128i *)(rows[row] + offset));
    __m128i high = _mm_loadu_si128((const __m128i *)(rows[row + 4] + offset));
    block[row] = _mm256_set_m128i(high, low);
    if (shape.pixel_bytes == 3) block[row] = _mm256_shuffle_epi8(block[row], spread);
  }
  transpose(block);
}

// Stores a block. After pixels of 3 bytes, 4 bytes of the next pixels are overwritten.
AVX2_INLINE void store_block(__m256i block[block_width], uint8_t *const rows[lane_count],
                             size_t offset, shape shape) {
  const __m256i packed = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
  transpose(block);
  for (int row = 0; row < 4; row++) {
    __m256i both = block[row];
    if (shape.pixel_bytes == 3) both = _mm256_shuffle_epi8(both, packed);
    _mm_storeu_si128((__m128i *)(rows[row] + offset), _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)(rows[row + 4] + offset), _mm256_extracti128_si256(both, 1));
  }
}

// A pixel of each of eight rows.
AVX2_INLINE bytes pixels_at(uint8_t *const rows[lane_count], size_t offset) {
  uint32_t values[lane_count];
  for (int lane = 0; lane < lane_count; lane++) memcpy(values + lane, rows[lane] + offset, 4);
  return (bytes)_mm256_loadu_si256((const __m256i *)values);
}

// ---- The wavefront ----

// The pixels moved one row down; the highest lane becomes the lowest.
AVX2_INLINE __m256i lowered(bytes pixels) {
  const __m256i order = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
  return _mm256_permutevar8x32_epi32((__m256i)pixels, order);
}

// `pixels` with the lowest lane of `top` as their lowest lane.
AVX2_INLINE bytes topped(__m256i pixels, __m256i top) {
  return (bytes)_mm256_blend_epi32(pixels, top, 1);
}

AVX2_INLINE void filters_of(filters parts[part_count], const codec_filtered_rows *rows) {
  int32_t left[row_count], above[row_count], corner[row_count], average[row_count];
  for (size_t row = 0; row < row_count; row++) {
    codec_filter_neighbors neighbors = codec_neighbors_of(rows, row);
    left[row] = neighbors.left ? -1 : 0;
    above[row] = neighbors.above ? -1 : 0;
    corner[row] = neighbors.corner ? -1 : 0;
    average[row] = neighbors.average ? -1 : 0;
  }
  for (int part = 0; part < part_count; part++) {
    memcpy(&parts[part].left, left + part * lane_count, sizeof(bytes));
    memcpy(&parts[part].above, above + part * lane_count, sizeof(bytes));
    memcpy(&parts[part].corner, corner + part * lane_count, sizeof(bytes));
    memcpy(&parts[part].average, average + part * lane_count, sizeof(bytes));
  }
}

// Processes steps from the end of the head, as many whole blocks as the first row has. Returns the
// next step.
AVX2_INLINE size_t advance(const codec_filtered_rows *rows, const lanes *lanes, shape shape) {
  const size_t width = rows->byte_count / shape.pixel_bytes;
  filters filters[part_count];
  filters_of(filters, rows);
  neighbors near[part_count];
  for (int part = 0; part < part_count; part++) {
    uint8_t *const *targets = lanes->rows + part * lane_count;
    near[part].left = pixels_at(targets, (head_width - 1) * shape.pixel_bytes);
    near[part].before = pixels_at(targets, (head_width - 2) * shape.pixel_bytes);
    // The pixel above is the one that the row above made two steps earlier.
    bytes last = pixels_at(targets, (head_width - 1 - lag) * shape.pixel_bytes);
    const uint8_t *top = part == 0 ? rows->rows + (head_width - 1) * shape.pixel_bytes
                                   : lanes->rows[part * lane_count - 1] +
                                         (head_width - 1 - lag) * shape.pixel_bytes;
    near[part].corner = topped(lowered(last), _mm256_castsi128_si256(_mm_loadu_si32(top)));
  }

  size_t step = head_width;
  for (; step + block_width <= width; step += block_width) {
    __m256i blocks[part_count][block_width];
    size_t offset = step * shape.pixel_bytes;
    for (int part = 0; part < part_count; part++) {
      load_block(blocks[part], lanes->filtered + part * lane_count, offset, shape);
    }
    for (int column = 0; column < block_width; column++) {
      const uint8_t *top = rows->rows + offset + (size_t)column * shape.pixel_bytes;
      __m256i highest = _mm256_castsi128_si256(_mm_loadu_si32(top));
      for (int part = 0; part < part_count; part++) {
        __m256i handed = lowered(near[part].before);
        bytes above = topped(handed, highest);
        highest = handed;
        bytes result =
            restored((bytes)blocks[part][column], above, &near[part], &filters[part], shape);
        near[part] = (neighbors){result, near[part].left, above};
        blocks[part][column] = (__m256i)result;
      }
    }
    for (int part = 0; part < part_count; part++) {
      store_block(blocks[part], lanes->rows + part * lane_count, offset, shape);
    }
  }
  return step;
}

AVX2_INLINE void unfilter_shape(const codec_filtered_rows *rows, shape shape) {
  lanes lanes;
  for (size_t row = 0; row < row_count; row++) {
    // The row lags, so at step 0 it is left of its first pixel.
    size_t ahead = lag * row * shape.pixel_bytes;
    codec_unfilter_part(rows, row, 0, head_width * shape.pixel_bytes - ahead);
    lanes.filtered[row] = rows->filtered + row * rows->filtered_stride + 1 - ahead;
    lanes.rows[row] = rows->rows + (row + 1) * rows->stride - ahead;
  }
  size_t step = advance(rows, &lanes, shape);
  for (size_t row = 0; row < row_count; row++) {
    codec_unfilter_part(rows, row, (step - lag * row) * shape.pixel_bytes, rows->byte_count);
  }
}

AVX2 static void unfilter_rgb(const codec_filtered_rows *rows) {
  // Photographs are nearly all Paeth.
  if (codec_are_paeth(rows, row_count)) {
    unfilter_shape(rows, (shape){.pixel_bytes = 3, .is_paeth = true});
  } else {
    unfilter_shape(rows, (shape){.pixel_bytes = 3, .is_paeth = false});
  }
}

AVX2 static void unfilter_rgba(const codec_filtered_rows *rows) {
  if (codec_are_paeth(rows, row_count)) {
    unfilter_shape(rows, (shape){.pixel_bytes = 4, .is_paeth = true});
  } else {
    unfilter_shape(rows, (shape){.pixel_bytes = 4, .is_paeth = false});
  }
}

bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows) {
  if (vectors_available() < vectors_level_avx2) return false;
  if (rows->byte_count < minimum_width * rows->pixel_bytes) return false;
  switch (rows->pixel_bytes) {
    case 3: unfilter_rgb(rows); return true;
    case 4: unfilter_rgba(rows); return true;
    default: return false;
  }
}

#else

bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows) {
  (void)rows;
  return false;
}

#endif
