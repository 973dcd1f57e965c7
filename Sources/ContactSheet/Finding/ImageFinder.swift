internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetRendering
internal import SystemPackage

/// Finds the pictures for a sheet by their names.
///
/// Files are opened only if they are named like pages of the output, to see whether they are
/// sheets. A file given by name is on the sheet as often as it is given, unless it is a sheet from
/// an earlier run. A file that is found only in folders is on the sheet once, even if several
/// folders lead to it.
struct ImageFinder {
  var search: PictureSearch
  /// The formats; files in formats that can be read are pictures.
  var formats = FormatTable.standard
  /// The names of the sheet's pages.
  ///
  /// Sheets with one of these names are left out.
  var output: OutputNames?
  /// The file to which standard output is redirected, if the sheet goes there; that file is left
  /// out too.
  var redirectedFile: FileIdentity?
  /// Whether pictures in formats without a reader are included.
  var includesUnreadableFormats = false

  /// Whether files of a format may be pictures for the sheet.
  func includes(_ format: FileFormat) -> Bool {
    format.reader != nil || includesUnreadableFormats && format.kind == .picture
  }

  /// Finds the pictures in `inputs`.
  ///
  /// - Throws: ``ContactSheetError/noImages(_:)`` if there are none at all,
  ///   ``ContactSheetError/onlyOutput(_:)`` if there are only sheets of an earlier run, and other
  ///   errors as soon as an input cannot be examined.
  func images(in inputs: [SheetInput]) throws(ContactSheetError) -> FoundImages {
    let named = try paths(in: inputs)
    try checkLists(in: inputs, named)
    var found = try images(at: named.paths)
    if found.images.isEmpty, named.pages.isEmpty {
      found = try imagesInSubfolders(of: found.emptyFolders, at: named.paths) ?? found
    }
    found.noteLeftOut(of: named)
    guard !found.images.isEmpty else {
      if let page = named.pages.first { throw .onlyOutput(page) }
      throw .noImages(found.emptyFolders, hasPatterns: search.hasPatterns)
    }
    return found
  }

  /// The pictures at paths and in all subfolders, if no folder contains pictures directly and
  /// subfolders may be searched for that reason; nil otherwise.
  private func imagesInSubfolders(
    of folders: [EmptyFolder], at paths: [NamedPath]
  ) throws(ContactSheetError) -> FoundImages? {
    let outer = folders.filter { $0.subfolders > 0 }
    guard search.mayReachSubfolders, !search.isRecursive, let first = outer.first else {
      return nil
    }
    var finder = self
    finder.search.isRecursive = true
    var found = try finder.images(at: paths)
    found.inputNotes.append(
      Note(
        .searchedSubfolders, as: .detail, about: .path(first.path),
        "searched the subfolders of \(first.path.quoted(ofCount: outer.count)), because there are no "
          + "images outside them"))
    return found
  }

  /// Finds the pictures at paths; there may be none.
  ///
  /// If folders are given along with lists, the lines of the lists select pictures in these
  /// folders, unless `listsSelect` is false.
  func images(
    at paths: [NamedPath], listsSelect: Bool = true
  ) throws(ContactSheetError) -> FoundImages {
    var found = FoundImages()
    var contents: [FoundImage] = []
    var arguments: [ArgumentOrder.Argument] = []
    var folders = SearchedFolders(FolderSearch(finder: self))
    var selection = try listsSelect ? listSelection(in: paths, &folders, &found) : nil
    let selects = selection != nil
    let paths = selection?.divided(paths) ?? paths

    for (input, named) in paths.enumerated() {
      let status = try named.status()
      let isFolder = status?.type == .directory
      if named.mustExist {
        arguments.append(.init(input: input, path: named.path, isFolder: isFolder))
      }
      if let status, isFolder {
        if !selects {
          contents += try folders.images(in: named, status, input: input, &found) ?? []
        } else if !named.mustExist, selection?.contains(named.path) == true {
          var inside = FoundImages()
          if let images = try folders.images(in: named, status, input: input, &inside) {
            found.searchedFolders += inside.searchedFolders
            contents += selection?.select(images, in: named, input: input, &found) ?? []
          }
        } else if !named.mustExist {
          selection?.select(named, status, input: input, &found)
        }
      } else if selects, !named.mustExist {
        selection?.select(named, status, input: input, &found)
      } else if search.accepts(named.path, page: named.page) {
        var image = FoundImage(path: named.path, status: status, input: input)
        image.page = named.page
        found.images.append(image)
      } else if status != nil {
        found.excluded.append(named.pathOfPage)
      }
    }
    try selection?.finish(&found)
    if !selects, contents.isEmpty, !found.images.isEmpty, found.excluded.isEmpty,
      found.images.allSatisfy({ $0.identity == nil })
    {
      found.inputNotes.append(.absentList(found.images.map(\.path)))
    }

    if !contents.isEmpty {
      // In a comparison, a RAW file and its JPEG are separate pictures.
      if !includesUnreadableFormats { contents = contents.withRawsInPlace(formats) }
      if found.images.isEmpty, found.searchedFolders.count == 1 {
        // In a single folder, each name occurs only once.
        found.images = contents
      } else {
        var places = ImagePlaces()
        for image in found.images { places.insert(image) }
        found.images += contents.filter { places.insert($0) }
      }
    }
    let places = ArgumentOrder.places(of: arguments)
    if !places.isEmpty {
      for index in found.images.indices {
        found.images[index].place = places[found.images[index].input] ?? found.images[index].place
      }
    }
    return found
  }

