internal import CLibraries

/// A library that reads pictures and is looked up at run time.
package struct ReadingLibrary: Sendable {
  /// The library's name.
  package let name: String
  private let library: clibrary
  /// The packages that contain the library, for a remedy.
  private let packages: String
  /// The header needed at compile time, and the package that contains it; nil if none is needed.
  private let header: (name: String, package: String)?

  /// Creates a description of a library, which is loaded on first use.
  init(
    _ name: String, _ library: clibrary, of packages: String, header: (String, of: String)? = nil
  ) {
    (self.name, self.library, self.packages) = (name, library, packages)
    self.header = header.map { ($0.0, $0.of) }
  }

  /// Why the library cannot be used, and what to do about it; nil if it can.
  package func absence() -> LibraryAbsence? {
    switch clibrary_load(library) {
    case .ready: nil
    case .unbuilt:
      LibraryAbsence(
        reason: "not built in, because \(header?.name ?? name) was missing",
        remedy: "install \(header?.package ?? packages), and build contactsheet again")
    case .absent: LibraryAbsence(reason: "not found", remedy: "install \(packages)")
    case .unfit:
      LibraryAbsence(
        reason: "found, but cannot be used",
        remedy: "install \(packages) instead of \(unfitFile), which is incompatible")
    case .exhausted:
      LibraryAbsence(
        reason: "there is not enough memory for it", remedy: "raise the limit (ulimit -v)",
        isForMemory: true)
    }
  }

  private var unfitFile: String {
    unsafe clibrary_file(library).map { unsafe String(cString: $0) } ?? name
  }

  /// Loads the library in order to read files of a format.
  ///
  /// - Throws: An error that names the library and says what to do.
  func load(toRead format: String) throws(PictureFileError) {
    guard let absence = absence() else { return }
    throw .unsupported(reason: "\(format) files need \(name); \(absence.remedy)")
  }
}

/// Why a library cannot be used, and what to do about it.
package struct LibraryAbsence: Error, Equatable {
  /// The problem, as a fragment.
  package let reason: String
  /// What to do, as text to follow a colon.
  package let remedy: String

  /// Whether the library is installed, and only lacks memory.
  var isForMemory = false
}
