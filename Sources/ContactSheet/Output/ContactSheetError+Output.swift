internal import SheetFiles
package import SheetModel
package import SystemPackage

// Why a file could not be written.

extension ContactSheetError {
  /// The folder for the file does not exist.
  package static func folderMissing(output: FilePath, folder: FilePath) -> Self {
    unwritten(
      output, "the folder \(folder.quoted) does not exist", "create it first",
      .noSuchFileOrDirectory)
  }

  /// The file's folder is not a folder.
  package static func notAFolder(output: FilePath, folder: FilePath) -> Self {
    unwritten(output, "\(folder.quoted) is not a folder", "name a file in one", .notDirectory)
  }

  /// No file can be created in the folder.
  package static func folderNotWritable(
    output: FilePath, folder: FilePath, _ error: Errno
  ) -> Self {
    unwritten(
      output, "cannot create a file in the folder \(folder.quoted): \(error)", nil, error)
  }

  /// The output is a folder.
  package static func isFolder(_ output: FilePath) -> Self {
    unwritten(output, "it is a folder", "name a file in it", .isDirectory)
  }

  /// The output is not a regular file below the folder to which it is confined.
  package static func notConfined(_ output: FilePath, _ fault: ConfinementFault) -> Self {
    unwritten(
      output, fault.rawValue, "remove it, or name the output on the command line", nil)
  }

  /// The system refuses to write an output.
  package static func system(_ output: FilePath, _ error: Errno) -> Self {
    switch error {
    case .noSpace, .diskQuotaExceeded:
      unwritten(output, "no space left for it", "free some space", error)
    case .isDirectory: isFolder(output)
    case .noMemory:
      unwritten(
        output, "\(error)", "raise the limit (ulimit -v), or lower \(.jobs)", error)
    default: unwritten(output, "\(error)", nil, error)
    }
  }

  private static func unwritten(
    _ output: FilePath, _ reason: String, _ remedy: Remedy?, _ cause: Errno?
  ) -> Self {
    let name = output == SheetOutput.standardOutputName ? "to standard output" : output.quoted
    return Self(.notWritten, "cannot write \(name): \(reason)", remedy: remedy, cause: cause)
  }

  /// One of several files could not be replaced, and some of the replaced files could not be
  /// restored.
  ///
  /// The files that could not be restored are `new`; the others are as they were.
  package static func partlyReplaced(
    _ error: ContactSheetError, new: [SheetOutput], old: [SheetOutput]
  ) -> Self {
    func names(_ outputs: [SheetOutput]) -> String {
      "\(outputs.map(\.quoted).listed("and")) \(outputs.count == 1 ? "is" : "are")"
    }
    return Self(
      .partlyReplaced,
      "\(error.text); \(names(new)) new and could not be restored, and \(names(old)) unchanged",
      remedy: "try again once all files can be written",
      cause: PartlyReplaced(reason: error, new: new, old: old))
  }
}

/// Why an output is not a regular file below a folder.
package enum ConfinementFault: String, Sendable {
  /// The output's path leads out of the folder.
  case outside = "it leads out of the folder to which it is confined"
  /// The output is a symbolic link.
  case link = "it is a symbolic link"
  /// The output is a pipe, a device or a socket.
  case special = "it is a pipe or device"
}

/// The files of a run that replaced some files and could not restore them.
package struct PartlyReplaced: Error {
  /// Why the other files were not replaced.
  package let reason: ContactSheetError
  /// The files that are new.
  package let new: [SheetOutput]
  /// The files that are as they were.
  package let old: [SheetOutput]
}
