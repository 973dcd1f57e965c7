import SystemPackage

/// Where the bytes for a path have to go.
enum OutputTarget: Equatable {
  /// To a new file that then replaces what is at `path`, which is never a link.
  /// `replacing` is what the present file permits; nil where there is none.
  case file(at: FilePath, replacing: FilePermissions?)
  /// Straight into what is there: a pipe or device is not replaced.
  case stream(FilePath)

  /// As many links in a row as Linux follows.
  private static let maximumLinks = 40

  /// Finds out what is at `output` and whether it can be written, without creating it.
  init(_ output: FilePath) throws(OutputError) {
    let status = try Self.status(of: output)
    switch status?.type {
    case .directory?: throw .isFolder(output)
    case .regular?, nil:
      let target = try Self.following(output)
      try Self.check(target.folder, for: output)
      self = .file(at: target, replacing: status?.permissions)
    default: self = .stream(output)
    }
    guard status != nil else { return }
    do { try output.checkWritable() } catch { throw OutputError(error, output: output) }
  }

  /// What is at `output`; nil where nothing is.
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

  /// What the links at `output` lead to in the end, whether or not it exists.
  private static func following(_ output: FilePath) throws(OutputError) -> FilePath {
    var target = output
    do throws(Errno) {
      for _ in 0...maximumLinks {
        let status = try? target.stat(followTargetSymlink: false)
        guard status?.type == .symbolicLink else { return target }
        target = target.removingLastComponent().pushing(try target.linkDestination())
      }
      throw .tooManySymbolicLinkLevels
    } catch {
      throw OutputError(error, output: output)
    }
  }

  /// Makes sure that a file can be made in `folder`.
  private static func check(_ folder: FilePath, for output: FilePath) throws(OutputError) {
    do throws(Errno) {
      guard try folder.stat().type == .directory else { throw .notDirectory }
      try folder.checkWritable()
    } catch .noSuchFileOrDirectory {
      throw .folderMissing(output: output, folder: folder)
    } catch .notDirectory {
      throw .notAFolder(output: output, folder: folder)
    } catch {
      throw .folderNotWritable(output: output, folder: folder, error)
    }
  }
}
