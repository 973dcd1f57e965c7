internal import OptionalLibraries

/// A library that reads pictures and is looked up at run time.
package struct ReadingLibrary: Sendable {
  /// The library's name.
  package let name: String
  /// The functions of the library, or the reason why there are none.
  ///
  /// The first call loads it.
  package let loaded: @Sendable () -> Result<LoadedLibrary, LibraryAbsence>

  /// A library, which is loaded on first use.
  init(
    _ name: String,
    _ loaded: @escaping @autoclosure @Sendable () -> Result<LoadedLibrary, LibraryAbsence>
  ) {
    (self.name, self.loaded) = (name, loaded)
  }

  /// The reason why it cannot be used, and the remedy; nil if it can.
  package func absence() -> LibraryAbsence? {
    if case .failure(let absence) = loaded() { absence } else { nil }
  }

  /// The functions, for files of a format.
  ///
  /// - Throws: An error that names the library, and the remedy.
  func reading(_ format: String) throws(PictureFileError) -> LoadedLibrary {
    do { return try loaded().get() } catch {
      throw .unsupported(reason: "\(format) files need \(name); \(error.remedy)")
    }
  }
}

/// A library that is loaded for as long as the process lives.
@safe package struct LoadedLibrary: Sendable {
  /// The functions, in a structure of C.
  package nonisolated(unsafe) let functions: OpaquePointer

  /// Loads a library; nil if it is missing, lacks a function, or has structures of another layout.
  ///
  /// The functions are found by a handle of `dlopen`.
  init?(_ fileName: String, foundBy find: (UnsafeMutableRawPointer) -> OpaquePointer?) {
    guard let library = OptionalLibrary(fileName), let functions = unsafe find(library.handle)
    else { return nil }
    unsafe self.functions = functions
  }
}

extension Result<LoadedLibrary, LibraryAbsence> {
  /// Loads a library; its packages are named if it is missing.
  static func loading(
    _ fileName: String, of packages: String,
    foundBy find: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> Self {
    unsafe LoadedLibrary(fileName, foundBy: find).map { .success($0) }
      ?? .failure(.notInstalled(packages, fileName))
  }
}

/// The reason why a library cannot be used, and the remedy.
package struct LibraryAbsence: Error, Equatable {
  /// The fault, as a fragment.
  package let reason: String
  /// The remedy, to follow a colon.
  package let remedy: String

  /// Whether the library is there, and only memory is missing.
  package var isForMemory = false

  /// No library was found, or it does not fit into memory; the remedy names its packages.
  static func notInstalled(_ packages: String, _ fileNames: String...) -> LibraryAbsence {
    guard fileNames.contains(where: OptionalLibrary.lacksMemory) else {
      return LibraryAbsence(reason: "not found", remedy: "install \(packages)")
    }
    return LibraryAbsence(
      reason: "no memory is left for it", remedy: "raise the limit (ulimit -v)", isForMemory: true)
  }

  /// The library's header was missing when the command was built; the remedy names its package.
  static func notBuilt(header: String, package: String) -> LibraryAbsence {
    LibraryAbsence(
      reason: "not built in, as \(header) was missing",
      remedy: "install \(package), and build contactsheet again")
  }
}