  /// Searches the folders among the arguments, so that the lines of lists can select pictures in
  /// them; nil if there are no lists, or no folders.
  private func listSelection(
    in paths: [NamedPath], _ folders: inout SearchedFolders, _ found: inout FoundImages
  ) throws(ContactSheetError) -> ListSelection? {
    guard paths.contains(where: { !$0.mustExist }) else { return nil }
    var (given, contents) = ([FilePath](), [FoundImage]())
    for (input, named) in paths.enumerated() where named.mustExist {
      guard let status = try named.status(), status.type == .directory else { continue }
      given.append(named.path)
      contents += try folders.images(in: named, status, input: input, &found) ?? []
    }
    if given.isEmpty { return nil }
    if given.count > 1 {
      // Several folders may lead to the same picture.
      var places = ImagePlaces()
      contents = contents.filter { places.insert($0) }
    }
    if !includesUnreadableFormats { contents = contents.withRawsInPlace(formats) }
    return ListSelection(
      of: contents, in: given, searched: found.searchedFolders,
      previousPages: found.previousPages, search)
  }
}

/// The folders that have been searched.
private struct SearchedFolders {
  private let search: FolderSearch
  /// The paths of the folders, as first given.
  private var paths: [FileIdentity: FilePath] = [:]
  /// The folders that lines of lists name.
  private var listed: Set<FileIdentity> = []

  init(_ search: FolderSearch) { self.search = search }

  /// Finds the pictures in a folder, and adds a note if the folder was already given as an
  /// argument.
  ///
  /// - Returns: The pictures; nil if a line of a list names a folder that an earlier line names.
  mutating func images(
    in folder: NamedPath, _ status: Stat, input: Int, _ found: inout FoundImages
  ) throws(ContactSheetError) -> [FoundImage]? {
    let identity = FileIdentity(status)
    if !folder.mustExist, !listed.insert(identity).inserted { return nil }
    if let first = paths[identity], folder.mustExist {
      found.noteRepeated(folder.path, first: first)
    }
    paths[identity] = paths[identity] ?? folder.path
    return try search.images(in: folder.path, input: input, &found)
  }
}

extension ImageFinder {
  /// Finds the pictures for a sheet with this output; without an output, no file is left out.
  init(
    _ search: PictureSearch, for output: SheetOutput?, formats: FormatTable = .standard,
    includesUnreadableFormats: Bool = false
  ) {
    self.init(
      search: search, formats: formats, output: output?.names,
      redirectedFile: output?.redirectedFile, includesUnreadableFormats: includesUnreadableFormats)
  }
}

extension ImageFinder {
  /// Finds all images in a folder and its subfolders, including hidden ones.
  ///
  /// Links, which may lead anywhere, are followed only if `root` is nil.
  ///
  /// - Throws: ``ContactSheetError`` if the folder cannot be examined.
  static func everything(
    in folder: FilePath, confinedTo root: FilePath?
  ) throws(ContactSheetError) -> FoundImages {
    var all = PictureSearch()
    (all.isRecursive, all.takesHidden, all.followsLinks) = (true, true, root == nil)
    return try ImageFinder(search: all).images(at: [NamedPath(path: folder, mustExist: true)])
  }
}

extension ImageFinder {
  /// The paths of inputs, including those in lists.
  struct NamedPaths {
    var paths: [NamedPath] = []
    /// The sheets of an earlier run that were left out.
    var pages: [FilePath] = []
    /// Our own files that were left out because they are not pictures: documents and PDFs.
    var documents: [FilePath] = []
  }

