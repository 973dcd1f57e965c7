// Interlaced pictures: the seven passes of Adam7, and how they are put together.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// ---- The passes ----

static uint32_t count_of(uint32_t side, uint32_t first, uint32_t step) {
  return side > first ? (side - first - 1) / step + 1 : 0;
}

// Source: PNG specification, 8.2 (interlace methods).
codec_pass codec_pass_at(int index, uint32_t width, uint32_t height) {
  static const codec_pass passes[codec_pass_count] = {
      {.left = 0, .top = 0, .column_step = 8, .row_step = 8},
      {.left = 4, .top = 0, .column_step = 8, .row_step = 8},
      {.left = 0, .top = 4, .column_step = 4, .row_step = 8},
      {.left = 2, .top = 0, .column_step = 4, .row_step = 4},
      {.left = 0, .top = 2, .column_step = 2, .row_step = 4},
      {.left = 1, .top = 0, .column_step = 2, .row_step = 2},
      {.left = 0, .top = 1, .column_step = 1, .row_step = 2},
  };
  codec_pass pass = passes[index];
  pass.width = count_of(width, pass.left, pass.column_step);
  // A pass without columns has no rows in the file, either.
  pass.height = pass.width > 0 ? count_of(height, pass.top, pass.row_step) : 0;
  return pass;
}

// ---- The picture ----

// The pixels of the first six passes are in even rows; the last pass consists of the odd rows.
enum { last_pass = codec_pass_count - 1, rows_per_held_row = 2 };

struct codec_adam7 {
  uint32_t width;
  uint32_t height;
  size_t pixel_bytes;
  int index;  // of the pass whose row comes next
  codec_pass pass;
  uint32_t next_row;  // within that pass
  uint8_t *even_rows;
};

static size_t bytes_per_row(const codec_adam7 *adam7) { return adam7->width * adam7->pixel_bytes; }

static size_t held_row_count(uint32_t height) { return height / 2 + height % 2; }

uint64_t codec_adam7_held_bytes(uint32_t width, uint32_t height, size_t pixel_bytes) {
  return (uint64_t)width * pixel_bytes * held_row_count(height);
}

codec_adam7 *codec_adam7_create(uint32_t width, uint32_t height, size_t pixel_bytes) {
  codec_adam7 *adam7 = malloc(sizeof *adam7);
  if (adam7 == NULL) return NULL;
  *adam7 = (codec_adam7){.width = width,
                         .height = height,
                         .pixel_bytes = pixel_bytes,
                         .pass = codec_pass_at(0, width, height)};
  adam7->even_rows = calloc(held_row_count(height), bytes_per_row(adam7));
  if (adam7->even_rows != NULL) return adam7;
  free(adam7);
  return NULL;
}

void codec_adam7_destroy(codec_adam7 *adam7) {
  free(adam7->even_rows);
  free(adam7);
}

bool codec_adam7_needs_row(const codec_adam7 *adam7) { return adam7->index < last_pass; }

// Pixels, and the distance in bytes from each to the next.
typedef struct pixels {
  uint8_t *start;
  size_t distance;
} pixels;

// Callers pass `pixel_bytes` as a constant.
ALWAYS_INLINE void copy(pixels to, const uint8_t *from, size_t from_distance, size_t count,
                        size_t pixel_bytes) {
  for (size_t index = 0; index < count; index++) {
    memcpy(to.start + index * to.distance, from + index * from_distance, pixel_bytes);
  }
}

static void copy_pixels(const codec_adam7 *adam7, pixels to, const uint8_t *from,
                        size_t from_distance) {
  size_t count = adam7->pass.width;
  switch (adam7->pixel_bytes) {
    case 1: copy(to, from, from_distance, count, 1); break;
    case 2: copy(to, from, from_distance, count, 2); break;
    case 3: copy(to, from, from_distance, count, 3); break;
    case 4: copy(to, from, from_distance, count, 4); break;
    case 6: copy(to, from, from_distance, count, 6); break;
    default: copy(to, from, from_distance, count, 8); break;
  }
}

// Where the pixels of the next row go.
static pixels places(const codec_adam7 *adam7) {
  const codec_pass *pass = &adam7->pass;
  size_t row = pass->top + (size_t)adam7->next_row * pass->row_step;
  uint8_t *start = adam7->even_rows + row / rows_per_held_row * bytes_per_row(adam7);
  return (pixels){start + pass->left * adam7->pixel_bytes, pass->column_step * adam7->pixel_bytes};
}

static void move_on(codec_adam7 *adam7) {
  adam7->next_row++;
  while (adam7->next_row == adam7->pass.height && adam7->index < last_pass) {
    adam7->next_row = 0;
    adam7->pass = codec_pass_at(++adam7->index, adam7->width, adam7->height);
  }
}

void codec_adam7_add_row(codec_adam7 *adam7, const uint8_t *row) {
  copy_pixels(adam7, places(adam7), row, adam7->pixel_bytes);
  move_on(adam7);
}

uint32_t codec_adam7_fill(codec_adam7 *adam7) {
  uint32_t row_count = adam7->height;
  if (adam7->index == 0) {
    // Each row of the first pass stands for eight rows.
    row_count = adam7->next_row * adam7->pass.row_step;
    while (adam7->index == 0) move_on(adam7);
  }
  for (; adam7->index < last_pass; move_on(adam7)) {
    const codec_pass *pass = &adam7->pass;
    if (pass->top + adam7->next_row * pass->row_step >= row_count) continue;
    // A later pass halves the blocks of the earlier ones. Its pixels are in the right or the lower
    // half of these blocks, so one of the two distances is 0.
    size_t distance = pass->left * adam7->pixel_bytes +
                      pass->top / rows_per_held_row * bytes_per_row(adam7);
    pixels missing = places(adam7);
    copy_pixels(adam7, missing, missing.start - distance, missing.distance);
  }
  return row_count;
}

const uint8_t *codec_adam7_even_row(const codec_adam7 *adam7, uint32_t row) {
  return adam7->even_rows + row / rows_per_held_row * bytes_per_row(adam7);
}
