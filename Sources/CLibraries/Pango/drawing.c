#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct cpango_image {
  cairo_surface_t *surface;
  cairo_t *context;
};

cpango_image *cpango_image_create(int width, int height, double shade) {
  cpango_image *image = calloc(1, sizeof *image);
  if (image == NULL) return NULL;
  image->surface = cpango.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  if (image->surface != NULL) image->context = cpango.cairo_create(image->surface);
  // The status of the context also reports a failure to create the surface.
  if (image->context == NULL || cpango.cairo_status(image->context) != CAIRO_STATUS_SUCCESS) {
    cpango_image_destroy(image);
    return NULL;
  }
  cpango.cairo_set_source_rgb(image->context, shade, shade, shade);
  return image;
}

void cpango_image_destroy(cpango_image *image) {
  if (image->context != NULL) cpango.cairo_destroy(image->context);
  if (image->surface != NULL) cpango.cairo_surface_destroy(image->surface);
  free(image);
}

void cpango_image_draw_line(cpango_image *image, cpango_line *line, double x, double baseline) {
  PangoLayoutLine *first = cpango.pango_layout_get_line_readonly((PangoLayout *)line, 0);
  if (first == NULL) return;
  cpango.cairo_move_to(image->context, x, baseline);
  cpango.pango_cairo_show_layout_line(image->context, first);
}

const uint32_t *cpango_image_pixels(cpango_image *image, size_t *stride) {
  if (cpango.cairo_status(image->context) != CAIRO_STATUS_SUCCESS) return NULL;
  cpango.cairo_surface_flush(image->surface);
  *stride = (size_t)cpango.cairo_image_surface_get_stride(image->surface) / sizeof(uint32_t);
  return (const uint32_t *)(void *)cpango.cairo_image_surface_get_data(image->surface);
}

// ---- Glyphs ----

static cairo_scaled_font_t *scaled_font(cpango_font *font) {
  return cpango.pango_cairo_font_get_scaled_font((PangoCairoFont *)font);
}

bool cpango_font_allows_outlines(cpango_font *font) {
  cairo_scaled_font_t *scaled = scaled_font(font);
  FT_Face face = scaled == NULL ? NULL : cpango.cairo_ft_scaled_font_lock_face(scaled);
  if (face == NULL) return false;
  unsigned rights = cpango.FT_Get_FSType_Flags(face);
  cpango.cairo_ft_scaled_font_unlock_face(scaled);
  // OpenType 1.9, `OS/2`, fsType: among the lowest four bits, 2 alone is a restricted licence;
  // 0x100 forbids embedding parts of the font, and 0x200 everything but bitmaps.
  return (rights & 0xF) != 2 && (rights & 0x300) == 0;
}

// Sets the font of an image, scaled and without hinting; false if memory runs out.
static bool set_font(cpango_image *image, cpango_font *font, double scale) {
  static const cairo_matrix_t identity = {1, 0, 0, 1, 0, 0};
  cairo_scaled_font_t *original = scaled_font(font);
  if (original == NULL) return false;
  cairo_matrix_t matrix;
  cpango.cairo_scaled_font_get_font_matrix(original, &matrix);
  matrix = (cairo_matrix_t){matrix.xx * scale, matrix.yx * scale, matrix.xy * scale,
                            matrix.yy * scale, matrix.x0 * scale, matrix.y0 * scale};
  cairo_font_options_t *options = cpango.cairo_font_options_create();
  cpango.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cpango.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_scaled_font_t *scaled = cpango.cairo_scaled_font_create(
      cpango.cairo_scaled_font_get_font_face(original), &matrix, &identity, options);
  cpango.cairo_font_options_destroy(options);
  if (scaled == NULL) return false;
  cpango.cairo_set_scaled_font(image->context, scaled);
  cpango.cairo_scaled_font_destroy(scaled);
  return true;
}

bool cpango_image_draw_glyph(cpango_image *image, cpango_font *font, uint32_t glyph, double scale,
                             double x, double y) {
  if (!set_font(image, font, scale)) return false;
  cairo_glyph_t shown = {glyph, x, y};
  cpango.cairo_show_glyphs(image->context, &shown, 1);
  return true;
}

// The kinds of steps, indexed by cairo_path_data_type_t, with the number of points in each.
static const struct {
  cpango_step_kind kind;
  int points;
} kinds[] = {
    [CAIRO_PATH_MOVE_TO] = {cpango_step_kind_move, 1},
    [CAIRO_PATH_LINE_TO] = {cpango_step_kind_line, 1},
    [CAIRO_PATH_CURVE_TO] = {cpango_step_kind_curve, 3},
    [CAIRO_PATH_CLOSE_PATH] = {cpango_step_kind_close, 0},
};

// The number of steps in a path; -1 if one is of an unknown type.
static ptrdiff_t count_steps(const cairo_path_t *path) {
  ptrdiff_t count = 0;
  for (int index = 0; index < path->num_data; index += path->data[index].header.length) {
    unsigned type = (unsigned)path->data[index].header.type;
    if (type > CAIRO_PATH_CLOSE_PATH) return -1;
    if (path->data[index].header.length != kinds[type].points + 1) return -1;
    count++;
  }
  return count;
}

// Copies the steps of a path; false if one is of an unknown type, or if memory runs out.
static bool take_steps(const cairo_path_t *path, cpango_step **steps, size_t *count) {
  *steps = NULL;
  *count = 0;
  if (path->status != CAIRO_STATUS_SUCCESS) return false;
  ptrdiff_t known = path->data == NULL ? 0 : count_steps(path);
  if (known <= 0) return known == 0;
  cpango_step *step = *steps = calloc((size_t)known, sizeof *step);
  if (step == NULL) return false;
  *count = (size_t)known;
  for (int index = 0; index < path->num_data; index += path->data[index].header.length, step++) {
    unsigned type = (unsigned)path->data[index].header.type;
    step->kind = kinds[type].kind;
    for (int point = 0; point < kinds[type].points; point++) {
      const cairo_path_data_t *data = &path->data[index + 1 + point];
      step->points[point] = (cpango_point){data->point.x, data->point.y};
    }
  }
  return true;
}

bool cpango_image_find_outline(cpango_image *image, cpango_font *font, uint32_t glyph, double scale,
                               cpango_step **steps, size_t *count) {
  if (!set_font(image, font, scale)) return false;
  cairo_glyph_t origin = {glyph, 0, 0};
  cpango.cairo_new_path(image->context);
  cpango.cairo_glyph_path(image->context, &origin, 1);
  cairo_path_t *path = cpango.cairo_copy_path(image->context);
  if (path == NULL) return false;
  bool has_outline = take_steps(path, steps, count);
  cpango.cairo_path_destroy(path);
  return has_outline;
}
