internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

/// Selects pictures in the folders that are given along with lists.
///
/// A line of a list selects the picture at its path if that picture is in one of the folders, and
/// otherwise the picture that it means as a ``ListEntry``. No line adds a file from elsewhere.
/// Lines that select nothing count as unreadable pictures.
struct ListSelection {
  /// The folders; there is at least one.
  private let folders: [FilePath]
  /// The folders that were searched: ``folders``, and folders below them.
  private let searchedFolders: [FilePath]
  /// The pictures that were found in the folders.
  private let images: [FoundImage]
  private let search: PictureSearch
  private let previousPages: [FilePath]

  private var known: WrittenPaths
  private lazy var pages = WrittenPaths(previousPages)
  private lazy var nearest = NearestNames(images.map(\.path))
  private var places = FolderPlaces()
  /// The indices of the pictures by their locations; nil until they are needed.
  ///
  /// A RAW file has the index of its JPEG.
  private var indices: [FilePlace: Int]?
  /// For each listed folder, and each folder of a listed file, whether it is one of ``folders`` or
  /// inside one of them.
  private var areInside: [FilePath: Bool] = [:]
  private lazy var roots = Set(folders.map(\.place))
  /// The resolved paths of the searched folders, including those that were reached through links
  /// and lie outside ``folders``.
  private lazy var searchedPlaces = Set(searchedFolders.map(\.place))

  /// The indices of the pictures that lines select.
  private var chosen: Set<Int> = []
  /// The listed files that are in the folders, but were not found there.
  private var others: Set<FilePath> = []
  private var firstLine: FilePath?
  /// The number of lines that are not blank.
  private var lineCount = 0
  /// The first line that selects nothing, and what to write instead.
  private var firstFault: (line: FilePath, remedy: Remedy?)?

  /// Creates a selection of pictures.
  ///
  /// - Parameters:
  ///   - images: The pictures that were found in `folders`.
  ///   - folders: The folders; there must be at least one.
  ///   - searchedFolders: The folders that were searched: `folders`, and folders below them.
  ///   - previousPages: The files in the folders that were left out because they are pages of an
  ///     earlier run.
  ///   - search: The patterns that selected pictures have to match, too.
  init(
    of images: [FoundImage], in folders: [FilePath], searched searchedFolders: [FilePath],
    previousPages: [FilePath], _ search: PictureSearch
  ) {
    (self.images, self.folders, self.search) = (images, folders, search)
    (self.searchedFolders, self.previousPages) = (searchedFolders, previousPages)
    known = WrittenPaths(images.map(\.path))
  }

  /// The paths of all inputs, with lines such as `4021, 4022` divided into their items.
  ///
  /// A line is divided only if it selects nothing itself, but one of its items does.
  mutating func divided(_ paths: [NamedPath]) -> [NamedPath] {
    func mayHaveItems(_ path: NamedPath) -> Bool {
      !path.mustExist && path.path.bytes.contains(UInt8(ascii: ","))
    }
    guard paths.contains(where: mayHaveItems) else { return paths }
    var divided: [NamedPath] = []
    var count = paths.count
    for path in paths {
      let items = mayHaveItems(path) ? ListEntry(path.path).items : []
      guard !items.isEmpty, count + items.count <= PathListReader.maximumCount,
        ListEntry(path.path).meaning(among: &known).meaning == .none,
        (try? path.path.stat()) == nil,
        items.contains(where: { ListEntry($0).meaning(among: &known).meaning != .none })
      else {
        divided.append(path)
        continue
      }
      divided += items.map { NamedPath(path: $0, mustExist: false) }
      count += items.count
    }
    return divided
  }

  /// Adds what a line selects.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - status: The status of the file at the path of the line; nil if there is none.
  ///   - input: The index of the line among all inputs.
  ///   - found: Receives the picture, or the reason why the line selects none.
  mutating func select(
    _ line: NamedPath, _ status: Stat?, input: Int, _ found: inout FoundImages
  ) {
    let path = line.path
    firstLine = firstLine ?? path
    if ListEntry(path).isBlank { return }
    lineCount += 1
    if let status {
      if let index = index(of: path) {
        return choose(index, page: line.page, for: path, input: input, &found)
      }
      if status.type == .regular, contains(path.folder) {
        guard search.accepts(path, page: line.page) else {
          found.excluded.append(line.pathOfPage)
          return
        }
        var image = FoundImage(path: path, status: status, input: input)
        image.page = line.page
        found.images.append(image)
        others.insert(path)
        return
      }
      // An absolute path that exists here is not from another computer, so it is not looked up by
      // its end.
      if path.isAbsolute { return addFault(of: line, input: input, exists: true, &found) }
    }
    let written = status == nil ? path : line.pathOfPage
    let (meaning, spelling, page) = ListEntry(written).meaning(among: &known)
    switch meaning {
    case .one(let index): choose(index, page: page, for: path, input: input, &found)
    case .none:
      if case .one(let index) = pages.find(path) {
        found.namedPages.append(previousPages[index])
      } else {
        addFault(of: line, input: input, exists: status != nil, &found)
      }
    case .several(let count):
      let examples = known.examples(of: spelling).map(\.quoted).joined(separator: " and ")
      addFault(
        of: line, input: input,
        "it matches \(count) images\(count > 2 ? ", such as" : ":") \(examples); "
          + "write the path of one of them",
        remedy: "it matches \(count) images, so write the path of one: \(examples)", &found)
    }
  }