  /// The paths of inputs, including those in lists.
  ///
  /// Sheets that an earlier run wrote to the output or its pages are left out, whatever path or
  /// link leads to them, so that `*.png` means the same pictures in every run. If nothing but these
  /// sheets is given, they are shown, except for the output itself. Documents that an earlier run
  /// wrote are left out too, unless nothing else is given.
  ///
  /// - Throws: ``ContactSheetError/onlyOutput(_:)`` if only the output is given.
  func paths(in inputs: [SheetInput]) throws(ContactSheetError) -> NamedPaths {
    let named = try NamedPath.all(in: inputs)
    guard output != nil || redirectedFile != nil else { return NamedPaths(paths: named) }
    var places: Set<FileIdentity>?
    let sheets = named.map { named -> FileIdentity? in
      if places?.isEmpty == true { return nil }
      guard let status = try? named.path.stat(), status.type == .regular else { return nil }
      let identity = FileIdentity(status)
      let known =
        places ?? (output?.places ?? []).union([redirectedFile].compactMap(\.self))
      places = known
      // An empty file can be overwritten without losing a picture.
      return known.contains(identity) && (status.size == 0 || SheetFormat.isOwnSheet(named.path))
        ? identity : nil
    }
    let leftOut =
      sheets.contains(nil)
      ? Set(sheets) : [output.flatMap { FileIdentity($0.path) }, redirectedFile]
    var result = NamedPaths()
    var known: Set<FileIdentity> = []
    for (named, sheet) in zip(named, sheets) {
      if let sheet, leftOut.contains(sheet) {
        if known.insert(sheet).inserted { result.pages.append(named.path) }
      } else if isOwnDocument(named.path) {
        result.documents.append(named.path)
      } else {
        result.paths.append(named)
      }
    }
    if result.paths.isEmpty {
      if let page = result.pages.first { throw .onlyOutput(page) }
      return NamedPaths(paths: named)
    }
    return result
  }

  /// Whether the file's name and contents show that it is one of ours, but not a picture.
  private func isOwnDocument(_ path: FilePath) -> Bool {
    if let format = formats.named(path.nameBytes), format.kind == .picture { return false }
    guard (try? path.stat().type) == .regular else { return false }
    return SheetFormat.isOwnSheet(path)
      || DocumentKind.allCases.contains { $0.maker.isOwn(path) }
  }

  /// Checks that a list given along with folders contains at least one line; an empty list would
  /// select everything.
  private func checkLists(in inputs: [SheetInput], _ named: NamedPaths) throws(ContactSheetError) {
    guard !named.paths.contains(where: { !$0.mustExist }), named.pages.isEmpty,
      named.documents.isEmpty
    else { return }
    let lists = inputs.compactMap { input in
      if case .list(let list) = input { list.source } else { nil }
    }
    let folders = named.paths.filter { (try? $0.path.stat().type) == .directory }
    guard let list = lists.first, let folder = folders.first else { return }
    throw .emptyList(list, beside: folder.path, count: folders.count)
  }
}

extension Note {
  /// The note on lists none of whose paths exist.
  fileprivate static func absentList(_ paths: [FilePath]) -> Note {
    let root = FilePath.repositoryFolders.last.flatMap { $0 == "." ? nil : $0 }
    let isBelowRoot = root.map { root in
      paths.contains { (try? root.pushing($0).stat()) != nil && !$0.isAbsolute }
    }
    let count = paths.count == 1 ? "the only path" : "none of the \(paths.count) paths"
    let fact = "\(count) in the list \(paths.count == 1 ? "does not exist" : "exists")"
    if let root, isBelowRoot == true {
      return Note(
        .absentList, "\(fact) here, because git's paths are relative to \(root.quoted)",
        remedy: "add --relative to git diff, or run contactsheet there")
    }
    return Note(
      .absentList, fact,
      remedy: """
        run contactsheet in the folder to which the paths are relative, or name the folder of the \
        images along with the list
        """)
  }
}

/// A path from an argument or a list.
struct NamedPath {
  let path: FilePath
  /// The given page of the file, counted from 0; nil if no page is given.
  let page: Int?
  let mustExist: Bool

  /// Creates a path that may include a page, as in `scan.tif[3]`.
  init(path: FilePath, mustExist: Bool) {
    (self.path, page) = path.fileAndPage
    self.mustExist = mustExist
  }

  /// Creates the path of a file or, if `page` is not nil, of a page of that file.
  init(path: FilePath, page: Int?, mustExist: Bool) {
    (self.path, self.page, self.mustExist) = (path, page, mustExist)
  }

  /// The path with its page.
  var pathOfPage: FilePath { page.map(path.page) ?? path }

  /// The paths of all inputs, including those in lists.
  static func all(in inputs: [SheetInput]) throws(ContactSheetError) -> [NamedPath] {
    var paths: [NamedPath] = []
    for input in inputs {
      switch input {
      case .path(let path): paths.append(NamedPath(path: path, mustExist: true))
      case .list(let list):
        paths += try list.paths().map { NamedPath(path: $0, mustExist: false) }
      }
    }
    return paths
  }

  /// The status of the file at the path; nil if there is no file and none is required.
  ///
  /// A pipe or a device in a list counts as an unreadable picture, as it does in a folder.
  func status() throws(ContactSheetError) -> Stat? {
    let status: Stat
    do throws(Errno) {
      status = try path.stat()
    } catch .noSuchFileOrDirectory where mustExist {
      throw path.brokenLinkTarget.map { .brokenLink(path, target: $0) } ?? .missing(path)
    } catch {
      if mustExist { throw .unreadable(path, error) }
      return nil
    }
    switch status.type {
    case .directory, .regular: return status
    default:
      if mustExist { throw .notAFile(path) }
      return status
    }
  }
}
