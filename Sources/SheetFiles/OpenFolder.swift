package import SystemPackage

/// An open folder in which a run reads and writes.
///
/// It remains the folder that was opened, even if its path later leads to another one. Files are
/// named either by a path that may lead anywhere, or by a name in the folder; the latter is a
/// ``FolderFile``.
package final class OpenFolder: Sendable {
  /// The path of the folder, as it was given.
  package let path: FilePath
  package let identity: FileIdentity
  /// The descriptor, which can only be used to resolve paths.
  package let descriptor: FileDescriptor

  /// Opens a folder, following links.
  package convenience init(_ path: FilePath) throws(Errno) {
    try self.init(path, in: nil, followsLinks: true)
  }

  fileprivate init(
    _ path: FilePath, named name: FilePath? = nil, in folder: OpenFolder?,
    followsLinks: Bool = false
  ) throws(Errno) {
    descriptor = try .openedFolder(name ?? path, in: folder, followsLinks: followsLinks)
    self.path = path
    do { identity = FileIdentity(try descriptor.stat()) } catch {
      try? descriptor.close()
      throw Errno(error)
    }
  }

  deinit { try? descriptor.close() }
}

extension OpenFolder: Equatable {
  /// Whether both objects stand for the same folder.
  package static func == (one: OpenFolder, other: OpenFolder) -> Bool {
    one.identity == other.identity
  }
}

extension OpenFolder {
  /// The file with this name in the folder; it need not exist.
  ///
  /// - Precondition: the name is one component of a path.
  package func file(named name: some Sequence<UInt8>) -> FolderFile {
    FolderFile(folder: self, name: FilePath(bytes: name))
  }

  /// The entries of the folder, as from `FilePath.folderEntries`.
  package func entries(hiddenOnly: Bool = false) throws(Errno) -> [FolderEntry] {
    try FilePath(".").folderEntries(in: self, hiddenOnly: hiddenOnly)
  }

  /// The status of the folder; nil if it cannot be examined.
  package var status: Stat? { withExtendedLifetime(self) { try? descriptor.stat() } }

  /// Checks that this process may create files in the folder.
  package func checkWritable() throws(Errno) {
    try file(named: [UInt8(ascii: ".")]).checkWritable()
  }

  /// Locks the folder against other runs that lock it, without waiting.
  ///
  /// - Returns: The lock, which is held until it is closed; nil if another process holds one.
  /// - Throws: An error if the folder cannot be locked.
  package func lock() throws(Errno) -> FileDescriptor? {
    let lock = try opened()
    switch lock.lock() {
    case .taken: return lock
    case .held:
      try? lock.close()
      return nil
    case .unsupported:
      try? lock.close()
      throw .notSupported
    }
  }

  /// Flushes the names in this folder to disk.
  ///
  /// Failures are ignored: some file systems do not support this, and it matters only if the
  /// machine crashes right after.
  package func synchronize() {
    guard let folder = try? opened() else { return }
    try? folder.synchronize()
    try? folder.close()
  }

  /// A descriptor of the folder that can be used for more than resolving paths.
  private func opened() throws(Errno) -> FileDescriptor {
    try .opened(".", in: self, .readOnly, [.directory, .closeOnExec])
  }
}

extension OpenFolder {
  /// Opens a file below this folder for reading.
  ///
  /// Links are followed, even absolute ones, as long as they end below the folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file, not relative to this folder.
  ///   - asksKernel: Whether to let the kernel resolve the path if it can, which is faster.
  /// - Returns: The open file.
  /// - Throws: An error for which `Errno.isOutside` is true if the path leads out of the folder.
  func open(_ path: FilePath, asksKernel: Bool = true) throws(Errno) -> FileDescriptor {
    var below = path
    if asksKernel, below.removePrefix(self.path), !below.isEmpty {
      do throws(Errno) { return try .opened(below: self, below) } catch {
        // An absolute link may still end inside the folder, and old kernels and some containers
        // lack the call.
        let isForWalk = [
          .improperLink, .noFunction, .notPermitted, .resourceTemporarilyUnavailable,
        ]
        .contains(error)
        guard isForWalk else { throw error }
      }
    }
    return try file(at: path).opened()
  }

  /// Whether a path leads out of this folder, or in circles.
  package func isLeft(by path: FilePath) -> Bool {
    do throws(Errno) {
      let file = try open(path)
      try? file.close()
      return false
    } catch {
      return error.isOutside
    }
  }

