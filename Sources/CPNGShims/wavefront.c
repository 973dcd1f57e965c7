#include "cpng_wavefront.h"

#include <string.h>

#include "cpng_register.h"

#if CPNG_HAS_REGISTERS

enum { row_count = cpng_wavefront_rows };

// A pixel of each row: a lane of 4 or 8 bytes is a row, the lowest lane of the
// first register is the first row.
typedef struct pixels {
  cpng_register parts[row_count * 8 / 16];
} pixels;

// What the compiler knows where a loop is made: pixels of up to 4 bytes share a
// register by fours, wider ones by twos.
typedef struct shape {
  size_t pixel_bytes;
  bool is_paeth;  // all rows are
} shape;

CPNG_INLINE int lanes_of(shape shape) { return shape.pixel_bytes <= 4 ? 4 : 2; }
CPNG_INLINE int parts_of(shape shape) { return row_count / lanes_of(shape); }

// Which neighbours each row's filter looks at: 255 or 0. A filter that does not
// look at a neighbour is Paeth with zero for it: Sub, for one, sees only the
// pixel on the left, which Paeth then takes.
typedef struct filters {
  pixels left, above, above_left, average;
} filters;

CPNG_INLINE pixels nothing(void) {
  pixels result;
  for (size_t part = 0; part < sizeof result.parts / sizeof result.parts[0]; part++) {
    result.parts[part] = cpng_zero();
  }
  return result;
}

CPNG_INLINE pixels gathered(const uint64_t values[row_count], shape shape) {
  pixels result = nothing();
  for (int part = 0; part < parts_of(shape); part++) {
    const uint64_t *value = values + part * lanes_of(shape);
    result.parts[part] = lanes_of(shape) == 4
                             ? cpng_from_4((uint32_t)value[0], (uint32_t)value[1],
                                           (uint32_t)value[2], (uint32_t)value[3])
                             : cpng_from_2(value[0], value[1]);
  }
  return result;
}

CPNG_INLINE uint64_t loaded(const uint8_t *bytes, shape shape) {
  if (lanes_of(shape) == 4) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
  }
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

CPNG_INLINE void store(cpng_register part, int lane, uint8_t *bytes, shape shape) {
  if (lanes_of(shape) == 4) {
    uint32_t value = cpng_lane_of_4(part, lane);
    memcpy(bytes, &value, sizeof value);
  } else {
    uint64_t value = cpng_lane_of_2(part, lane);
    memcpy(bytes, &value, sizeof value);
  }
}

// Each row's pixel handed to the row below it.
CPNG_INLINE pixels lowered(const pixels *from, uint64_t top, shape shape) {
  pixels result = nothing();
  for (int part = 0; part < parts_of(shape); part++) {
    if (lanes_of(shape) == 4) {
      cpng_register before = part > 0 ? from->parts[part - 1] : cpng_from_4(0, 0, 0, (uint32_t)top);
      result.parts[part] = cpng_raised_of_4(from->parts[part], before);
    } else {
      cpng_register before = part > 0 ? from->parts[part - 1] : cpng_from_2(0, top);
      result.parts[part] = cpng_raised_of_2(from->parts[part], before);
    }
  }
  return result;
}

// The filtered bytes plus what Paeth predicts from the neighbours.
//
// The nearest to left + above - corner is the lesser of left and above if the
// corner is at least twice as far from it as from the greater, the greater if
// it is the other way round, and the corner itself in between. Where the corner
// is not between the two, one of the distances counts as 0. This is the same as
// the formula of the specification for all 2^24 neighbours.
CPNG_INLINE cpng_register paeth(cpng_register filtered, cpng_register left, cpng_register above,
                                cpng_register corner) {
  cpng_register to_greater = cpng_excess(cpng_greater(left, above), corner);
  cpng_register to_lesser = cpng_excess(corner, cpng_lesser(left, above));
  cpng_register is_greater = cpng_is_at_most(cpng_doubled(to_lesser), to_greater);
  cpng_register is_lesser = cpng_is_at_most(cpng_doubled(to_greater), to_lesser);
  cpng_register result = cpng_sum(filtered, corner);
  result = cpng_difference(result, cpng_and(to_lesser, is_lesser));
  return cpng_sum(result, cpng_and(to_greater, is_greater));
}

