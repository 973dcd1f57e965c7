internal import SystemPackage

/// Addresses of files, relative to a page that links to them.
///
/// Symbolic links in paths stay, as a browser knows the path by which a page was opened, and not
/// where that leads.
final class RelativeLinks {
  private let workingFolder: FilePath
  /// The folder that the page is in.
  private let folder: FilePath
  /// What stands ahead of the names of files, by their folders.
  private var known: [FilePath: HTML] = [:]

  /// Prepares links from the page at a path; nil for one that will be in the working folder.
  init(from page: FilePath?, workingFolder: FilePath = .workingFolder) {
    self.workingFolder = workingFolder
    folder = (page?.folder ?? ".").absolute(in: workingFolder)
  }

  /// The address of a file.
  func link(to file: FilePath) -> HTML {
    let folder = file.removingLastComponent()
    let beginning = known[folder] ?? way(to: folder.absolute(in: workingFolder))
    known[folder] = beginning
    return "\(beginning)\(HTML(path: file.nameBytes))"
  }

  /// The way from the page's folder to another, with a slash at its end unless it is empty.
  private func way(to other: FilePath) -> HTML {
    let (own, others) = (Array(folder.components), Array(other.components))
    let common = zip(own, others).prefix { $0 == $1 }.count
    var way = HTML(path: repeatElement("../".utf8, count: own.count - common).joined())
    for component in others[common...] {
      way += "\(HTML(path: FilePath(root: nil, [component]).bytes))/"
    }
    return way
  }
}

extension FilePath {
  /// The working folder by the name under which it was entered, if the shell says so, or else
  /// without symbolic links.
  static var workingFolder: FilePath {
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
  func absolute(in workingFolder: FilePath) -> FilePath {
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
}
