internal import OptionalLibraries

/// The functions of cairo that text needs, from the library that Pango draws with.
///
/// Source: cairo.h of cairo 1.16, the first that draws characters in colour.
@safe struct CairoFunctions: Sendable {
  let createImage: @convention(c) @Sendable (Int32, Int32, Int32) -> OpaquePointer?
  let flush: @convention(c) @Sendable (OpaquePointer?) -> Void
  let data: @convention(c) @Sendable (OpaquePointer?) -> UnsafeMutablePointer<UInt32>?
  let stride: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let destroyImage: @convention(c) @Sendable (OpaquePointer?) -> Void

  let createContext: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let status: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let setColor: @convention(c) @Sendable (OpaquePointer?, Double, Double, Double) -> Void
  let moveTo: @convention(c) @Sendable (OpaquePointer?, Double, Double) -> Void
  let destroyContext: @convention(c) @Sendable (OpaquePointer?) -> Void

  let createFontOptions: @convention(c) @Sendable () -> OpaquePointer?
  let setAntialiasing: @convention(c) @Sendable (OpaquePointer?, Int32) -> Void
  let setHintStyle: @convention(c) @Sendable (OpaquePointer?, Int32) -> Void
  let setHintMetrics: @convention(c) @Sendable (OpaquePointer?, Int32) -> Void
  let destroyFontOptions: @convention(c) @Sendable (OpaquePointer?) -> Void

  init(_ library: OptionalLibrary) throws(MissingFunction) {
    unsafe createImage = try library.require("cairo_image_surface_create")
    unsafe flush = try library.require("cairo_surface_flush")
    unsafe data = try library.require("cairo_image_surface_get_data")
    unsafe stride = try library.require("cairo_image_surface_get_stride")
    unsafe destroyImage = try library.require("cairo_surface_destroy")

    unsafe createContext = try library.require("cairo_create")
    unsafe status = try library.require("cairo_status")
    unsafe setColor = try library.require("cairo_set_source_rgb")
    unsafe moveTo = try library.require("cairo_move_to")
    unsafe destroyContext = try library.require("cairo_destroy")

    unsafe createFontOptions = try library.require("cairo_font_options_create")
    unsafe setAntialiasing = try library.require("cairo_font_options_set_antialias")
    unsafe setHintStyle = try library.require("cairo_font_options_set_hint_style")
    unsafe setHintMetrics = try library.require("cairo_font_options_set_hint_metrics")
    unsafe destroyFontOptions = try library.require("cairo_font_options_destroy")
  }
}
