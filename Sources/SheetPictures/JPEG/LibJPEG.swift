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
    let functions = unsafe OptionalLibrary.functions(of: fileName) { handle, functions in
      unsafe cjpeg_find_functions(handle, version, functions)
    }
    guard let functions = unsafe functions else { return nil }
    unsafe self.functions = functions
  }
}

extension ReadingLibrary {
  static let libjpeg = ReadingLibrary(name: "libjpeg-turbo", LibJPEG.installed)
}
