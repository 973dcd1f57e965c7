internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetRendering
internal import SystemPackage

struct FolderSearch {
  private let finder: ImageFinder
  private let output: FileIdentity?
  private let outputFolder: FileIdentity?

  init(finder: ImageFinder) {
    self.finder = finder
    output = finder.output.flatMap { FileIdentity($0.path) } ?? finder.redirectedFile
    outputFolder = finder.output.flatMap { FileIdentity($0.path.folder) }
  }

  /// Finds the pictures in `folder`, in no particular order.
  ///
  /// `input` is the folder's index among the inputs. Everything else that is found is added to
  /// `all`.
  func images(
    in folder: FilePath, input: Int, _ all: inout FoundImages
  ) throws(ContactSheetError) -> [FoundImage] {
    var (images, previousPages, skippedFolders) = ([FoundImage](), [FilePath](), [FilePath]())
    var summary = EmptyFolder(path: folder)
    var visited: Set<FileIdentity> = []
    var folders = [folder]
    // Links are followed last, so that the paths of pictures lead through real folders where
    // possible.
    var links: [FilePath] = []
    var followed = 0
    while folders.count + links.count > followed {
      if folders.isEmpty {
        folders.append(links[followed])
        followed += 1
      }
      let next = folders.removeLast()
      // Each folder is listed only once, even if several paths lead to it.
      let identity = try reading(next) { () throws(Errno) in FileIdentity(try next.stat()) }
      guard visited.insert(identity).inserted else { continue }
      let entries = try reading(next) { () throws(Errno) in try next.folderEntries() }
      all.searchedFolders.append(next)
      let found = FoundFolder(
        name: next.name(below: folder), input: folder,
        mayHaveSidecars: entries.contains(where: \.isXMP),
        mayHaveTexts: entries.contains(where: \.isText))
      var subfolders: [FilePath] = []
      var linked: [FilePath] = []
      for entry in entries {
        let path = next.appending(nameBytes: entry.name)
        switch content(entry, path, (input, found), isOutputFolder: identity == outputFolder) {
        case .image(let image): images.append(image)
        case .folder(let isLink):
          if isLink { linked.append(path) } else { subfolders.append(path) }
        case .systemFolder: skippedFolders.append(path)
        case .earlierPage: previousPages.append(path)
        case .hidden: summary.hidden += 1
        case .filteredOut:
          summary.filteredOut += 1
          if images.isEmpty, summary.patternMeant == nil {
            summary.patternMeant = finder.search.patternWithExtension(for: path)
          }
        case .other(let format): summary.otherFiles.add(format)
        case .ignored: break
        }
      }
      if finder.search.isRecursive {
        folders += subfolders.sortedNaturally().reversed()
        links += linked.sortedNaturally()
      } else {
        summary.subfolders += subfolders.count + linked.count
      }
    }
    (summary.previousPages, summary.skippedFolders) = (previousPages.count, skippedFolders.count)
    all.previousPages += previousPages.sortedNaturally()
    all.skippedFolders += skippedFolders
    all.otherFiles.add(summary.otherFiles)
    if images.isEmpty { all.emptyFolders.append(summary) }
    return images
  }

  private enum Content {
    case image(FoundImage)
    case folder(isLink: Bool)
    case systemFolder
    case earlierPage
    case hidden
    case filteredOut
    /// A file that is not a picture, or a picture in a format that cannot be read here.
    case other(FileFormat?)
    case ignored
  }

  private func reading<Value>(
    _ folder: FilePath, _ read: () throws(Errno) -> Value
  ) throws(ContactSheetError) -> Value {
    do throws(Errno) { return try read() } catch { throw .unreadableFolder(folder, error) }
  }

