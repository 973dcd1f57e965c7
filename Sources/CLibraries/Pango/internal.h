// Declarations shared by the files that call Pango.
#ifndef PANGO_INTERNAL_H
#define PANGO_INTERNAL_H

#include "../include/libpango.h"
#include "declarations.h"

// The functions of the library, and of those that come with it, named as in their headers.
#define FUNCTIONS(F)                                                                           \
  F(g_object_ref) F(g_object_unref) F(FT_Get_FSType_Flags)                                     \
  F(cairo_image_surface_create) F(cairo_surface_flush) F(cairo_image_surface_get_data)         \
  F(cairo_image_surface_get_stride) F(cairo_surface_destroy) F(cairo_create) F(cairo_status)   \
  F(cairo_set_source_rgb) F(cairo_move_to) F(cairo_destroy) F(cairo_set_scaled_font)           \
  F(cairo_show_glyphs) F(cairo_new_path) F(cairo_glyph_path) F(cairo_copy_path)                \
  F(cairo_path_destroy) F(cairo_scaled_font_create) F(cairo_scaled_font_get_font_face)         \
  F(cairo_scaled_font_get_font_matrix) F(cairo_scaled_font_destroy)                            \
  F(cairo_ft_scaled_font_lock_face) F(cairo_ft_scaled_font_unlock_face)                        \
  F(cairo_font_options_create) F(cairo_font_options_set_antialias)                             \
  F(cairo_font_options_set_hint_style) F(cairo_font_options_set_hint_metrics)                  \
  F(cairo_font_options_destroy)                                                                \
  F(pango_cairo_font_map_new) F(pango_font_map_create_context)                                 \
  F(pango_cairo_context_set_font_options) F(pango_context_set_font_description)                \
  F(pango_context_get_font_description) F(pango_context_set_language)                          \
  F(pango_context_load_font) F(pango_language_from_string) F(pango_font_describe)              \
  F(pango_font_description_from_string) F(pango_font_description_copy)                         \
  F(pango_font_description_free) F(pango_font_description_get_family)                          \
  F(pango_font_description_get_weight) F(pango_font_description_set_weight)                    \
  F(pango_font_description_set_absolute_size) F(pango_layout_new) F(pango_layout_set_text)     \
  F(pango_layout_set_single_paragraph_mode) F(pango_layout_get_unknown_glyphs_count)           \
  F(pango_layout_get_line_readonly) F(pango_layout_line_get_extents)                           \
  F(pango_cairo_show_layout_line) F(pango_layout_get_iter) F(pango_layout_iter_get_index)      \
  F(pango_layout_iter_get_cluster_extents) F(pango_layout_iter_next_cluster)                   \
  F(pango_layout_iter_get_run_readonly) F(pango_layout_iter_next_run) F(pango_layout_iter_free) \
  F(pango_cairo_font_get_scaled_font) F(pango_get_log_attrs) F(g_free)                         \
  F(pango_attr_list_new) F(pango_attr_list_insert) F(pango_attr_list_unref)                    \
  F(pango_attr_weight_new) F(pango_layout_set_attributes) F(pango_layout_line_get_x_ranges)

#define FIELD(name) __typeof__(&name) name;

typedef struct cpango_functions {
  FUNCTIONS(FIELD)
} cpango_functions;

// Filled when the library is loaded.
extern cpango_functions cpango;

#endif
