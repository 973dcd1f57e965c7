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
  /// The status of what is there now; nil for nothing.
  let status: Stat?

  /// The number of links in a row that Linux follows.
  private static let maximumLinks = 40

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
      let file = try Self.following(path)
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

  /// The final target of the links at `output`, whether or not it exists.
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
  /// The file that would be replaced; nil if there is none, or if it is empty.
  var replacedFile: FilePath? {
    guard case .file = target, case .file(let path) = output, let status, status.size > 0
    else { return nil }
    return path
  }
}

/// All outputs of a run, no two of which go to the same place.
struct ResolvedOutputs {
  /// The outputs of the pages, in order.
  let pages: [ResolvedOutput]
  /// The outputs of the documents, in order.
  let documents: [ResolvedOutput]
  /// What each of the documents is.
  private let kinds: [DocumentKind]

  /// Resolves outputs.
  ///
  /// Only a single page may go to a pipe, a device or standard output, and no document may go
  /// there with it.
  ///
  /// - Parameters:
  ///   - pages: The outputs of the pages.
  ///   - documents: The documents, of which only the outputs count.
  ///   - needsFolders: Whether a page whose folder is missing is an error, or is left out.
  /// - Throws: ``SheetError`` for an output that cannot be written, or would be written twice.
  init(
    pages: [SheetOutput], documents: [SheetDocument], needsFolders: Bool = true
  ) throws(SheetError) {
    (self.pages, self.documents) = try translating(SheetError.notWritten) {
      () throws(OutputError) in
      let resolved = try pages.map { (page) throws(OutputError) -> ResolvedOutput? in
        do throws(OutputError) {
          return try ResolvedOutput(page)
        } catch .folderMissing where !needsFolders {
          return nil
        }
      }
      return (resolved.compactMap(\.self), try documents.map(\.output).map(ResolvedOutput.init))
    }
    kinds = documents.map(\.kind)
    var places: Set<ResolvedOutput.Place> = []
    for page in self.pages {
      switch page.target {
      case .file:
        guard places.insert(page.place).inserted else { throw .samePage(page.output.name) }
      case .stream, .standardOutput:
        guard pages.count == 1 else {
          guard case .file(let path) = page.output else {
            throw .pagesToStandardOutput(pages.count)
          }
          throw .pagesToStream(pages.count, path)
        }
        places.insert(page.place)
      }
    }
    for (document, kind) in zip(self.documents, kinds)
    where !places.insert(document.place).inserted {
      throw .sameOutput(kind, document.output.name)
    }
  }

  /// Checks that pages only replace contact sheets, and documents only others of
  /// their kind.
  ///
  /// - Throws: ``SheetError/notASheet(_:)``, ``SheetError/notADocument(_:_:)``.
  func checkReplaced() throws(SheetError) {
    for page in pages {
      if let path = page.replacedFile, !SheetFormat.isOwnSheet(path) { throw .notASheet(path) }
    }
    for (document, kind) in zip(documents, kinds) {
      if let path = document.replacedFile, !kind.isOwn(path) {
        throw .notADocument(kind, path)
      }
    }
  }

  /// Writes the documents alone, all of them or none.
  func write(
    _ contents: [AnySequence<ArraySlice<UInt8>>], keepsUnchanged: Bool = false
  ) throws(SheetError) {
    do throws(OutputError) {
      Leftovers.remove(of: documents)
      var files = OutputSet(keepsUnchanged: keepsUnchanged)
      for (contents, output) in zip(contents, documents) { try files.add(contents, to: output) }
      try files.commit()
    } catch {
      throw .notWritten(error)
    }
  }

  /// The first picture whose file an output would overwrite.
  ///
  /// Files are compared by device and inode, so it does not matter which path or link leads to
  /// them.
  func firstOverwritten(of pictures: [SheetPicture]) -> FilePath? {
    let identities = Set((pages + documents).compactMap(\.status).map(FileIdentity.init))
    guard !identities.isEmpty else { return nil }
    return pictures.lazy.compactMap { picture -> FilePath? in
      guard let path = picture.path, let identity = picture.identity ?? FileIdentity(path)
      else { return nil }
      return identities.contains(identity) ? path : nil
    }.first
  }
}
