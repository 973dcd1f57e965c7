#include <stdlib.h>
#include <string.h>

#include "../libraries.h"
#include "internal.h"

cpango_functions cpango;

#define ROW(name) {#name, &cpango.name},

static const clibrary_function functions[] = {FUNCTIONS(ROW)};
static const char *const files[] = {"libpangocairo-1.0.so.0", NULL};

// A library that lacks a function is too old.
const clibrary_table pango_table = {files, functions, COUNT(functions), NULL};

struct cpango_fonts {
  PangoFontMap *map;
  PangoContext *context;
};

// Antialiased in grey, because the display's subpixels are unknown; hinted vertically only, which
// preserves shapes; with whole-pixel advances.
static void choose_drawing(PangoContext *context) {
  cairo_font_options_t *options = cpango.cairo_font_options_create();
  cpango.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cpango.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
  cpango.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON);
  cpango.pango_cairo_context_set_font_options(context, options);
  cpango.cairo_font_options_destroy(options);
}

cpango_fonts *cpango_fonts_create(void) {
  cpango_fonts *fonts = calloc(1, sizeof *fonts);
  if (fonts == NULL) return NULL;
  fonts->map = cpango.pango_cairo_font_map_new();
  if (fonts->map != NULL) fonts->context = cpango.pango_font_map_create_context(fonts->map);
  if (fonts->context == NULL) {
    cpango_fonts_destroy(fonts);
    return NULL;
  }
  choose_drawing(fonts->context);
  return fonts;
}

void cpango_fonts_destroy(cpango_fonts *fonts) {
  if (fonts->context != NULL) cpango.g_object_unref(fonts->context);
  if (fonts->map != NULL) cpango.g_object_unref(fonts->map);
  free(fonts);
}

void cpango_fonts_choose(cpango_fonts *fonts, const char *description, double size) {
  PangoFontDescription *font = cpango.pango_font_description_from_string(description);
  cpango.pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  cpango.pango_context_set_font_description(fonts->context, font);
  cpango.pango_font_description_free(font);
  // By default, the language is taken from the environment, and would affect the choice of fonts.
  cpango.pango_context_set_language(fonts->context, cpango.pango_language_from_string("en"));
}

// The description of the font that Pango finds for a requested description; NULL if it finds none.
static PangoFontDescription *found(const cpango_fonts *fonts, const PangoFontDescription *requested) {
  PangoFont *font = cpango.pango_context_load_font(fonts->context, requested);
  if (font == NULL) return NULL;
  PangoFontDescription *description = cpango.pango_font_describe(font);
  cpango.g_object_unref(font);
  return description;
}

static bool is_bold(const cpango_fonts *fonts, const PangoFontDescription *requested) {
  PangoFontDescription *used = found(fonts, requested);
  if (used == NULL) return false;
  bool is_bold = cpango.pango_font_description_get_weight(used) >= PANGO_WEIGHT_SEMIBOLD;
  cpango.pango_font_description_free(used);
  return is_bold;
}

// The description of the bold font of the chosen family; NULL if there is none, or if the chosen
// font is already bold.
static PangoFontDescription *bold(const cpango_fonts *fonts) {
  PangoFontDescription *requested = cpango.pango_font_description_copy(
      cpango.pango_context_get_font_description(fonts->context));
  if (requested == NULL) return NULL;
  bool was_bold = is_bold(fonts, requested);
  cpango.pango_font_description_set_weight(requested, PANGO_WEIGHT_BOLD);
  if (!was_bold && is_bold(fonts, requested)) return requested;
  cpango.pango_font_description_free(requested);
  return NULL;
}

bool cpango_fonts_have_bold(const cpango_fonts *fonts) {
  PangoFontDescription *description = bold(fonts);
  if (description == NULL) return false;
  cpango.pango_font_description_free(description);
  return true;
}

bool cpango_fonts_choose_bold(cpango_fonts *fonts) {
  PangoFontDescription *description = bold(fonts);
  if (description == NULL) return false;
  cpango.pango_context_set_font_description(fonts->context, description);
  cpango.pango_font_description_free(description);
  return true;
}

cpango_families cpango_fonts_families(const cpango_fonts *fonts) {
  cpango_families families = {NULL, NULL};
  const PangoFontDescription *requested = cpango.pango_context_get_font_description(fonts->context);
  PangoFontDescription *used = found(fonts, requested);
  if (used == NULL) return families;
  const char *requested_family = cpango.pango_font_description_get_family(requested);
  const char *used_family = cpango.pango_font_description_get_family(used);
  if (requested_family != NULL && used_family != NULL) {
    families = (cpango_families){strdup(requested_family), strdup(used_family)};
  }
  cpango.pango_font_description_free(used);
  return families;
}

bool cpango_find_breaks(const char *text, int count, bool *breaks, size_t break_count) {
  PangoLogAttr *attributes = calloc(break_count, sizeof *attributes);
  if (attributes == NULL) return false;
  cpango.pango_get_log_attrs(text, count, -1, cpango.pango_language_from_string("en"), attributes,
                             (int)break_count);
  for (size_t index = 0; index < break_count; index++) {
    breaks[index] = attributes[index].is_line_break;
  }
  free(attributes);
  return true;
}

// ---- Lines ----

// A line is a PangoLayout, and a font is a PangoFont.

cpango_line *cpango_line_create(const cpango_fonts *fonts, const char *text, int count) {
  PangoLayout *layout = cpango.pango_layout_new(fonts->context);
  if (layout == NULL) return NULL;
  // Unicode's other line breaks do not break lines here.
  cpango.pango_layout_set_single_paragraph_mode(layout, 1);
  cpango.pango_layout_set_text(layout, text, count);
  return (cpango_line *)layout;
}

