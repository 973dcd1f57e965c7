internal import CHEIFShims
internal import OptionalLibraries

/// libheif, which reads HEIC and AVIF files.
@safe struct LibHEIF: Sendable {
  /// The installed library; loaded on first use.
  static let installed: Result<LibHEIF, LibraryAbsence> = {
    guard cheif_is_built() else {
      return .failure(
        .notBuilt(header: "libheif/heif.h 1.15", package: "libheif-dev (Debian, Ubuntu)"))
    }
    return LibHEIF("libheif.so.1").map(Result.success)
      ?? .failure(.notInstalled("libheif1 (Debian, Ubuntu) of version 1.15 or later"))
  }()

  /// The functions, which stay where they are for as long as the process lives.
  nonisolated(unsafe) let functions: UnsafePointer<cheif_library>

  /// Nil where there is no such library, it lacks a function, or is too old.
  init?(_ fileName: String) {
    guard
      let functions = unsafe OptionalLibrary.functions(
        of: fileName, Self.functions, fitting: cheif_library_fits)
    else { return nil }
    unsafe self.functions = functions
  }

  private static func functions(
    of library: OptionalLibrary
  ) throws(MissingFunction) -> cheif_library {
    try unsafe cheif_library(
      get_version_number: library.require("heif_get_version_number"),
      context_alloc: library.require("heif_context_alloc"),
      context_free: library.require("heif_context_free"),
      context_set_max_decoding_threads: library.require("heif_context_set_max_decoding_threads"),
      context_read_from_memory_without_copy: library.require(
        "heif_context_read_from_memory_without_copy"),
      context_get_primary_image_handle: library.require("heif_context_get_primary_image_handle"),
      context_get_image_handle: library.require("heif_context_get_image_handle"),
      image_handle_get_thumbnail: library.require("heif_image_handle_get_thumbnail"),
      image_handle_release: library.require("heif_image_handle_release"),
      decoding_options_alloc: library.require("heif_decoding_options_alloc"),
      decoding_options_free: library.require("heif_decoding_options_free"),
      decode_image: library.require("heif_decode_image"),
      image_get_width: library.require("heif_image_get_width"),
      image_get_height: library.require("heif_image_get_height"),
      image_get_bits_per_pixel_range: library.require("heif_image_get_bits_per_pixel_range"),
      image_get_plane_readonly: library.require("heif_image_get_plane_readonly"),
      image_release: library.require("heif_image_release"))
  }
}

extension ReadingLibrary {
  static let libheif = ReadingLibrary(name: "libheif", LibHEIF.installed)
}
