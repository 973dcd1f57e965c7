internal import OptionalLibraries
internal import SheetModel
internal import Synchronization

/// The functions of Pango that text needs, and the functions of cairo and GObject, which come with
/// it.
///
/// Source: the headers of Pango 1.50. All functions exist since 1.22; emoji have colours since
/// 1.42.
@safe package struct PangoLibrary: Sendable {
  /// The Debian package that contains the library.
  package static let packageName = "libpangocairo-1.0-0"

  /// The installed library; nil if it is missing; loaded on first use.
  ///
  /// A library that lacks a function is too old.
  package static let installed =
    hasRoom ? OptionalLibrary(fileName).flatMap { try? PangoLibrary($0) } : nil

  private static let fileName = "libpangocairo-1.0.so.0"

  /// Whether the library is installed; loads it only if it is in no standard folder.
  package static var isInstalled: Bool {
    OptionalLibrary.isInStandardFolder(fileName) || installed != nil
  }

  let cairo: CairoFunctions

  let createFontMap: @convention(c) @Sendable () -> OpaquePointer?
  let createContext: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let setFontOptions: @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> Void
  let setFont: @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> Void
  let font: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let loadFont: @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  let describe: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let setLanguage: @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> Void
  let language: @convention(c) @Sendable (UnsafePointer<CChar>?) -> OpaquePointer?

  let createDescription: @convention(c) @Sendable (UnsafePointer<CChar>?) -> OpaquePointer?
  let setAbsoluteSize: @convention(c) @Sendable (OpaquePointer?, Double) -> Void
  let freeDescription: @convention(c) @Sendable (OpaquePointer?) -> Void
  let family: @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
  let copyDescription: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let weight: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let setWeight: @convention(c) @Sendable (OpaquePointer?, Int32) -> Void

  let createLayout: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let setText: @convention(c) @Sendable (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Void
  let findBreaks:
    @convention(c) @Sendable (
      UnsafePointer<CChar>?, Int32, Int32, OpaquePointer?, UnsafeMutablePointer<UInt32>?, Int32
    ) -> Void
  let setSingleParagraph: @convention(c) @Sendable (OpaquePointer?, Int32) -> Void
  let unknownGlyphCount: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let line: @convention(c) @Sendable (OpaquePointer?, Int32) -> UnsafeMutableRawPointer?
  let lineExtents:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void
  let drawLine: @convention(c) @Sendable (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  let clusters: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let clusterIndex: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let clusterExtents:
    @convention(c) @Sendable (
      OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void
  let nextCluster: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let freeClusters: @convention(c) @Sendable (OpaquePointer?) -> Void
  let run: @convention(c) @Sendable (OpaquePointer?) -> UnsafeRawPointer?
  let nextRun: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let scaledFont: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?

  /// Takes one more reference to an object.
  let retain: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  /// Releases one reference to a font map, a context, a font or a layout.
  let release: @convention(c) @Sendable (OpaquePointer?) -> Void

  /// Whether the system has the memory and threads that Pango needs; otherwise Pango ends the
  /// program or hangs.
  ///
  /// It maps fonts of tens of megabytes, which threads of its own search. The threads of a run must
  /// leave these resources to it.
  static let hasRoom = FreeMemory.has(bytes: megabytesNeeded << 20, threads: 16)
  static let megabytesNeeded = 512

  private init(_ library: OptionalLibrary) throws(MissingFunction) {
    cairo = try CairoFunctions(library)

    unsafe createFontMap = try library.require("pango_cairo_font_map_new")
    unsafe createContext = try library.require("pango_font_map_create_context")
    unsafe setFontOptions = try library.require("pango_cairo_context_set_font_options")
    unsafe setFont = try library.require("pango_context_set_font_description")
    unsafe font = try library.require("pango_context_get_font_description")
    unsafe loadFont = try library.require("pango_context_load_font")
    unsafe describe = try library.require("pango_font_describe")
    unsafe setLanguage = try library.require("pango_context_set_language")
    unsafe language = try library.require("pango_language_from_string")

    unsafe createDescription = try library.require("pango_font_description_from_string")
    unsafe setAbsoluteSize = try library.require("pango_font_description_set_absolute_size")
    unsafe freeDescription = try library.require("pango_font_description_free")
    unsafe family = try library.require("pango_font_description_get_family")
    unsafe copyDescription = try library.require("pango_font_description_copy")
    unsafe weight = try library.require("pango_font_description_get_weight")
    unsafe setWeight = try library.require("pango_font_description_set_weight")

    unsafe createLayout = try library.require("pango_layout_new")
    unsafe setText = try library.require("pango_layout_set_text")
    unsafe findBreaks = try library.require("pango_get_log_attrs")
    unsafe setSingleParagraph = try library.require("pango_layout_set_single_paragraph_mode")
    unsafe unknownGlyphCount = try library.require("pango_layout_get_unknown_glyphs_count")
    unsafe line = try library.require("pango_layout_get_line_readonly")
    unsafe lineExtents = try library.require("pango_layout_line_get_extents")
    unsafe drawLine = try library.require("pango_cairo_show_layout_line")

    unsafe clusters = try library.require("pango_layout_get_iter")
    unsafe clusterIndex = try library.require("pango_layout_iter_get_index")
    unsafe clusterExtents = try library.require("pango_layout_iter_get_cluster_extents")
    unsafe nextCluster = try library.require("pango_layout_iter_next_cluster")
    unsafe freeClusters = try library.require("pango_layout_iter_free")

    unsafe run = try library.require("pango_layout_iter_get_run_readonly")
    unsafe nextRun = try library.require("pango_layout_iter_next_run")
    unsafe scaledFont = try library.require("pango_cairo_font_get_scaled_font")

    unsafe retain = try library.require("g_object_ref")
    unsafe release = try library.require("g_object_unref")
  }
}

/// The functions of cairo and FreeType that text needs; Pango draws with them.
///
/// Source: cairo.h of cairo 1.16, the first with colour fonts.
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

  let setScaledFont: @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> Void
  let createScaledFont:
    @convention(c) @Sendable (
      OpaquePointer?, UnsafePointer<Double>?, UnsafePointer<Double>?, OpaquePointer?
    ) -> OpaquePointer?
  let fontFace: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let fontMatrix: @convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<Double>?) -> Void
  let destroyScaledFont: @convention(c) @Sendable (OpaquePointer?) -> Void
  let lockFace: @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
  let unlockFace: @convention(c) @Sendable (OpaquePointer?) -> Void
  let embeddingRights: @convention(c) @Sendable (OpaquePointer?) -> UInt16
  let showGlyphs: @convention(c) @Sendable (OpaquePointer?, UnsafeRawPointer?, Int32) -> Void
  let newPath: @convention(c) @Sendable (OpaquePointer?) -> Void
  let glyphPath: @convention(c) @Sendable (OpaquePointer?, UnsafeRawPointer?, Int32) -> Void
  let copyPath: @convention(c) @Sendable (OpaquePointer?) -> UnsafeMutableRawPointer?
  let destroyPath: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void

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

    unsafe setScaledFont = try library.require("cairo_set_scaled_font")
    unsafe createScaledFont = try library.require("cairo_scaled_font_create")
    unsafe fontFace = try library.require("cairo_scaled_font_get_font_face")
    unsafe fontMatrix = try library.require("cairo_scaled_font_get_font_matrix")
    unsafe destroyScaledFont = try library.require("cairo_scaled_font_destroy")
    unsafe lockFace = try library.require("cairo_ft_scaled_font_lock_face")
    unsafe unlockFace = try library.require("cairo_ft_scaled_font_unlock_face")
    unsafe embeddingRights = try library.require("FT_Get_FSType_Flags")
    unsafe showGlyphs = try library.require("cairo_show_glyphs")
    unsafe newPath = try library.require("cairo_new_path")
    unsafe glyphPath = try library.require("cairo_glyph_path")
    unsafe copyPath = try library.require("cairo_copy_path")
    unsafe destroyPath = try library.require("cairo_path_destroy")

    unsafe createFontOptions = try library.require("cairo_font_options_create")
    unsafe setAntialiasing = try library.require("cairo_font_options_set_antialias")
    unsafe setHintStyle = try library.require("cairo_font_options_set_hint_style")
    unsafe setHintMetrics = try library.require("cairo_font_options_set_hint_metrics")
    unsafe destroyFontOptions = try library.require("cairo_font_options_destroy")
  }
}

/// The lock that lets one thread of the process at a time use Pango.
///
/// Pango allows one thread per font map, but all maps share a glyph cache of cairo. Threads with
/// different maps sometimes crash or hang in it. This was seen with cairo 1.16 and Pango 1.50, also
/// from a few lines of C.
enum PangoLock {
  private static let mutex = Mutex(())

  /// Runs `body` while no other thread uses Pango; `body` must not lock again.
  static func withLock<Result>(_ body: () -> Result) -> Result {
    mutex.withLock { _ in body() }
  }
}
