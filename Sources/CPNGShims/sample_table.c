#include "cpng_sample_table.h"

#include <string.h>

static void fill_gray(cpng_sample_table *table, png_const_color_16p transparent) {
  unsigned highest = (1u << table->bit_depth) - 1;
  for (unsigned sample = 0; sample <= highest; sample++) {
    uint8_t *entry = table->entries[sample];
    entry[0] = (uint8_t)(sample * 255 / highest);
    entry[1] = transparent != NULL && (transparent->gray & highest) == sample ? 0 : 255;
  }
}

// An index without an entry is black and opaque.
static void fill_palette(cpng_sample_table *table, png_structp png, png_infop info,
                         png_const_bytep alphas, int alpha_count) {
  png_colorp colors = NULL;
  int color_count = 0;
  png_get_PLTE(png, info, &colors, &color_count);
  for (int index = 0; index < 256; index++) {
    uint8_t *entry = table->entries[index];
    memset(entry, 0, 3);
    if (index < color_count) memcpy(entry, &colors[index], 3);
    entry[3] = index < alpha_count ? alphas[index] : 255;
  }
}

void cpng_sample_table_fill(cpng_sample_table *table, png_structp png, png_infop info,
                            const cpng_header *header) {
  png_bytep alphas = NULL;
  png_color_16p transparent = NULL;
  int count = 0;
  png_get_tRNS(png, info, &alphas, &count, &transparent);
  table->bit_depth = header->bit_depth;
  table->channels = header->channels;
  if (header->color_type == PNG_COLOR_TYPE_PALETTE) {
    fill_palette(table, png, info, alphas, count);
  } else {
    fill_gray(table, count > 0 ? transparent : NULL);
  }
}

// `channels` and `depth` are constants where this is called.
static inline __attribute__((always_inline)) void apply(const cpng_sample_table *table,
                                                        const uint8_t *packed, uint8_t *row,
                                                        size_t width, size_t channels,
                                                        size_t depth) {
  unsigned highest = (1u << depth) - 1;
  for (size_t column = 0; column < width; column++) {
    size_t bit = column * depth;
    unsigned sample = (unsigned)packed[bit / 8] >> (8 - depth - bit % 8) & highest;
    memcpy(row + column * channels, table->entries[sample], channels);
  }
}

static inline __attribute__((always_inline)) void apply_channels(const cpng_sample_table *table,
                                                                 const uint8_t *packed,
                                                                 uint8_t *row, size_t width,
                                                                 size_t channels) {
  switch (table->bit_depth) {
    case 1: apply(table, packed, row, width, channels, 1); break;
    case 2: apply(table, packed, row, width, channels, 2); break;
    case 4: apply(table, packed, row, width, channels, 4); break;
    default: apply(table, packed, row, width, channels, 8); break;
  }
}

void cpng_sample_table_apply(const cpng_sample_table *table, const uint8_t *packed, uint8_t *row,
                             size_t width) {
  switch (table->channels) {
    case 1: apply_channels(table, packed, row, width, 1); break;
    case 2: apply_channels(table, packed, row, width, 2); break;
    case 3: apply_channels(table, packed, row, width, 3); break;
    default: apply_channels(table, packed, row, width, 4); break;
  }
}