  /// The pictures that a line selects because it names the folder that contains them.
  ///
  /// - Parameters:
  ///   - contents: The pictures in that folder.
  ///   - line: The line.
  ///   - input: The index of the line among all inputs.
  ///   - found: Receives the line if there are no pictures.
  /// - Returns: The pictures.
  mutating func select(
    _ contents: [FoundImage], in line: NamedPath, input: Int, _ found: inout FoundImages
  ) -> [FoundImage] {
    firstLine = firstLine ?? line.path
    lineCount += 1
    if contents.isEmpty { addFault(of: line, input: input, exists: false, &found) }
    var selected: [FoundImage] = []
    for image in contents {
      if let index = index(of: image.path) {
        chosen.insert(index)
        selected.append(images[index].named(by: input))
      } else {
        others.insert(image.path)
        selected.append(image)
      }
    }
    return selected
  }

  /// Adds a note on how many pictures are selected.
  ///
  /// - Throws: ``ContactSheetError/nothingSelected(_:count:in:remedy:)`` or
  ///   ``ContactSheetError/noImages(_:hasPatterns:isComparing:)`` if no picture is selected.
  mutating func finish(_ found: inout FoundImages) throws(ContactSheetError) {
    let count = chosen.count + others.count
    guard count > 0 else {
      if images.isEmpty {
        throw .noImages(found.emptyFolders, hasPatterns: search.hasPatterns)
      }
      // The lines are not at fault if patterns exclude their pictures.
      if firstFault == nil, found.namedPages.isEmpty, search.hasPatterns {
        throw .noImages([], hasPatterns: true)
      }
      throw .nothingSelected(
        firstFault?.line ?? firstLine ?? "", count: lineCount, in: folders,
        remedy: firstFault?.remedy)
    }
    let total = images.count + others.count
    found.inputNotes.append(
      Note(
        .chosen, "lists select \(count) of \(total.counted("image")) in folders",
        [.count: count, .total: total]))
  }

  private mutating func choose(
    _ index: Int, page: Int?, for line: FilePath, input: Int, _ found: inout FoundImages
  ) {
    var image = images[index].named(by: input)
    image.page = page
    guard search.accepts(image.path, page: page) else {
      found.excluded.append(line)
      return
    }
    found.images.append(image)
    chosen.insert(index)
  }

  /// Adds a line that selects no picture; `exists` says whether there is a file at its path.
  private mutating func addFault(
    of line: NamedPath, input: Int, exists: Bool, _ found: inout FoundImages
  ) {
    let place = folders[0].quoted(ofCount: folders.count)
    if exists {
      return addFault(
        of: line, input: input, "it is not in \(place); to add it, name it as an argument",
        remedy: "to add that file, name it as an argument", &found)
    }
    if ListEntry(line.path).hasRange {
      return addFault(
        of: line, input: input,
        "it matches no image in \(place), and ranges are not supported; write one name per line",
        remedy: "ranges are not supported, so write one name per line", &found)
    }
    let meant = nearest.nearest(to: line.path).map { "did you mean \(FilePath($0).quoted)?" }
    addFault(
      of: line, input: input,
      "it matches no image in \(place); " + (meant ?? "write the name or number of one"),
      remedy: meant.map { Remedy($0) }, &found)
  }

  private mutating func addFault(
    of line: NamedPath, input: Int, _ fault: String, remedy: Remedy?, _ found: inout FoundImages
  ) {
    guard search.accepts(line.path) else { return }
    firstFault = firstFault ?? (line.path, remedy)
    var image = FoundImage(path: line.path, status: nil, input: input)
    image.selectionFault = fault
    found.images.append(image)
  }

  /// The index of the picture at a path, however the path is written.
  private mutating func index(of path: FilePath) -> Int? {
    if indices == nil {
      var all: [FilePlace: Int] = [:]
      for (index, image) in images.enumerated() {
        for path in [image.path, image.raw?.path].compactMap(\.self) {
          if let place = places.place(of: path), all[place] == nil { all[place] = index }
        }
      }
      indices = all
    }
    return places.place(of: path).flatMap { indices?[$0] }
  }

  /// Whether a folder is one of the folders, or a subfolder of one.
  ///
  /// A link in a folder may lead elsewhere; what it leads to counts only if it was searched.
  mutating func contains(_ folder: FilePath) -> Bool {
    if let isInside = areInside[folder] { return isInside }
    let place = folder.place
    let isInside = roots.containsPart(of: place) || searchedPlaces.containsPart(of: place)
    areInside[folder] = isInside
    return isInside
  }
}

extension FilePath {
  /// The absolute path of a folder with all links resolved, or as written if that fails.
  fileprivate var place: FilePath { (try? resolvingLinks()) ?? absolute(in: .workingFolder) }
}

extension Set<FilePath> {
  /// Whether the set contains the path, or a folder above it.
  fileprivate func containsPart(of path: FilePath) -> Bool {
    var folder = path
    repeat {
      if contains(folder) { return true }
    } while folder.removeLastComponent()
    return false
  }
}