CPNG_INLINE cpng_register restored(cpng_register filtered, cpng_register left,
                                   cpng_register above, cpng_register corner,
                                   const filters *filters, int part, shape shape) {
  if (shape.is_paeth) return paeth(filtered, left, above, corner);
  cpng_register average =
      cpng_and(cpng_average(left, above), filters->average.parts[part]);
  return paeth(cpng_sum(filtered, average), cpng_and(left, filters->left.parts[part]),
               cpng_and(above, filters->above.parts[part]),
               cpng_and(corner, filters->above_left.parts[part]));
}

typedef struct wavefront {
  const cpng_filtered_rows *rows;
  size_t width;
  filters filters;
  pixels left, corner;
} wavefront;

// Takes the pixel `step` of the first row, the one before it of the second, and
// so on. Near the edges some rows have no such pixel.
CPNG_INLINE void advance(wavefront *front, size_t step, bool is_near_edge, shape shape) {
  static const uint8_t zeros[cpng_row_slack];
  uint8_t unwanted[cpng_row_slack];
  const cpng_filtered_rows *rows = front->rows;
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
    cpng_register result =
        restored(filtered.parts[part], front->left.parts[part], above.parts[part],
                 front->corner.parts[part], &front->filters, part, shape);
    // What is left of the first pixel is zero.
    if (is_near_edge) result = cpng_and(result, gathered(begun, shape).parts[part]);
    front->left.parts[part] = result;
    front->corner.parts[part] = above.parts[part];
  }
  for (int row = 0; row < row_count; row++) {
    int part = row / lanes_of(shape);
    store(front->left.parts[part], row % lanes_of(shape), targets[row], shape);
  }
}

CPNG_INLINE filters filters_of(const cpng_filtered_rows *rows, shape shape) {
  uint64_t left[row_count], above[row_count], above_left[row_count], average[row_count];
  for (size_t row = 0; row < row_count; row++) {
    cpng_filter_neighbors neighbors = cpng_neighbors_of(rows, row);
    left[row] = neighbors.left ? UINT64_MAX : 0;
    above[row] = neighbors.above ? UINT64_MAX : 0;
    above_left[row] = neighbors.corner ? UINT64_MAX : 0;
    average[row] = neighbors.average ? UINT64_MAX : 0;
  }
  return (filters){gathered(left, shape), gathered(above, shape), gathered(above_left, shape),
                   gathered(average, shape)};
}

CPNG_INLINE void unfilter_shape(const cpng_filtered_rows *rows, shape shape) {
  wavefront front = {
      .rows = rows,
      .width = rows->byte_count / shape.pixel_bytes,
      .filters = filters_of(rows, shape),
      .left = nothing(),
      .corner = nothing(),
  };
  size_t step = 0;
  for (; step < row_count - 1; step++) advance(&front, step, true, shape);
  for (; step < front.width; step++) advance(&front, step, false, shape);
  for (; step < front.width + row_count - 1; step++) advance(&front, step, true, shape);
}

CPNG_INLINE void unfilter_pixels(const cpng_filtered_rows *rows, size_t pixel_bytes) {
  // Files that photographs are kept in are nearly all Paeth.
  if (cpng_are_paeth(rows, row_count)) {
    unfilter_shape(rows, (shape){pixel_bytes, .is_paeth = true});
  } else {
    unfilter_shape(rows, (shape){pixel_bytes, .is_paeth = false});
  }
}

bool cpng_wavefront_unfilter(const cpng_filtered_rows *rows) {
  switch (rows->pixel_bytes) {
    case 1: unfilter_pixels(rows, 1); break;
    case 2: unfilter_pixels(rows, 2); break;
    case 3: unfilter_pixels(rows, 3); break;
    case 4: unfilter_pixels(rows, 4); break;
    case 6: unfilter_pixels(rows, 6); break;
    default: unfilter_pixels(rows, 8); break;
  }
  return true;
}

#else

bool cpng_wavefront_unfilter(const cpng_filtered_rows *rows) {
  (void)rows;
  return false;
}

#endif
