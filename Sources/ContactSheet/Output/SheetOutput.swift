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
  /// The names of the pages; nil if they go to standard output.
  package var names: OutputNames? {
    if case .file(let path) = self { OutputNames(path) } else { nil }
  }

  /// The file to which a shell leads standard output; nil if there is none, or if the sheet goes to a
  /// file of its own.
  var redirectedFile: FileIdentity? {
    guard self == .standardOutput, let status = try? FileDescriptor.standardOutput.stat(),
      status.type == .regular
    else { return nil }
    return FileIdentity(status)
  }

  /// The outputs of pages by their numbers.
  ///
  /// All pages go to one pipe, device or standard output. One file may hold all pages, too, unless its
  /// name has a place for a page's number.
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

  /// Whether it is a pipe, a device, or standard output.
  private var isStream: Bool {
    guard case .file(let path) = self else { return true }
    switch (try? path.stat())?.type {
    case .regular, .directory, nil: return false
    default: return true
    }
  }

  /// The file, or the name of standard output in errors.
  private var path: FilePath {
    if case .file(let path) = self { path } else { OutputError.standardOutput }
  }

  /// An error of the system, as an error about this output.
  package func error(_ error: Errno) -> OutputError { OutputError(error, output: path) }

  /// The output's name, escaped for messages; `-` for standard output.
  package var printableName: String { path.printable }

  /// The output's name between quotation marks, as messages name it.
  package var quoted: String { path.quoted }

  /// The output that a manifest names.
  package init(named name: FileName) {
    self = name.text == "-" ? .standardOutput : .file(name.path)
  }

  /// The output's name in manifests.
  package var name: FileName { .path(path) }
}

extension SheetOutput {
  /// Checks that the ending of the name is not of a known format that is not written.
  ///
  /// - Throws: ``SheetError/formatNotWritten(_:format:)``.
  package func checkFormat() throws(SheetError) {
    guard case .file(let path) = self,
      let known = FormatTable.standard.named(path.nameBytes),
      !SheetFormat.all.contains(where: { $0.name == known.name })
    else { return }
    throw .formatNotWritten(path, format: known.name)
  }
}

/// The reason why a file could not be written.
///
/// Descriptions are complete messages that name the file, such as
/// `cannot write 'out/sheet.png': the folder 'out' does not exist; create it first`.
package enum OutputError: Error, Equatable, Sendable {
  /// The folder for the file does not exist.
  case folderMissing(output: FilePath, folder: FilePath)
  /// The file's folder is not a folder.
  case notAFolder(output: FilePath, folder: FilePath)
  /// No file can be created in the folder.
  case folderNotWritable(output: FilePath, folder: FilePath, Errno)
  /// The output is a folder.
  case isFolder(FilePath)
  /// The output may only be a regular file below a folder, and is not.
  case notConfined(FilePath, ConfinementFault)
  /// The disk is full, or the quota used up.
  case noSpace(FilePath)
  /// Another error of the system.
  case system(FilePath, Errno)
  /// One of several files could not be replaced, and some replaced files could not be restored.
  ///
  /// The first value is the reason. The remaining files are as they were.
  indirect case partlyReplaced(OutputError, new: [SheetOutput], old: [SheetOutput])

  /// The reason why an output is not a regular file below a folder.
  package enum ConfinementFault: Equatable, Sendable {
    /// Its path leads out of the folder.
    case outside
    /// It is a symbolic link.
    case link
    /// It is a pipe, a device or a socket.
    case special
  }

  /// The name of standard output in errors; a file of that name is written with its folder, as
  /// `./-`.
  static let standardOutput: FilePath = "-"

  /// Creates an error about the file at `output` from an error of the system.
  init(_ error: Errno, output: FilePath) {
    switch error {
    case .noSpace, .diskQuotaExceeded: self = .noSpace(output)
    case .isDirectory: self = .isFolder(output)
    default: self = .system(output, error)
    }
  }
}

extension OutputError: CustomStringConvertible {
  /// A complete message with the file's name and, if there is one, the remedy.
  package var description: String {
    switch self {
    case .folderMissing(let output, let folder):
      "cannot write \(output.quoted): the folder \(folder.quoted) does not exist; create it first"
    case .notAFolder(let output, let folder):
      "cannot write \(output.quoted): \(folder.quoted) is not a folder; name a file in one"
    case .folderNotWritable(let output, let folder, let error):
      "cannot write \(output.quoted): cannot create a file in the folder \(folder.quoted): \(error)"
    case .isFolder(let output):
      "cannot write \(output.quoted): it is a folder; name a file in it"
    case .notConfined(let output, .outside):
      "cannot write \(output.quoted): it leads out of the folder that it is confined to"
    case .notConfined(let output, .link): "cannot write \(output.quoted): it is a symbolic link"
    case .notConfined(let output, .special): "cannot write \(output.quoted): it is a pipe or device"
    case .noSpace(let output): "cannot write \(Self.name(output)): no space left for it; make room"
    case .system(let output, let error): "cannot write \(Self.name(output)): \(error)"
    case .partlyReplaced(let error, let new, let old):
      "\(error); \(Self.names(new)) \(new.count == 1 ? "is" : "are") new and could not be restored, "
        + "\(Self.names(old)) \(old.count == 1 ? "is" : "are") as before; run it again once all can "
        + "be written"
    }
  }

  private static func names(_ outputs: [SheetOutput]) -> String {
    outputs.map(\.quoted).listed("and")
  }

  private static func name(_ output: FilePath) -> String {
    output == standardOutput ? "to standard output" : output.quoted
  }
}
