internal import Glibc
package import SystemPackage

extension FilePath {
  /// Whether a file of this path would be in another folder than `folder` and those below it.
  ///
  /// Links in the path to the file's own folder are followed; the file itself need not exist. A
  /// folder that does not exist is not outside, as nothing can be in it, and one that cannot be
  /// found out about is.
  package func leadsOut(of folder: FilePath) -> Bool {
    if isAbsolute || components.contains(where: { $0.kind == .parentDirectory }) { return true }
    do throws(Errno) {
      let limits = try folder.resolved()
      return try !folder.pushing(self).folder.resolved().starts(with: limits)
    } catch {
      return error != .noSuchFileOrDirectory
    }
  }

  /// Whether this name is that of a symbolic link, wherever it leads.
  package var isSymbolicLink: Bool {
    (try? stat(followTargetSymlink: false))?.type == .symbolicLink
  }

  /// The absolute path of what this path leads to, without links.
  ///
  /// The corresponding C function is `realpath`.
  private func resolved() throws(Errno) -> FilePath {
    guard let path = unsafe withPlatformString({ unsafe realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }
}
