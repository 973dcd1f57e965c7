// The declarations of Pango, cairo, FreeType and GObject that we use, so that no headers have to be
// installed.
//
// Source: the headers of Pango 1.50. All functions have existed since 1.22; emoji have had colours
// since 1.42. For cairo, cairo.h of version 1.16, the first with colour fonts.
#ifndef PANGO_DECLARATIONS_H
#define PANGO_DECLARATIONS_H

#include <stdint.h>

// ---- GObject: gobject.h ----

void *g_object_ref(void *object);
void g_object_unref(void *object);

// ---- GLib: gmem.h ----

void g_free(void *memory);

// ---- FreeType: freetype.h ----

typedef struct FT_FaceRec_ *FT_Face;

unsigned short FT_Get_FSType_Flags(FT_Face face);

// ---- cairo: cairo.h, cairo-ft.h ----

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_scaled_font cairo_scaled_font_t;
typedef struct _cairo_font_face cairo_font_face_t;
typedef struct _cairo_font_options cairo_font_options_t;

typedef enum { CAIRO_STATUS_SUCCESS = 0 } cairo_status_t;
typedef enum { CAIRO_FORMAT_ARGB32 = 0 } cairo_format_t;
typedef enum { CAIRO_ANTIALIAS_GRAY = 2 } cairo_antialias_t;
typedef enum { CAIRO_HINT_STYLE_NONE = 1, CAIRO_HINT_STYLE_SLIGHT = 2 } cairo_hint_style_t;
typedef enum { CAIRO_HINT_METRICS_OFF = 1, CAIRO_HINT_METRICS_ON = 2 } cairo_hint_metrics_t;

typedef struct _cairo_matrix {
  double xx, yx, xy, yy, x0, y0;
} cairo_matrix_t;

typedef struct {
  unsigned long index;
  double x, y;
} cairo_glyph_t;

typedef enum {
  CAIRO_PATH_MOVE_TO,
  CAIRO_PATH_LINE_TO,
  CAIRO_PATH_CURVE_TO,
  CAIRO_PATH_CLOSE_PATH
} cairo_path_data_type_t;

// A header, or one of the points that follow it. The length in a header counts the header and its
// points.
typedef union _cairo_path_data_t {
  struct {
    cairo_path_data_type_t type;
    int length;
  } header;
  struct {
    double x, y;
  } point;
} cairo_path_data_t;

typedef struct cairo_path {
  cairo_status_t status;
  cairo_path_data_t *data;
  int num_data;
} cairo_path_t;

cairo_surface_t *cairo_image_surface_create(cairo_format_t format, int width, int height);
void cairo_surface_flush(cairo_surface_t *surface);
unsigned char *cairo_image_surface_get_data(cairo_surface_t *surface);
int cairo_image_surface_get_stride(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);

cairo_t *cairo_create(cairo_surface_t *surface);
cairo_status_t cairo_status(cairo_t *context);
void cairo_set_source_rgb(cairo_t *context, double red, double green, double blue);
void cairo_move_to(cairo_t *context, double x, double y);
void cairo_destroy(cairo_t *context);

void cairo_set_scaled_font(cairo_t *context, const cairo_scaled_font_t *font);
void cairo_show_glyphs(cairo_t *context, const cairo_glyph_t *glyphs, int count);
void cairo_new_path(cairo_t *context);
void cairo_glyph_path(cairo_t *context, const cairo_glyph_t *glyphs, int count);
cairo_path_t *cairo_copy_path(cairo_t *context);
void cairo_path_destroy(cairo_path_t *path);

cairo_scaled_font_t *cairo_scaled_font_create(cairo_font_face_t *face,
                                              const cairo_matrix_t *font_matrix,
                                              const cairo_matrix_t *context_matrix,
                                              const cairo_font_options_t *options);
cairo_font_face_t *cairo_scaled_font_get_font_face(cairo_scaled_font_t *font);
void cairo_scaled_font_get_font_matrix(cairo_scaled_font_t *font, cairo_matrix_t *matrix);
void cairo_scaled_font_destroy(cairo_scaled_font_t *font);
FT_Face cairo_ft_scaled_font_lock_face(cairo_scaled_font_t *font);
void cairo_ft_scaled_font_unlock_face(cairo_scaled_font_t *font);

