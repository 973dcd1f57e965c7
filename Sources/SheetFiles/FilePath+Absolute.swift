package import SystemPackage

extension FilePath {
  /// The working folder by the name under which it was entered, if the shell says so, or else
  /// without symbolic links.
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
  /// Where `..` comes behind a symbolic link, it leads out of the folder that the link leads to.
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

  /// The way from this folder to another, both without `.` and `..`; empty to itself.
  package func way(to other: FilePath) -> FilePath {
    let common = zip(components, other.components).prefix { $0 == $1 }.count
    var way = FilePath()
    for _ in components.dropFirst(common) { way.append("..") }
    way.append(other.components.dropFirst(common))
    return way
  }
}
