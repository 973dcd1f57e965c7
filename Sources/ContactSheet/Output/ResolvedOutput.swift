internal import SystemPackage

/// An output with what is at its path now; examining it creates nothing.
struct ResolvedOutput {
  /// Where the bytes go.
  enum Target: Equatable {
    /// To a new file, which then replaces what is at the path; the path is never a link.
    case file(at: FilePath)
    /// Into the pipe or device that is there, which is not replaced.
    case stream
    /// To standard output.
    case standardOutput
  }

  /// What identifies an output, so that no two outputs go to the same place.
  enum Place: Hashable {
    case file(FilePlace)
    case stream(FileIdentity)
    case standardOutput
  }

  let output: SheetOutput
  let target: Target
  let place: Place
  /// The status of the file that is there now; nil for none.
  let status: Stat?

  /// Examines an output and checks that it can be written.
  ///
  /// A full disk is noticed only during writing.
  init(_ output: SheetOutput) throws(OutputError) {
    self.output = output
    guard case .file(let path) = output else {
      (target, place, status) = (.standardOutput, .standardOutput, nil)
      return
    }
    let status = try Self.status(of: path)
    switch status?.type {
    case .directory?: throw .isFolder(path)
    case .regular?, nil:
      let file: FilePath
      do { file = try path.followingLinks() } catch { throw OutputError(error, output: path) }
      let folder = try Self.writableFolder(file.folder, for: path)
      target = .file(at: file)
      place = .file(FilePlace(folder: FileIdentity(folder), name: Array(file.nameBytes)))
    default:
      target = .stream
      place = status.map { .stream(FileIdentity($0)) } ?? .standardOutput
    }
    self.status = status
    guard status != nil else { return }
    do { try path.checkWritable() } catch { throw OutputError(error, output: path) }
  }

  /// The status of what is at `output`; nil for nothing.
  private static func status(of output: FilePath) throws(OutputError) -> Stat? {
    do throws(Errno) {
      return try output.stat()
    } catch .noSuchFileOrDirectory where !output.isEmpty {
      return nil
    } catch .notDirectory {
      throw .notAFolder(output: output, folder: output.folder)
    } catch {
      throw OutputError(error, output: output)
    }
  }

  /// Checks that a file can be created in `folder`.
  private static func writableFolder(
    _ folder: FilePath, for output: FilePath
  ) throws(OutputError) -> Stat {
    do throws(Errno) {
      let status = try folder.stat()
      guard status.type == .directory else { throw .notDirectory }
      try folder.checkWritable()
      return status
    } catch .noSuchFileOrDirectory {
      throw .folderMissing(output: output, folder: folder)
    } catch .notDirectory {
      throw .notAFolder(output: output, folder: folder)
    } catch {
      throw .folderNotWritable(output: output, folder: folder, error)
    }
  }
}

extension ResolvedOutput {
  /// Whether what is written takes its place when all is done, rather than piece by piece.
  var isReplaceable: Bool { if case .file = target { true } else { false } }

  /// The file that would be replaced; nil if there is none, or if it is empty.
  var replacedFile: FilePath? {
    guard case .file = target, case .file(let path) = output, let status, status.size > 0
    else { return nil }
    return path
  }
}
