internal import SheetFiles
internal import SheetLayout
internal import SheetModel
package import SheetPictures
internal import SheetPlanning
package import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// The sheet of a run: its plan with the destination of each page, and its pictures.
package struct ResolvedSheet: Sendable {
  /// The plan, with the encoding and the policy of the run.
  package let plan: SheetPlan
  /// All pages of the plan.
  package let pages: [PageDestination]
  /// The pages that are rendered.
  package let renderedPages: [PageDestination]

  /// The pictures of the plan; nil if a picture is only on pages that are not rendered, and was not
  /// probed.
  let pictures: [SheetPicture?]
  /// The picture at the right of titles; nil if there is none.
  var logo: SheetPicture?
  /// The pictures that were left out because their headers could not be read.
  let skipped: [SheetPicture]
  /// The folder to which paths in a manifest are relative; if nil, the working folder.
  let root: PlanRoot?
  /// The files and folders that the sheet was made from besides its pictures.
  let origins: [FilePath]
  /// Whether tiles are links to their pictures.
  let linksPictures: Bool
  /// All pairs; nil if this run has compared no pictures.
  var compared: [Pair<PictureFacts>]?
}

extension ResolvedSheet {
  /// The pictures that were left out because their headers could not be read.
  package var leftOut: [UnreadablePicture] { skipped.compactMap(\.unreadable) }

  /// The pictures that are known to be unreadable; pictures that were left out come first.
  package var unreadable: [UnreadablePicture] {
    leftOut + pictures.compactMap { $0?.unreadable }
  }

