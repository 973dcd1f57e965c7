#include <string.h>

#include "internal.h"
#include "paeth.h"

// Measurements showed no gain from SSE4.1 here.

enum { row_count = codec_wavefront_rows };

typedef codec_bytes bytes;
typedef codec_four_lanes four_lanes;
typedef codec_two_lanes two_lanes;

// One pixel of each row. Each lane of 4 or 8 bytes is a row; the lowest lane of the first register
// is the first row.
typedef struct pixels {
  bytes parts[row_count * 8 / 16];
} pixels;

// The constants of a loop. A register holds four pixels of up to 4 bytes, or two wider ones.
typedef struct shape {
  size_t pixel_bytes;
  bool is_paeth;  // whether all rows use the Paeth filter
} shape;

ALWAYS_INLINE int lanes_of(shape shape) { return shape.pixel_bytes <= 4 ? 4 : 2; }
ALWAYS_INLINE int parts_of(shape shape) { return row_count / lanes_of(shape); }

// Masks of the neighbours that each row's filter uses: 255 or 0. A filter that ignores a neighbour
// is the same as Paeth with zero in its place. Sub, for example, sees only the left pixel, which
// Paeth then chooses.
typedef struct filters {
  pixels left, above, corner, average;
} filters;

ALWAYS_INLINE pixels gathered(const uint64_t values[row_count], shape shape) {
  pixels result = {0};
  for (int part = 0; part < parts_of(shape); part++) {
    const uint64_t *value = values + part * lanes_of(shape);
    if (lanes_of(shape) == 4) {
      result.parts[part] = (bytes)(four_lanes){(uint32_t)value[0], (uint32_t)value[1],
                                               (uint32_t)value[2], (uint32_t)value[3]};
    } else {
      result.parts[part] = (bytes)(two_lanes){value[0], value[1]};
    }
  }
  return result;
}

ALWAYS_INLINE uint64_t loaded(const uint8_t *source, shape shape) {
  if (lanes_of(shape) == 4) {
    uint32_t value;
    memcpy(&value, source, sizeof value);
    return value;
  }
  uint64_t value;
  memcpy(&value, source, sizeof value);
  return value;
}

ALWAYS_INLINE void store(bytes part, int lane, uint8_t *target, shape shape) {
  if (lanes_of(shape) == 4) {
    uint32_t value = ((four_lanes)part)[lane];
    memcpy(target, &value, sizeof value);
  } else {
    uint64_t value = ((two_lanes)part)[lane];
    memcpy(target, &value, sizeof value);
  }
}

// The pixels moved down by one row, with `top` in the first row.
ALWAYS_INLINE pixels lowered(const pixels *from, uint64_t top, shape shape) {
  pixels result = {0};
  for (int part = 0; part < parts_of(shape); part++) {
    if (lanes_of(shape) == 4) {
      four_lanes before =
          part > 0 ? (four_lanes)from->parts[part - 1] : (four_lanes){0, 0, 0, (uint32_t)top};
      four_lanes own = (four_lanes)from->parts[part];
      result.parts[part] = (bytes)__builtin_shufflevector(before, own, 3, 4, 5, 6);
    } else {
      two_lanes before = part > 0 ? (two_lanes)from->parts[part - 1] : (two_lanes){0, top};
      two_lanes own = (two_lanes)from->parts[part];
      result.parts[part] = (bytes)__builtin_shufflevector(before, own, 1, 2);
    }
  }
  return result;
}

ALWAYS_INLINE bytes restored(bytes filtered, bytes left, bytes above, bytes corner,
                             const filters *filters, int part, shape shape) {
  if (shape.is_paeth) return filtered + CODEC_PAETH(bytes, left, above, corner);
  filtered += CODEC_AVERAGE(bytes, left, above) & filters->average.parts[part];
  left &= filters->left.parts[part];
  above &= filters->above.parts[part];
  corner &= filters->corner.parts[part];
  return filtered + CODEC_PAETH(bytes, left, above, corner);
}

typedef struct wavefront {
  const codec_filtered_rows *rows;
  size_t width;
  filters filters;
  pixels left, corner;
} wavefront;

// Takes pixel `step` of the first row, the previous pixel of the second row, and so on. Near the
// edges, some rows have no pixel at their position.
ALWAYS_INLINE void advance(wavefront *front, size_t step, bool is_near_edge, shape shape) {
  static const uint8_t zeros[codec_row_slack];
  uint8_t unwanted[codec_row_slack];
  const codec_filtered_rows *rows = front->rows;
  uint64_t values[row_count];
  uint64_t begun[row_count];
  uint8_t *targets[row_count];
  for (size_t row = 0; row < row_count; row++) {
    bool is_inside = !is_near_edge || (step >= row && step - row < front->width);
    ptrdiff_t offset = (ptrdiff_t)((step - row) * shape.pixel_bytes);
    const uint8_t *source = rows->filtered + row * rows->filtered_stride + 1;
    values[row] = loaded(is_inside ? source + offset : zeros, shape);
    targets[row] = is_inside ? rows->rows + (row + 1) * rows->stride + offset : unwanted;
    begun[row] = step >= row ? UINT64_MAX : 0;
  }
  bool has_above = !is_near_edge || step < front->width;
  uint64_t top = loaded(has_above ? rows->rows + step * shape.pixel_bytes : zeros, shape);

  pixels filtered = gathered(values, shape);
  pixels above = lowered(&front->left, top, shape);
  for (int part = 0; part < parts_of(shape); part++) {
    bytes result = restored(filtered.parts[part], front->left.parts[part], above.parts[part],
                            front->corner.parts[part], &front->filters, part, shape);
    // The pixel left of the first one counts as zero.
    if (is_near_edge) result &= gathered(begun, shape).parts[part];
    front->left.parts[part] = result;
    front->corner.parts[part] = above.parts[part];
  }
  for (int row = 0; row < row_count; row++) {
    int part = row / lanes_of(shape);
    store(front->left.parts[part], row % lanes_of(shape), targets[row], shape);
  }
}

ALWAYS_INLINE filters filters_of(const codec_filtered_rows *rows, shape shape) {
  uint64_t left[row_count], above[row_count], corner[row_count], average[row_count];
  for (size_t row = 0; row < row_count; row++) {
    codec_filter_neighbors neighbors = codec_neighbors_of(rows, row);
    left[row] = neighbors.left ? UINT64_MAX : 0;
    above[row] = neighbors.above ? UINT64_MAX : 0;
    corner[row] = neighbors.corner ? UINT64_MAX : 0;
    average[row] = neighbors.average ? UINT64_MAX : 0;
  }
  return (filters){gathered(left, shape), gathered(above, shape), gathered(corner, shape),
                   gathered(average, shape)};
}

ALWAYS_INLINE void unfilter_shape(const codec_filtered_rows *rows, shape shape) {
  wavefront front = {
      .rows = rows,
      .width = rows->byte_count / shape.pixel_bytes,
      .filters = filters_of(rows, shape),
  };
  size_t step = 0;
  for (; step < row_count - 1; step++) advance(&front, step, true, shape);
  for (; step < front.width; step++) advance(&front, step, false, shape);
  for (; step < front.width + row_count - 1; step++) advance(&front, step, true, shape);
}

void codec_wavefront_unfilter(const codec_filtered_rows *rows) {
  CODEC_UNFILTER(unfilter_shape, rows, row_count);
}