  /// The file that a path leads to, as a name in its folder.
  ///
  /// The file's folder, which is this folder or one below it, is opened. Links are followed. The
  /// file need not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file, not relative to this folder.
  ///   - followsLast: Whether to follow a link at the end of the path, too.
  /// - Returns: The file.
  /// - Throws: An error for which `Errno.isOutside` is true if the path leads out of this folder.
  package func file(at path: FilePath, followsLast: Bool = true) throws(Errno) -> FolderFile {
    guard path.length < Self.maximumLength else { throw .fileNameTooLong }
    var walk = try FolderWalk(below: self, from: path, followsLast: followsLast)
    do throws(Errno) { return try walk.file() } catch {
      throw walk.isOutside ? .improperLink : error
    }
  }

  /// The shortest length of a path that Linux refuses to open (`PATH_MAX`).
  private static let maximumLength = 4096
}

extension Errno {
  /// Whether a path leads out of the folder to which it is confined, or in circles.
  package var isOutside: Bool { self == .improperLink || self == .tooManySymbolicLinkLevels }
}

/// A walk along a path, component by component, that keeps track of whether it is below a folder.
///
/// Folders above the current one stay open, so that `..` leads back to the folder the walk came
/// from.
private struct FolderWalk {
  private let root: OpenFolder
  /// The folders from the root to the current one; empty outside the root.
  private var inside: [OpenFolder]
  /// The current folder if it is outside the root; otherwise nil.
  private var outside: OpenFolder?
  /// The remaining components of the path, the next one last.
  private var rest: [FilePath.Component]
  private var linksLeft = FilePath.maximumLinks
  private let followsLast: Bool

  var isOutside: Bool { inside.isEmpty }

  init(below root: OpenFolder, from path: FilePath, followsLast: Bool) throws(Errno) {
    (self.root, self.followsLast) = (root, followsLast)
    var below = path
    if below.removePrefix(root.path) {
      (inside, rest) = ([root], below.components.reversed())
    } else {
      (inside, rest) = ([], path.components.reversed())
      enter(try OpenFolder(path.isAbsolute ? "/" : "."))
    }
  }

  /// Continues in a folder that was reached from outside, which may be the root.
  private mutating func enter(_ folder: OpenFolder) {
    if folder == root {
      (inside, outside) = ([root], nil)
    } else {
      (inside, outside) = ([], folder)
    }
  }

  /// Walks to the end of the path, and returns the file there.
  mutating func file() throws(Errno) -> FolderFile {
    while let part = rest.popLast() {
      let here = outside ?? inside[inside.count - 1]
      switch part.kind {
      case .currentDirectory: break
      case .parentDirectory:
        if inside.count > 1 { inside.removeLast() } else { enter(try here.subfolder("..")) }
      case .regular:
        let file = FolderFile(folder: here, name: FilePath(root: nil, [part]))
        if followsLast || !rest.isEmpty, let target = file.linkTarget {
          linksLeft -= 1
          guard linksLeft >= 0 else { throw .tooManySymbolicLinkLevels }
          if target.isAbsolute { enter(try OpenFolder("/")) }
          rest += target.components.reversed()
        } else if rest.isEmpty {
          if isOutside { throw .improperLink }
          return file
        } else if isOutside {
          enter(try here.subfolder(file.name))
        } else {
          inside.append(try here.subfolder(file.name))
        }
      }
    }
    throw isOutside ? .improperLink : .isDirectory
  }
}

extension OpenFolder {
  fileprivate func subfolder(_ name: FilePath) throws(Errno) -> OpenFolder {
    try OpenFolder(path.pushing(name), named: name, in: self)
  }
}

/// A file, given by its name in an open folder; it need not exist.
///
/// None of its members follows a link at this name.
package struct FolderFile: Equatable, Sendable {
  package let folder: OpenFolder
  /// The name, a single component.
  package let name: FilePath

  /// The path of the folder with the name appended, for messages.
  package var path: FilePath { folder.path == "." ? name : folder.path.pushing(name) }

  /// Another file in the same folder.
  package func sibling(named name: some Sequence<UInt8>) -> FolderFile { folder.file(named: name) }

  /// Opens the file for reading, without waiting for a pipe.
  package func opened() throws(Errno) -> FileDescriptor {
    try opened(.readOnly, [.nonBlocking, .closeOnExec])
  }

  /// The status of the file; nil if it does not exist or cannot be examined.
  package var status: Stat? {
    withExtendedLifetime(folder) {
      try? Stat(name, relativeTo: folder.descriptor, flags: [.symlinkNoFollow])
    }
  }
}
