package import SystemPackage

extension FilePath {
  /// Whether this path is a symbolic link, whatever its target.
  package var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }

  /// The missing target of the broken link at this path; nil if there is no broken link.
  package var brokenLinkTarget: FilePath? {
    guard let target = try? followingLinks(), target != self else { return nil }
    do throws(Errno) { _ = try target.resolvingLinks() } catch .noSuchFileOrDirectory {
      return target
    } catch {}
    return nil
  }

  /// The final target of the links at this path, whether or not it exists; the path itself if it is
  /// not a link.
  package func followingLinks() throws(Errno) -> FilePath {
    var target = self
    for _ in 0...Self.maximumLinks {
      guard let next = target.linkTarget else { return target }
      target = next
    }
    throw .tooManySymbolicLinkLevels
  }

  /// The further links that are followed after the link at this path, in order; empty if that link
  /// does not point to another one, or if this path is not a link.
  package var furtherLinks: [FilePath] {
    var (links, path): ([FilePath], FilePath) = ([], self)
    while links.count < Self.maximumLinks, let next = path.linkTarget, next.isSymbolicLink {
      links.append(next)
      path = next
    }
    return links
  }

  /// The target of the link at this path, relative to the same base as the path; nil if this is not
  /// a link.
  private var linkTarget: FilePath? {
    guard isSymbolicLink, let target = try? linkDestination() else { return nil }
    return removingLastComponent().pushing(target)
  }

  /// The maximum number of consecutive links that Linux follows.
  static var maximumLinks: Int { 40 }
}

extension FilePath {
  /// The path of the working folder: the one under which the shell entered it, if that is known, or
  /// else one without symbolic links.
  package static var workingFolder: FilePath {
    if let entered = environmentVariable("PWD").map({ FilePath($0) }), entered.isAbsolute,
      let identity = FileIdentity(entered), identity == FileIdentity(".")
    {
      return entered
    }
    return (try? FilePath(".").resolvingLinks()) ?? "/"
  }

  /// The absolute path, without `.` and `..`.
  ///
  /// After a symbolic link, `..` leaves the folder that the link points to.
  package func absolute(in workingFolder: FilePath) -> FilePath {
    var path: FilePath = "/"
    for component in workingFolder.pushing(self).components {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory:
        if path.isSymbolicLink, let target = try? path.resolvingLinks() { path = target }
        path.removeLastComponent()
      case .regular: path.append(component)
      }
    }
    return path
  }

  /// The relative path from this folder to another, both without `.` and `..`; empty if they are
  /// the same.
  package func relativePath(to other: FilePath) -> FilePath {
    let common = zip(components, other.components).prefix { $0 == $1 }.count
    var way = FilePath()
    for _ in components.dropFirst(common) { way.append("..") }
    way.append(other.components.dropFirst(common))
    return way
  }
}

extension FilePath {
  /// The working folder and the folders above it up to the root of its repository, as `..` paths;
  /// empty outside a repository.
  package static var repositoryFolders: [FilePath] {
    var folders: [FilePath] = ["."]
    while true {
      let folder = folders[folders.count - 1]
      if (try? folder.pushing(".git").stat(followTargetSymlink: false)) != nil { return folders }
      let parent: FilePath = folder == "." ? ".." : folder.pushing("..")
      guard let identity = FileIdentity(parent), identity != FileIdentity(folder) else { return [] }
      folders.append(parent)
    }
  }
}

/// The identity of a file, whatever its name.
package struct FileIdentity: Hashable, Sendable {
  let device: DeviceID
  let inode: Inode

  package init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }

  /// The identity of the file at `path`, following links; nil if there is none.
  package init?(_ path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

extension FileIdentity: Comparable {
  /// Orders files in the same way in all processes, which lock several folders in this order.
  package static func < (one: FileIdentity, other: FileIdentity) -> Bool {
    (one.device.rawValue, one.inode.rawValue) < (other.device.rawValue, other.inode.rawValue)
  }
}

/// A name in a folder, whatever path leads to the folder.
///
/// Two hard links to one file count as two places, since people see two files.
package struct FilePlace: Hashable, Sendable {
  package let folder: FileIdentity
  let name: [UInt8]

  /// Creates a place from a folder and a name in it.
  package init(folder: FileIdentity, name: [UInt8]) {
    self.folder = folder
    self.name = name
  }
}
