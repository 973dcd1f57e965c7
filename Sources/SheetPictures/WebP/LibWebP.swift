internal import CWebPShims
internal import OptionalLibraries

/// libwebp, which reads WebP files.
@safe struct LibWebP: Sendable {
  /// The installed library; loaded on first use.
  static let installed: Result<LibWebP, LibraryAbsence> = {
    guard cwebp_is_built() else {
      return .failure(.notBuilt(header: "webp/decode.h", package: "libwebp-dev (Debian, Ubuntu)"))
    }
    return LibWebP("libwebp.so.7").map(Result.success)
      ?? .failure(.notInstalled("libwebp7 (Debian, Ubuntu)"))
  }()

  /// The functions, which stay where they are for as long as the process lives.
  nonisolated(unsafe) let functions: UnsafePointer<cwebp_library>

  /// Nil where there is no such library, it lacks a function, or its structures are others.
  init?(_ fileName: String) {
    guard
      let functions = unsafe OptionalLibrary.functions(of: fileName, foundBy: cwebp_find_functions)
    else { return nil }
    unsafe self.functions = functions
  }
}

extension ReadingLibrary {
  static let libwebp = ReadingLibrary(name: "libwebp", LibWebP.installed)
}