  /// The pictures that could not be read; pictures that were left out come first.
  func unreadable(with found: [Int: UnreadablePicture]) -> [UnreadablePicture] {
    leftOut + found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The pictures of the plan that could not be read, by their index.
  ///
  /// They are the pictures whose headers could not be read, and the pictures that were found later.
  func unreadableByIndex(with found: [Int: UnreadablePicture]) -> [Int: UnreadablePicture] {
    var all = found
    for (index, picture) in pictures.enumerated() {
      if let known = picture?.unreadable { all[index] = known }
    }
    return all
  }

  /// The file of a picture; nil if it has none.
  func path(of index: Int) -> FilePath? {
    guard let picture = pictures[index] else { return plan.pictures[index].source.path }
    return (picture.difference?.after as? any FileSource)?.path ?? picture.path
  }

  /// The file that a picture is compared with; nil if a tile shows one picture.
  func comparedPath(of index: Int) -> FilePath? {
    (pictures[index]?.difference?.before as? any FileSource)?.path
      ?? plan.pictures[index].counterpart?.source.path
  }

  /// The mask of a picture's parts that are not compared; nil if there is none.
  func maskPath(of index: Int) -> FilePath? {
    pictures[index]?.difference?.ignored.mask?.path
      ?? plan.pictures[index].counterpart?.maskSource?.path
  }

  /// The files of the further pictures in a picture's stack; nil if one is from no file.
  func stackedPaths(of index: Int) -> [FilePath?] {
    pictures[index]?.lookalikes?.hidden.map(\.path)
      ?? plan.pictures[index].stackSources.map(\.path)
  }

  /// The files of some tiles, and the files that are compared with them or are in their stacks.
  func paths(of tiles: some Sequence<PlannedTile>) -> [FilePath] {
    tiles.lazy.map(\.index).flatMap {
      ([path(of: $0), comparedPath(of: $0), maskPath(of: $0)] + stackedPaths(of: $0))
        .compactMap(\.self)
    }
  }

  /// The file that a picture's tile links to; nil if there is none.
  func linkedPath(of index: Int) -> FilePath? { linksPictures ? path(of: index) : nil }

  /// The notes on features of pictures that could not be followed, such as a damaged colour profile.
  ///
  /// The pictures are on the sheet nevertheless. Pictures with equal faults share one note.
  var pictureNotes: [Note] {
    struct Fault: Hashable {
      let text: String
      let lacksLibrary: Bool
    }
    var names: [Fault: [FileName]] = [:]
    var faults: [Fault] = []
    for picture in pictures.lazy.compactMap(\.self) {
      guard let header = picture.readableHeader else { continue }
      for text in header.warnings {
        let fault = Fault(text: text, lacksLibrary: header.unusedProfile?.lacksLibrary == true)
        if names[fault] == nil { faults.append(fault) }
        names[fault, default: []].append(picture.name)
      }
    }
    return faults.compactMap { fault in
      guard let names = names[fault], let first = names.first else { return nil }
      let others = Set(names).count - 1
      let more = others > 0 ? " and \(others.counted("other picture"))" : ""
      return Note(
        .pictureColor, as: fault.lacksLibrary ? .warning : .note, about: first,
        "\(first.path.quoted)\(more): \(fault.text)", [.count: others + 1])
    }
  }
}

extension PageDestination {
  /// All pages of a plan, with their destinations.
  ///
  /// - Throws: ``SheetError/noOutput`` if neither the request nor a manifest states them, and
  ///   ``SheetError/nothingGroups(_:_:)`` if a name asks for groups.
  static func pages(
    of planned: PlanningResult, _ request: RenderOptions
  ) throws(SheetError) -> [PageDestination] {
    let pages = planned.plan.pages
    let asked = try request.output.map { (output) throws(SheetError) in
      let inOneFile = request.format(of: output).holdsPages
      if let names = try GroupedNames(output) {
        return try names.outputs(of: pages, planned.groups, inOneFile: inOneFile)
      }
      return output.pages(
        pages.map(\.number), blocks: pages.map(\.block), inOneFile: inOneFile)
    }
    guard let outputs = asked ?? planned.suggestedOutputs else { throw .noOutput }
    return zip(pages, outputs).map {
      PageDestination(page: $0, output: $1, format: request.format(of: $1))
    }
  }
}

extension SheetPicture {
  /// The picture, read once to see whether it is damaged.
  ///
  /// - Throws: `PictureError` for errors that are not the picture's fault, and `CancellationError` when
  ///   the task is cancelled.
  func decoded() throws -> SheetPicture {
    guard case .failure(let damage) = try reading({ try source.forEachRow(as: $0) { _ in } })
    else { return self }
    return damaged(damage)
  }
}

/// The folder to which the paths in a manifest are relative, if it is not the working folder.
///
/// So a plan can be rendered from any folder, and on a machine that has the pictures elsewhere. Paths
/// of files in the folder are relative in the manifest; other paths are absolute.
struct PlanRoot: Equatable, Sendable {
  /// The folder as it was given.
  let folder: FilePath
  /// The absolute path of the folder, as it was named.
  private let named: FilePath
  /// The absolute path of the folder, without links.
  private let place: FilePath
  /// The open folder, below which all files below the folder are opened.
  let opened: OpenFolder
  /// The folder to which paths are relative during the run.
  private let workingFolder = FilePath.workingFolder

  /// Finds a folder.
  ///
  /// - Throws: ``SheetError/noRoot(_:reason:)`` if the folder does not exist.
  init(_ folder: FilePath) throws(SheetError) {
    self.folder = folder
    named = folder.absolute(in: workingFolder)
    do throws(Errno) {
      opened = try OpenFolder(folder)
      place = try folder.resolvingLinks()
    } catch {
      throw .noRoot(folder, reason: "\(error)")
    }
  }

  /// A path as the manifest has it: from the folder, or absolute for a file outside.
  func path(to file: FilePath) -> FilePath {
    let absolute = file.absolute(in: workingFolder)
    // The folder may have been named with links, and the file without.
    for folder in [named, place] {
      var rest = absolute
      if rest.removePrefix(folder), !rest.isEmpty { return rest }
    }
    return absolute
  }

  /// The folder as a manifest names it: relative to that manifest's own folder.
  ///
  /// - Throws: An error of the system if the manifest's folder cannot be followed.
  func name(in manifest: FilePath) throws(Errno) -> FilePath {
    let way = try manifest.folder.resolvingLinks().way(to: place)
    return way.isEmpty ? "." : way
  }

  /// The first of some files that is not below the folder when links are resolved.
  ///
  /// A file need not be there. Nothing is read.
  func firstOutside(_ files: some Sequence<FilePath>) -> FilePath? {
    files.first { opened.isLeft(by: $0) }
  }
}
