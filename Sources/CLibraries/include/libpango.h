// Pango with cairo (clibrary_pango), which lays out and draws text in any installed font.
//
// Only one thread of the process at a time may be in these functions: all fonts share a cairo
// cache, in which threads sometimes crash or hang. This was seen with cairo 1.16 and Pango 1.50,
// and can be reproduced with a few lines of C.
#ifndef CLIBRARIES_LIBPANGO_H
#define CLIBRARIES_LIBPANGO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// How many of Pango's units of length make a pixel.
enum { cpango_units_per_pixel = 1024 };

// ---- Fonts ----

// The installed fonts, and the one in which text is laid out. Desktop settings suit a screen, and
// are ignored here.
typedef struct cpango_fonts cpango_fonts;

// Returns NULL if Pango fails. No font has been chosen yet.
cpango_fonts *_Nullable cpango_fonts_create(void);
void cpango_fonts_destroy(cpango_fonts *fonts);

// Chooses the font that is tried first for glyphs, from a description such as `Noto Sans Bold`,
// with an em of this many pixels.
void cpango_fonts_choose(cpango_fonts *fonts, const char *description, double size);

// Chooses the bold font of the chosen family. Returns false and changes nothing if there is none,
// or if the font is already bold.
bool cpango_fonts_choose_bold(cpango_fonts *fonts);

// Whether the chosen family has a bold font, and the chosen font is not bold itself.
bool cpango_fonts_have_bold(const cpango_fonts *fonts);

// The families of the chosen font: as requested, separated by commas, and the one actually used.
// Both are NULL if Pango finds no font. The caller frees both.
typedef struct cpango_families {
  char *_Nullable requested, *_Nullable used;
} cpango_families;
cpango_families cpango_fonts_families(const cpango_fonts *fonts);

// ---- Lines ----

// A line of text, laid out without wrapping.
typedef struct cpango_line cpango_line;

// Lays out UTF-8 text without control characters. Returns NULL if Pango fails. The fonts must
// outlive the line.
cpango_line *_Nullable cpango_line_create(const cpango_fonts *fonts, const char *text, int count);
void cpango_line_destroy(cpango_line *line);

// From `start` up to, but not including, `end`.
typedef struct cpango_part {
  int start, end;
} cpango_part;

// Sets parts of a line, in bytes, in the bold font of the family.
void cpango_line_embolden(cpango_line *line, const cpango_part *parts, size_t count);

// The columns that a part of a line covers, in Pango's units from the start of the line, from left
// to right; there may be several if its text runs in both directions. The caller frees them.
// Returns NULL if memory runs out.
cpango_part *_Nullable cpango_line_columns(cpango_line *line, cpango_part part, size_t *count);

// The number of characters for which no font has a glyph.
int cpango_line_unknown_glyph_count(cpango_line *line);

// A rectangle in Pango's units, relative to the start of the baseline.
typedef struct cpango_rectangle {
  int x, y, width, height;
} cpango_rectangle;

// The bounding boxes of all ink, and of all advances. Returns false if memory runs out.
bool cpango_line_extents(cpango_line *line, cpango_rectangle *ink, cpango_rectangle *logical);

// Glyphs that belong together, from left to right.
typedef struct cpango_cluster {
  int offset;  // of its first byte in the text
  int width;   // in Pango's units
} cpango_cluster;

// The caller frees the clusters. Returns NULL if memory runs out.
cpango_cluster *_Nullable cpango_line_clusters(cpango_line *line, size_t *count);

// The font of a glyph, which lives as long as the line unless retained.
typedef struct cpango_font cpango_font;
void cpango_font_retain(cpango_font *font);
void cpango_font_release(cpango_font *font);

// A visible glyph.
typedef struct cpango_glyph {
  cpango_font *font;
  uint32_t index;   // in its font
  bool is_unknown;  // a box in place of a character that no font has
  double x, y;      // in Pango's units, from the start of the baseline
} cpango_glyph;

// The glyphs from left to right. The caller frees them. Returns NULL if memory runs out.
cpango_glyph *_Nullable cpango_line_glyphs(cpango_line *line, size_t *count);

// Sets whether a line may be broken before each scalar of a text without line feeds, and after the
// last one: one more value than the text has scalars. Returns false if memory runs out.
bool cpango_find_breaks(const char *text, int count, bool *breaks, size_t break_count);

// ---- Pixels and outlines ----

// A transparent image in memory, drawn on in a single shade.
typedef struct cpango_image cpango_image;

// The shade ranges from 0 for black to 1 for white. Returns NULL if cairo cannot create an image of
// this size.
cpango_image *_Nullable cpango_image_create(int width, int height, double shade);
void cpango_image_destroy(cpango_image *image);

// Draws a line whose baseline starts at a point.
void cpango_image_draw_line(cpango_image *image, cpango_line *line, double x, double baseline);

// Draws a glyph without hinting, scaled from its own size. Returns false if memory runs out.
bool cpango_image_draw_glyph(cpango_image *image, cpango_font *font, uint32_t glyph, double scale,
                             double x, double y);

// The pixels, premultiplied ARGB with alpha in the most significant byte. `stride` is the number of
// pixels from one row to the next. Returns NULL if drawing failed.
const uint32_t *_Nullable cpango_image_pixels(cpango_image *image, size_t *stride);

// Whether the licence of a font allows outlines of some of its glyphs to be embedded in a file.
bool cpango_font_allows_outlines(cpango_font *font);

typedef enum __attribute__((enum_extensibility(closed))) cpango_step_kind {
  cpango_step_kind_move,   // to the first point
  cpango_step_kind_line,   // to the first point
  cpango_step_kind_curve,  // to the third point, with two control points
  cpango_step_kind_close
} cpango_step_kind;

// In pixels to the right of and below the start of the baseline.
typedef struct cpango_point {
  double x, y;
} cpango_point;

typedef struct cpango_step {
  cpango_step_kind kind;
  cpango_point points[3];
} cpango_step;

// The outline of a glyph without hinting, scaled from its own size. The image is only needed as a
// drawing context. The caller frees the steps, which are NULL if there are none. Returns false if
// there is no outline.
bool cpango_image_find_outline(cpango_image *image, cpango_font *font, uint32_t glyph, double scale,
                               cpango_step *_Nullable *_Nonnull steps, size_t *count);

#pragma clang assume_nonnull end

#endif
