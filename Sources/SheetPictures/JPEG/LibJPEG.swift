package import CJPEGShims
internal import OptionalLibraries

/// libjpeg-turbo, which reads and writes JPEG files.
///
/// There are two binary interfaces of it, those of libjpeg 6b and of libjpeg 8; which one a system
/// has, the name of its library says.
@safe package struct LibJPEG: Sendable {
  /// The installed library; loaded on first use.
  package static let installed: Result<LibJPEG, LibraryAbsence> = {
    guard cjpeg_is_built() else {
      return .failure(.notBuilt(header: "jpeglib.h", package: "libjpeg-dev (Debian, Ubuntu)"))
    }
    var unfit = ""
    for (name, version) in [("libjpeg.so.62", 62), ("libjpeg.so.8", 80)] as [(String, CInt)] {
      if let library = LibJPEG(name, version: version) { return .success(library) }
      if OptionalLibrary(name) != nil { unfit = ", as \(name) was found and has another interface" }
    }
    return .failure(.notInstalled("libjpeg62-turbo (Debian) or libjpeg-turbo8 (Ubuntu)\(unfit)"))
  }()

  /// Why JPEG files cannot be read; nil where they can.
  package static var absence: LibraryAbsence? { ReadingLibrary.libjpeg.absence() }

  /// The functions, which stay where they are for as long as the process lives.
  package nonisolated(unsafe) let functions: UnsafePointer<cjpeg_library>

  /// Nil where there is no such library, it lacks a function, or its structures have another layout.
  init?(_ fileName: String, version: CInt) {
    let functions = unsafe OptionalLibrary.functions(
      of: fileName,
      { library throws(MissingFunction) in try Self.functions(of: library, version: version) },
      fitting: cjpeg_library_fits)
    guard let functions = unsafe functions else { return nil }
    unsafe self.functions = functions
  }

  private static func functions(
    of library: OptionalLibrary, version: CInt
  ) throws(MissingFunction) -> cjpeg_library {
    try unsafe cjpeg_library(
      version: version,
      std_error: library.require("jpeg_std_error"),
      CreateDecompress: library.require("jpeg_CreateDecompress"),
      destroy_decompress: library.require("jpeg_destroy_decompress"),
      read_header: library.require("jpeg_read_header"),
      has_multiple_scans: library.require("jpeg_has_multiple_scans"),
      start_decompress: library.require("jpeg_start_decompress"),
      read_scanlines: library.require("jpeg_read_scanlines"),
      finish_decompress: library.require("jpeg_finish_decompress"),
      resync_to_restart: library.require("jpeg_resync_to_restart"),
      set_marker_processor: library.require("jpeg_set_marker_processor"),
      CreateCompress: library.require("jpeg_CreateCompress"),
      destroy_compress: library.require("jpeg_destroy_compress"),
      set_defaults: library.require("jpeg_set_defaults"),
      set_quality: library.require("jpeg_set_quality"),
      start_compress: library.require("jpeg_start_compress"),
      write_scanlines: library.require("jpeg_write_scanlines"),
      finish_compress: library.require("jpeg_finish_compress"),
      mem_src: library.require("jpeg_mem_src"),
      read_coefficients: library.require("jpeg_read_coefficients"),
      copy_critical_parameters: library.require("jpeg_copy_critical_parameters"),
      simple_progression: library.require("jpeg_simple_progression"),
      write_coefficients: library.require("jpeg_write_coefficients"))
  }
}

extension ReadingLibrary {
  static let libjpeg = ReadingLibrary(name: "libjpeg-turbo", LibJPEG.installed)
}
