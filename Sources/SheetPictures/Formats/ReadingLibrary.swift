internal import SheetPNG

/// A library that is looked up at run time to read pictures.
package struct ReadingLibrary: Sendable {
  /// The library's name.
  package let name: String
  /// Why it cannot be used, and what brings it; nil where it can.
  ///
  /// The first call loads it.
  package let absence: @Sendable () -> LibraryAbsence?

  /// A library, which is loaded when somebody asks whether it is there.
  init<Library: Sendable>(
    name: String,
    _ installed: @escaping @autoclosure @Sendable () -> Result<Library, LibraryAbsence>
  ) {
    self.name = name
    absence = { if case .failure(let absence) = installed() { absence } else { nil } }
  }
}

/// Why a library cannot be used, and what brings it.
package struct LibraryAbsence: Error, Equatable {
  /// What is wrong, as a fragment.
  package let reason: String
  /// What to do about it, to follow a colon.
  package let remedy: String

  /// No library was found, which packages bring.
  static func notInstalled(_ packages: String) -> LibraryAbsence {
    LibraryAbsence(reason: "not found", remedy: "install \(packages)")
  }

  /// The command was built where the library's header was missing, which a package brings.
  static func notBuilt(header: String, package: String) -> LibraryAbsence {
    LibraryAbsence(
      reason: "not built in, as \(header) was missing",
      remedy: "install \(package), and build contactsheet again")
  }
}

extension Result where Failure == LibraryAbsence {
  /// The library, for files of a format.
  ///
  /// - Throws: Which library they need, and what brings it.
  func reading(_ format: FileFormat) throws(PictureFileError) -> Success {
    do { return try get() } catch {
      let name = format.reader?.library?.name ?? "a library"
      throw .unsupported(reason: "\(format.name) files need \(name): \(error.remedy)")
    }
  }
}
