package import SheetFiles
internal import SheetModel
internal import SheetPictures
package import SheetPlans
internal import SheetRendering
package import SystemPackage

/// The destination of a sheet or a manifest.
package enum SheetOutput: Hashable, Sendable {
  /// A file, or several files named after it; see ``OutputNames``.
  case file(FilePath)
  /// Standard output.
  case standardOutput
}

extension SheetOutput {
  /// The names of the pages; nil if they go to standard output, or to an open descriptor, which has
  /// a number but no name.
  package var names: OutputNames? {
    guard case .file(let path) = self, !path.starts(with: "/proc/self/fd") else { return nil }
    return OutputNames(path)
  }

  /// The file to which the shell has redirected standard output; nil if there is none, or if the
  /// sheet does not go to standard output.
  var redirectedFile: FileIdentity? {
    guard self == .standardOutput, let status = try? FileDescriptor.standardOutput.stat(),
      status.type == .regular
    else { return nil }
    return FileIdentity(status)
  }

  /// The outputs of pages, by number.
  ///
  /// All pages go to the same output if it is a pipe, a device, an open descriptor or standard
  /// output, or if `inOneFile` is true and its name has no place for the page number. Otherwise,
  /// each page has a file of its own.
  package func pages(
    _ numbers: some Collection<Int>, blocks: [PageBlock?] = [], inOneFile: Bool = false
  ) -> [SheetOutput] {
    guard let names, !isStream, !inOneFile || names.hasPattern else {
      return numbers.map { _ in self }
    }
    return numbers.enumerated().map { index, number in
      let block = blocks.indices.contains(index) ? blocks[index] : nil
      return .file(names.path(page: number, of: numbers.count, block: block))
    }
  }

  /// Whether the output is a pipe, a device, or standard output.
  private var isStream: Bool {
    guard case .file(let path) = self else { return true }
    switch (try? path.stat())?.type {
    case .regular, .directory, nil: return false
    default: return true
    }
  }

  /// The file, or the name that stands for standard output in errors.
  private var path: FilePath {
    if case .file(let path) = self { path } else { Self.standardOutputName }
  }

  /// The name that stands for standard output in errors; a file with that name is written with its
  /// folder, as `./-`.
  static let standardOutputName: FilePath = "-"

  /// A system error as an error about this output.
  package func error(_ error: Errno) -> ContactSheetError { .system(path, error) }

  /// The output's name, escaped for messages; `-` for standard output.
  package var printableName: String { path.printable }

  /// The output's name in quotation marks, as in messages.
  package var quoted: String { path.quoted }

  /// Creates an output to the file at a path.
  ///
  /// - Throws: ``ContactSheetError`` if the path ends with a slash, which a `FilePath` would drop.
  package init(path: String) throws(ContactSheetError) {
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw ContactSheetError(
        .outputName, "cannot write '\(path.printable)': it is a folder name",
        remedy: "name a file in it")
    }
    self = .file(FilePath(path))
  }

  /// The output with a name from a manifest.
  package init(named name: FileName) {
    self = name.text == "-" ? .standardOutput : .file(name.path)
  }

  /// The output's name in manifests.
  package var name: FileName { .path(path) }
}

extension SheetOutput {
  /// Checks that the extension does not belong to a known format that cannot be written.
  ///
  /// - Throws: ``ContactSheetError/formatNotWritten(_:format:)``.
  package func checkFormat() throws(ContactSheetError) {
    guard case .file(let path) = self,
      let known = FormatTable.standard.named(path.nameBytes),
      !SheetFormat.all.contains(where: { $0.name == known.name })
    else { return }
    throw .formatNotWritten(path, format: known.name)
  }
}