void cpango_line_embolden(cpango_line *line, const cpango_part *parts, size_t count) {
  PangoAttrList *list = cpango.pango_attr_list_new();
  if (list == NULL) return;
  for (size_t index = 0; index < count; index++) {
    PangoAttribute *attribute = cpango.pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    if (attribute == NULL) break;
    attribute->start_index = (unsigned)parts[index].start;
    attribute->end_index = (unsigned)parts[index].end;
    cpango.pango_attr_list_insert(list, attribute);
  }
  cpango.pango_layout_set_attributes((PangoLayout *)line, list);
  cpango.pango_attr_list_unref(list);
}

cpango_part *cpango_line_columns(cpango_line *line, cpango_part part, size_t *count) {
  *count = 0;
  PangoLayoutLine *first = cpango.pango_layout_get_line_readonly((PangoLayout *)line, 0);
  if (first == NULL) return NULL;
  int *ranges = NULL;
  int range_count = 0;
  cpango.pango_layout_line_get_x_ranges(first, part.start, part.end, &ranges, &range_count);
  if (ranges == NULL) return NULL;
  // Without ranges, the result is still not NULL.
  cpango_part *columns = calloc((size_t)range_count + 1, sizeof *columns);
  for (int index = 0; columns != NULL && index < range_count; index++) {
    columns[(*count)++] = (cpango_part){ranges[2 * index], ranges[2 * index + 1]};
  }
  cpango.g_free(ranges);
  return columns;
}

void cpango_line_destroy(cpango_line *line) { cpango.g_object_unref(line); }

int cpango_line_unknown_glyph_count(cpango_line *line) {
  return cpango.pango_layout_get_unknown_glyphs_count((PangoLayout *)line);
}

static cpango_rectangle rectangle_of(PangoRectangle from) {
  return (cpango_rectangle){from.x, from.y, from.width, from.height};
}

bool cpango_line_extents(cpango_line *line, cpango_rectangle *ink, cpango_rectangle *logical) {
  PangoLayoutLine *first = cpango.pango_layout_get_line_readonly((PangoLayout *)line, 0);
  if (first == NULL) return false;
  PangoRectangle inked, advanced;
  cpango.pango_layout_line_get_extents(first, &inked, &advanced);
  *ink = rectangle_of(inked);
  *logical = rectangle_of(advanced);
  return true;
}

// Makes room for one more element of a list; false if memory runs out.
static bool make_room(void **elements, size_t count, size_t *room, size_t size) {
  if (count < *room) return true;
  size_t more = *room == 0 ? 64 : 2 * *room;
  void *larger = realloc(*elements, more * size);
  if (larger == NULL) return false;
  *elements = larger;
  *room = more;
  return true;
}

cpango_cluster *cpango_line_clusters(cpango_line *line, size_t *count) {
  PangoLayoutIter *place = cpango.pango_layout_get_iter((PangoLayout *)line);
  if (place == NULL) return NULL;
  void *list = NULL;
  size_t room = 0;
  *count = 0;
  do {
    if (!make_room(&list, *count, &room, sizeof(cpango_cluster))) {
      free(list);
      list = NULL;
      break;
    }
    PangoRectangle logical;
    cpango.pango_layout_iter_get_cluster_extents(place, NULL, &logical);
    ((cpango_cluster *)list)[(*count)++] = (cpango_cluster){
        cpango.pango_layout_iter_get_index(place), abs(logical.width)};
  } while (cpango.pango_layout_iter_next_cluster(place));
  cpango.pango_layout_iter_free(place);
  return list;
}

// Adds the visible glyphs of a run; false if memory runs out.
static bool add_glyphs(const PangoGlyphItem *run, double *x, void **list, size_t *count,
                       size_t *room) {
  for (int index = 0; index < run->glyphs->num_glyphs; index++) {
    const PangoGlyphInfo *glyph = &run->glyphs->glyphs[index];
    if (glyph->glyph != PANGO_GLYPH_EMPTY) {
      if (!make_room(list, *count, room, sizeof(cpango_glyph))) return false;
      ((cpango_glyph *)*list)[(*count)++] = (cpango_glyph){
          .font = (cpango_font *)run->item->font,
          .index = glyph->glyph,
          .is_unknown = (glyph->glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0,
          .x = *x + glyph->x_offset,
          .y = glyph->y_offset,
      };
    }
    *x += glyph->width;
  }
  return true;
}

cpango_glyph *cpango_line_glyphs(cpango_line *line, size_t *count) {
  PangoLayoutIter *place = cpango.pango_layout_get_iter((PangoLayout *)line);
  if (place == NULL) return NULL;
  void *list = NULL;
  size_t room = 0;
  double x = 0;
  *count = 0;
  // Makes sure that a line without glyphs does not return NULL.
  bool has_room = make_room(&list, 0, &room, sizeof(cpango_glyph));
  do {
    // At the end of a line, the run is NULL.
    const PangoGlyphItem *run = cpango.pango_layout_iter_get_run_readonly(place);
    if (run != NULL) has_room = has_room && add_glyphs(run, &x, &list, count, &room);
  } while (has_room && cpango.pango_layout_iter_next_run(place));
  cpango.pango_layout_iter_free(place);
  if (has_room) return list;
  free(list);
  return NULL;
}

void cpango_font_retain(cpango_font *font) { cpango.g_object_ref(font); }

void cpango_font_release(cpango_font *font) { cpango.g_object_unref(font); }