cairo_font_options_t *cairo_font_options_create(void);
void cairo_font_options_set_antialias(cairo_font_options_t *options, cairo_antialias_t antialias);
void cairo_font_options_set_hint_style(cairo_font_options_t *options, cairo_hint_style_t style);
void cairo_font_options_set_hint_metrics(cairo_font_options_t *options,
                                         cairo_hint_metrics_t metrics);
void cairo_font_options_destroy(cairo_font_options_t *options);

// ---- Pango: pango-types.h, pango-item.h, pango-glyph.h, pango-glyph-item.h, pango-break.h ----

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoLayoutIter PangoLayoutIter;

enum { PANGO_SCALE = 1024 };

typedef enum { PANGO_WEIGHT_SEMIBOLD = 600, PANGO_WEIGHT_BOLD = 700 } PangoWeight;

typedef struct _PangoRectangle {
  int x, y, width, height;
} PangoRectangle;

// In pango-item.h, the fields up to `font` belong to the item's PangoAnalysis. More fields follow.
typedef struct _PangoItem {
  int offset, length, num_chars;
  void *shape_engine, *lang_engine;
  PangoFont *font;
} PangoItem;

enum { PANGO_GLYPH_EMPTY = 0x0FFFFFFF, PANGO_GLYPH_UNKNOWN_FLAG = 0x10000000 };

// Lengths are in pixels times PANGO_SCALE. The attributes are bits.
typedef struct _PangoGlyphInfo {
  uint32_t glyph;
  int32_t width, x_offset, y_offset;
  uint32_t attributes;
} PangoGlyphInfo;

typedef struct _PangoGlyphString {
  int num_glyphs;
  PangoGlyphInfo *glyphs;
} PangoGlyphString;

typedef struct _PangoGlyphItem {
  PangoItem *item;
  PangoGlyphString *glyphs;
} PangoGlyphItem;

// The attribute applies to the bytes from the start up to, but not including, the end. More fields
// follow.
typedef struct _PangoAttribute {
  const void *class;
  unsigned start_index, end_index;
} PangoAttribute;

typedef struct _PangoAttrList PangoAttrList;

// More bits follow.
typedef struct _PangoLogAttr {
  uint32_t is_line_break : 1, : 31;
} PangoLogAttr;

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context,
                                          const cairo_font_options_t *options);
void pango_context_set_font_description(PangoContext *context,
                                        const PangoFontDescription *description);
PangoFontDescription *pango_context_get_font_description(PangoContext *context);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
PangoFont *pango_context_load_font(PangoContext *context, const PangoFontDescription *description);
PangoLanguage *pango_language_from_string(const char *language);

PangoFontDescription *pango_font_describe(PangoFont *font);
PangoFontDescription *pango_font_description_from_string(const char *text);
PangoFontDescription *pango_font_description_copy(const PangoFontDescription *description);
void pango_font_description_free(PangoFontDescription *description);
const char *pango_font_description_get_family(const PangoFontDescription *description);
PangoWeight pango_font_description_get_weight(const PangoFontDescription *description);
void pango_font_description_set_weight(PangoFontDescription *description, PangoWeight weight);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);

PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
void pango_attr_list_unref(PangoAttrList *list);
PangoAttribute *pango_attr_weight_new(PangoWeight weight);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *list);
void pango_layout_line_get_x_ranges(PangoLayoutLine *line, int start, int end, int **ranges,
                                    int *count);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int setting);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
void pango_layout_line_get_extents(PangoLayoutLine *line, PangoRectangle *ink,
                                   PangoRectangle *logical);
void pango_cairo_show_layout_line(cairo_t *context, PangoLayoutLine *line);

PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
int pango_layout_iter_get_index(PangoLayoutIter *iterator);
void pango_layout_iter_get_cluster_extents(PangoLayoutIter *iterator, PangoRectangle *ink,
                                           PangoRectangle *logical);
int pango_layout_iter_next_cluster(PangoLayoutIter *iterator);
PangoGlyphItem *pango_layout_iter_get_run_readonly(PangoLayoutIter *iterator);
int pango_layout_iter_next_run(PangoLayoutIter *iterator);
void pango_layout_iter_free(PangoLayoutIter *iterator);

cairo_scaled_font_t *pango_cairo_font_get_scaled_font(PangoCairoFont *font);
void pango_get_log_attrs(const char *text, int length, int level, PangoLanguage *language,
                         PangoLogAttr *attributes, int count);

#endif