  private func content(
    _ entry: FolderEntry, _ path: FilePath, _ origin: (input: Int, folder: FoundFolder),
    isOutputFolder: Bool
  ) -> Content {
    let format = finder.formats.named(entry.name[...])
    // Files that are not named like pictures need no system call.
    let picture = format.flatMap { finder.includes($0) ? $0 : nil }
    guard picture != nil || entry.kind != .file else { return other(entry, path, format) }
    if entry.isAppleDouble { return .ignored }
    let isHidden = entry.isHidden && !finder.search.takesHidden
    if !finder.search.followsLinks, entry.kind == .unknown, path.isSymbolicLink { return .ignored }

    let status = entry.kind == .folder ? nil : try? path.stat()
    if entry.kind == .folder || status?.type == .directory {
      if SystemFolders.contain(entry.name) { return .systemFolder }
      return isHidden || finder.search.excludes(path)
        ? .ignored : .folder(isLink: entry.kind == .unknown)
    }
    guard let picture else { return other(entry, path, format) }
    if isHidden { return .hidden }
    // A broken link, a pipe or a device is kept so that it is reported as an unreadable picture.
    let image = FoundImage(
      path: path, status: status, input: origin.input, folder: origin.folder)
    let isNamedLikePage =
      isOutputFolder && finder.output?.includes(nameBytes: entry.name[...]) == true
    if isNamedLikePage || image.identity != nil && image.identity == output {
      // An empty file or a broken link can be overwritten without losing a picture.
      if image.size == 0 || SheetFormat.isOwnSheet(path) { return .earlierPage }
    }
    guard finder.search.accepts(path) else { return .filteredOut }
    return finder.includesUnreadableFormats || picture.isIncluded ? .image(image) : .other(format)
  }

  private func other(_ entry: FolderEntry, _ path: FilePath, _ format: FileFormat?) -> Content {
    if entry.isHidden { return .ignored }
    return format == nil || finder.search.accepts(path) ? .other(format) : .filteredOut
  }
}

extension FolderEntry {
  fileprivate var isHidden: Bool { name.first == UInt8(ascii: ".") }

  /// Whether the file holds metadata that macOS stores next to files on file systems other than its
  /// own.
  fileprivate var isAppleDouble: Bool { name.starts(with: "._".utf8) }
}

extension FilePath {
  /// The name of this folder in messages and labels.
  ///
  /// It is the path below the input that led to the folder, or the name of the input itself.
  func name(below input: FilePath) -> String {
    guard self == input else { return FilePath(bytes: bytes(below: input)).string }
    if case .regular? = lastComponent?.kind { return FilePath(bytes: nameBytes).string }
    // `.` and `..` are not names.
    return absolute(in: .workingFolder).lastComponent?.string ?? "/"
  }
}

/// Folders in which systems keep thumbnails, deleted files and older versions.
///
/// They are skipped inside other folders. A system folder that is itself given as an input is
/// searched.
enum SystemFolders {
  /// Whole names of system folders, in lower case.
  static let names: Set<String> = [
    // Synology, QNAP, NetApp, ZFS, snapper.
    "@eadir", "#recycle", "#snapshot", "@sharebin", "@recycle", "@recently-snapshot",
    ".@__thumb", ".snapshot", "~snapshot", ".zfs", ".snapshots",
    // Windows.
    "$recycle.bin", "recycler", "system volume information", "$windows.~bt",
    "$windows.~ws",
    // macOS, even on disks of other systems.
    "__macosx", ".appledouble", ".appledb", ".appledesktop", ".documentrevisions-v100",
    ".fseventsd", ".mobilebackups", ".spotlight-v100", ".temporaryitems", "network trash folder",
    // Linux and Android.
    "lost+found", "lost.dir", ".thumbnails", ".xvpics",
    // Programs that synchronise files or manage photographs.
    ".dropbox.cache", ".stversions", ".stfolder", ".dtrash",
  ]
  /// Beginnings of names of system folders, in lower case, as in `.Trash-1000` and `FOUND.000`.
  static let beginnings = [".trash", "found.0"]

  /// Whether a name belongs to a system folder.
  static func contain(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
  }
}
