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
      let functions = unsafe OptionalLibrary.functions(of: fileName, foundBy: cheif_find_functions)
    else { return nil }
    unsafe self.functions = functions
  }
}

extension ReadingLibrary {
  static let libheif = ReadingLibrary(name: "libheif", LibHEIF.installed)
}
