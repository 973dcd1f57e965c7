package import SystemPackage

extension FilePath {
  /// Whether a file at this path, relative to `folder`, would lie outside that folder.
  ///
  /// Links on the way to the file's own folder are followed; the file itself need not exist. A
  /// folder that does not exist counts as inside, since no file can be in it; one that cannot be
  /// examined counts as outside.
  package func leadsOut(of folder: FilePath) -> Bool {
    if isAbsolute || components.contains(where: { $0.kind == .parentDirectory }) { return true }
    do throws(Errno) {
      let limits = try folder.resolvingLinks()
      return try !folder.pushing(self).folder.resolvingLinks().starts(with: limits)
    } catch {
      return error != .noSuchFileOrDirectory
    }
  }

  /// Whether there is a symbolic link at this path, wherever it leads.
  package var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }

  /// Where the link at this path leads, if that is nowhere; nil where something is there, and for
  /// what is no link.
  package var brokenLinkTarget: FilePath? {
    guard let target = try? followingLinks(), target != self else { return nil }
    do throws(Errno) { _ = try target.resolvingLinks() } catch .noSuchFileOrDirectory {
      return target
    } catch {}
    return nil
  }

  /// The last target of the links at this path, whether or not it exists; the path itself where
  /// there is no link.
  package func followingLinks() throws(Errno) -> FilePath {
    var target = self
    for _ in 0...Self.maximumLinks {
      guard let next = target.linkTarget else { return target }
      target = next
    }
    throw .tooManySymbolicLinkLevels
  }

  /// The absolute path, without links, of what this path leads to; neither the file nor its folder
  /// need exist.
  ///
  /// - Throws: Why links on the way cannot be followed.
  package func destination() throws(Errno) -> FilePath {
    try destination(followingAtMost: Self.maximumLinks)
  }

  private func destination(followingAtMost links: Int) throws(Errno) -> FilePath {
    do throws(Errno) { return try resolvingLinks() } catch .noSuchFileOrDirectory {}
    if let target = linkTarget {
      guard links > 0 else { throw .tooManySymbolicLinkLevels }
      return try target.destination(followingAtMost: links - 1)
    }
    guard let name = lastComponent else { throw .noSuchFileOrDirectory }
    var path = try folder.destination(followingAtMost: links)
    switch name.kind {
    case .currentDirectory: break
    case .parentDirectory: path.removeLastComponent()
    case .regular: path.append(name)
    }
    return path
  }

  /// What the link at this path contains, relative to the same folder as this path; nil for what is
  /// no link.
  private var linkTarget: FilePath? {
    guard isSymbolicLink, let target = try? linkDestination() else { return nil }
    return removingLastComponent().pushing(target)
  }

  /// The number of links in a row that Linux follows.
  private static var maximumLinks: Int { 40 }
}
