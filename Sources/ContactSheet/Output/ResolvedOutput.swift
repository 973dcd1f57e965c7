package import SheetFiles
internal import SheetModel
package import SystemPackage

/// The files that an output is allowed to be.
package enum OutputConfinement: Equatable, Sendable {
  /// Any file, pipe or device; links are followed.
  case none
  /// A regular file below a folder; links along the path may not lead out of the folder.
  case below(OpenFolder)
  /// A regular file below a folder, reached without links.
  case noLink(below: OpenFolder)
}

extension OutputConfinement {
  /// Allows any file or, if a folder is given, only a regular file below it.
  package init(confinedTo folder: FilePath?) throws(ContactSheetError) {
    guard let folder else {
      self = .none
      return
    }
    do throws(Errno) { self = .noLink(below: try OpenFolder(folder)) } catch {
      throw ContactSheetError.system(folder, error)
    }
  }
}

/// The open folders of a run's outputs, each opened once.
package final class OutputFolders {
  private var byPath: [FilePath: OpenFolder] = [:]
  private var byIdentity: [FileIdentity: OpenFolder] = [:]

  package init() {}

  /// The file at a path whose last component is not a link.
  fileprivate func file(at path: FilePath) throws(Errno) -> FolderFile {
    if let folder = byPath[path.folder] { return folder.file(named: path.nameBytes) }
    let folder = known(try OpenFolder(path.folder))
    byPath[path.folder] = folder
    return folder.file(named: path.nameBytes)
  }

  /// The file in its folder, which is not opened again if it is already open.
  fileprivate func known(_ file: FolderFile) -> FolderFile {
    known(file.folder).file(named: file.name.bytes)
  }

  private func known(_ folder: OpenFolder) -> OpenFolder {
    if let known = byIdentity[folder.identity] { return known }
    byIdentity[folder.identity] = folder
    return folder
  }
}

/// An output, with the file that is currently at its path.
///
/// Examining an output creates nothing.
package struct ResolvedOutput {
  /// The destination of the bytes.
  package enum Target: Equatable {
    /// A new file, which then replaces this one.
    case file(FolderFile)
    /// The pipe or device at the path, which is not replaced.
    case stream
    /// Standard output.
    case standardOutput
  }

  /// The identity of an output, so that no two outputs go to the same place.
  package enum Place: Hashable {
    case file(FilePlace)
    case stream(FileIdentity)
    case standardOutput
  }

  /// The output as requested.
  package let output: SheetOutput
  /// The destination of its bytes.
  package let target: Target
  /// The identity of the output.
  package let place: Place
  /// The status of the existing file; nil if there is none.
  package let status: Stat?

  /// Examines an output and checks that it can be written.
  ///
  /// Its folder stays open, so links on its path that change later make no difference. A full disk
  /// is noticed only during writing.
  package init(
    _ output: SheetOutput, within bounds: OutputConfinement = .none,
    _ folders: OutputFolders = OutputFolders()
  ) throws(ContactSheetError) {
    self.output = output
    guard case .file(let path) = output else {
      if case .noLink = bounds { throw .notConfined(SheetOutput.standardOutputName, .special) }
      (target, place, status) = (.standardOutput, .standardOutput, nil)
      return
    }
    if bounds == .none {
      let found = try Self.status(of: path)
      switch found?.type {
      case .directory?: throw .isFolder(path)
      case .regular?, nil: break
      default:
        (target, status) = (.stream, found)
        place = found.map { .stream(FileIdentity($0)) } ?? .standardOutput
        do throws(Errno) { try folders.file(at: path).checkWritable() } catch {
          throw ContactSheetError.system(path, error)
        }
        return
      }
    }
    let file = try Self.file(at: path, within: bounds, folders)
    status = file.status
    switch status?.type {
    case .regular?, nil: break
    case .directory?: throw .isFolder(path)
    case .symbolicLink?: throw .notConfined(path, .link)
    default: throw .notConfined(path, .special)
    }
    do { try file.folder.checkWritable() } catch {
      throw .folderNotWritable(output: path, folder: file.folder.path, error)
    }
    target = .file(file)
    place = .file(FilePlace(folder: file.folder.identity, name: file.name.bytes))
    guard status != nil else { return }
    do { try file.checkWritable() } catch { throw ContactSheetError.system(path, error) }
  }

  /// The status of the file at `output`; nil if there is none.
  private static func status(of output: FilePath) throws(ContactSheetError) -> Stat? {
    do throws(Errno) {
      return try output.stat()
    } catch .noSuchFileOrDirectory where !output.isEmpty {
      return nil
    } catch .notDirectory {
      throw .notAFolder(output: output, folder: output.folder)
    } catch {
      throw ContactSheetError.system(output, error)
    }
  }

  /// The file that an output would replace, in its open folder.
  private static func file(
    at path: FilePath, within bounds: OutputConfinement, _ folders: OutputFolders
  ) throws(ContactSheetError) -> FolderFile {
    var folder = path.folder
    do throws(Errno) {
      switch bounds {
      case .none:
        let target = try path.followingLinks()
        folder = target.folder
        return try folders.file(at: target)
      case .below(let root): return folders.known(try root.file(at: path))
      case .noLink(let root):
        return folders.known(try root.file(at: path, followsLast: false))
      }
    } catch {
      switch error {
      case .noSuchFileOrDirectory: throw .folderMissing(output: path, folder: folder)
      case .notDirectory: throw .notAFolder(output: path, folder: folder)
      case .isDirectory: throw .isFolder(path)
      case .tooManySymbolicLinkLevels: throw ContactSheetError.system(path, error)
      case .improperLink: throw .notConfined(path, .outside)
      default: throw .folderNotWritable(output: path, folder: folder, error)
      }
    }
  }
}

extension ResolvedOutput {
  /// Whether the file is put in place when it is complete, instead of receiving bytes piece by
  /// piece.
  var isReplaceable: Bool { if case .file = target { true } else { false } }

  /// The file that would be replaced; nil if there is none or it is empty.
  var replacedFile: FilePath? {
    guard case .file = target, case .file(let path) = output, let status, status.size > 0
    else { return nil }
    return path
  }

  /// The file that would be replaced, if it has appeared or changed since the output was examined;
  /// nil if it is unchanged, empty or missing.
  var newlyReplacedFile: FilePath? {
    guard case .file(let file) = target, case .file(let path) = output, let now = file.status,
      now.size > 0
    else { return nil }
    if let status, FileIdentity(status) == FileIdentity(now), status.size == now.size,
      status.modified == now.modified
    {
      return nil
    }
    return path
  }
}
