package import SystemPackage

extension FilePath {
  /// Whether there is a symbolic link at this path, with any target.
  var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }

  /// The target of the link at this path, if nothing is there; nil if something is there, or this
  /// is not a link.
  package var brokenLinkTarget: FilePath? {
    guard let target = try? followingLinks(), target != self else { return nil }
    do throws(Errno) { _ = try target.resolvingLinks() } catch .noSuchFileOrDirectory {
      return target
    } catch {}
    return nil
  }

  /// The last target of the links at this path, whether or not it exists; the path itself if
  /// there is no link.
  package func followingLinks() throws(Errno) -> FilePath {
    var target = self
    for _ in 0...Self.maximumLinks {
      guard let next = target.linkTarget else { return target }
      target = next
    }
    throw .tooManySymbolicLinkLevels
  }

  /// The contents of the link at this path, relative to the path's own base; nil if this is
  /// not a link.
  private var linkTarget: FilePath? {
    guard isSymbolicLink, let target = try? linkDestination() else { return nil }
    return removingLastComponent().pushing(target)
  }

  /// The number of links in a row that Linux follows.
  private static var maximumLinks: Int { 40 }
}

extension FilePath {
  /// The working folder, without symbolic links unless the shell names the path under which it was
  /// entered.
  package static var workingFolder: FilePath {
    if let entered = environmentVariable("PWD").map({ FilePath($0) }), entered.isAbsolute,
      let identity = FileIdentity(entered), identity == FileIdentity(".")
    {
      return entered
    }
    return (try? FilePath(".").resolvingLinks()) ?? "/"
  }

  /// The path from the root on, without `.` and `..`.
  ///
  /// After a symbolic link, `..` leads out of the folder that the link leads to.
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

  /// The relative path from this folder to another, both without `.` and `..`; empty to itself.
  package func relativePath(to other: FilePath) -> FilePath {
    let common = zip(components, other.components).prefix { $0 == $1 }.count
    var way = FilePath()
    for _ in components.dropFirst(common) { way.append("..") }
    way.append(other.components.dropFirst(common))
    return way
  }
}

extension FilePath {
  /// The working folder and the folders above it up to the root of its repository, `..` by `..`; empty
  /// outside of a repository.
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

/// The identity of a file under all its names.
package struct FileIdentity: Hashable, Sendable {
  let device: DeviceID
  let inode: Inode

  package init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }

  /// The identity of the file that `path` leads to, links followed; nil if there is nothing.
  package init?(_ path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

extension FileIdentity: Comparable {
  /// An order for locks, which all processes have in common.
  package static func < (one: FileIdentity, other: FileIdentity) -> Bool {
    (one.device.rawValue, one.inode.rawValue) < (other.device.rawValue, other.inode.rawValue)
  }
}

/// A name in a folder, independent of the path to the folder.
///
/// Two hard links to one file are two places, since people see two files.
package struct FilePlace: Hashable, Sendable {
  package let folder: FileIdentity
  let name: [UInt8]

  /// Creates the place of a name in a folder.
  package init(folder: FileIdentity, name: [UInt8]) {
    self.folder = folder
    self.name = name
  }
}
