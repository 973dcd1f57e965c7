internal import SheetFiles
internal import SheetLayout
package import SheetModel
internal import SheetPictures
package import SheetPlanning
package import SheetPlans
package import SystemPackage

/// A plan with what was learned while making it: its pictures, the pictures and files that it
/// leaves out, groups, pairs and notes.
///
/// A ``SheetRun`` is created from it. If the plan was read, that run probes the remaining pictures.
package struct PlannedSheet: Sendable {
  package internal(set) var plan: SheetPlan
  /// The notes of the run, to which later steps add theirs.
  package var notes = Notes()
  /// The cells of the sheet's grids; none if the plan was read.
  package internal(set) var cells = GridCells()

  /// The pictures of the plan; nil in place of a picture that has not been probed.
  var pictures: [SheetPicture?]
  /// The indices of pictures that are copies of others; none if the plan was read.
  var copies: Set<Int> = []
  /// The pictures left out because their headers could not be read.
  var skipped: [SheetPicture] = []
  /// Pictures that were compared but are on no page; never overwritten.
  var comparedOnly: [SheetPicture] = []
  /// Pictures that the job left out because of their facts or its limit; never overwritten.
  var rejected: [SheetPicture] = []
  /// The files that were given by name but are excluded by patterns, and the folders that were
  /// searched.
  ///
  /// These files and the pictures in these folders are never overwritten.
  var searched: (excluded: [FilePath], folders: [FilePath]) = ([], [])
  /// The groups of the plan's pages; nil if pages are not grouped.
  package var groups: PageGroups?
  /// All pairs; nil if no pictures were compared for this plan.
  var compared: [Pair<PictureFacts>]?
  /// The destinations of the pages according to a manifest; nil if the plan is from a job.
  var suggestedOutputs: [SheetOutput]?
  /// The file from which the plan was read; nil if there is none.
  var file: FilePath?
  /// The folder to which reading and writing for a plan are confined; nil for no restriction.
  var confinement: PlanRoot?
  /// The folders that were searched, and the overlays, the lists, the table of labels and the plan
  /// that were read.
  var origins: [FilePath] = []
  /// The times of the steps so far.
  var times = StepTimes()
  /// What the plan was made from, in addition to its pictures.
  ///
  /// Nil if pairs were compared, or if the plan was read, since tiles then keep their positions.
  var basis: PlanBasis?
  /// The unit of lengths in messages; pixels if the plan was read.
  var lengthUnit = LengthUnit.pixels
}

extension PlannedSheet {
  /// Creates a planned sheet from a plan.
  ///
  /// Its pictures are read from the files with their names, or must be supplied.
  package init(_ plan: SheetPlan) {
    self.init(plan: plan, pictures: Array(repeating: nil, count: plan.pictures.count))
  }

  /// Whether the plan was read from a file or decoded, rather than made from a job.
  var wasRead: Bool { basis == nil && compared == nil }

  /// The same sheet, supplied with the pictures that are not files, which are matched by their
  /// identifiers.
  ///
  /// - Throws: ``ContactSheetError`` for a picture that is missing, or that is not in the plan.
  func supplied(with sources: [any PictureSource]) throws(ContactSheetError) -> PlannedSheet {
    var rest: [String: any PictureSource] = [:]
    for source in sources { if let id = source.suppliedID { rest[id] = source } }
    var sheet = self
    for (index, picture) in plan.pictures.enumerated() {
      guard let id = picture.suppliedID else { continue }
      guard let source = rest.removeValue(forKey: id) else { continue }
      var supplied = try SheetPicture(probing: source, FactQuery([]), using: plan.metadata)
      var metadata = plan.metadata
      metadata.root = confinement?.opened
      supplied = try picture.shown(supplied, metadata)
      if let size = picture.size, let found = supplied.size, found != size {
        throw .changed(picture.name, planned: size, found: found)
      }
      sheet.pictures[index] = supplied
    }
    if let first = rest.keys.sorted().first {
      throw ContactSheetError(
        .invalidValue,
        "cannot use the image '\(first.shortPrintable)': no image of the plan has this id",
        remedy: "supply the images of the plan, each with its id")
    }
    try sheet.checkSupplied(plan.pictures.indices)
    return sheet
  }

  /// Checks that the pictures at these indices are files, or have been supplied.
  ///
  /// The name of a caller-supplied picture may come from anywhere, so it is never opened as a path.
  func checkSupplied(_ indices: some Sequence<Int>) throws(ContactSheetError) {
    let missing = indices.filter { pictures[$0] == nil }.compactMap { plan.pictures[$0].suppliedID }
    guard let first = missing.first else { return }
    throw ContactSheetError(
      .invalidValue,
      "cannot render the plan: the image '\(first.shortPrintable)'"
        + (missing.count > 1 ? " and \(missing.count - 1) more were" : " was")
        + " supplied by a program",
      remedy: "supply \(missing.count > 1 ? "them" : "it") again, with Sheet.Plan(plan, pictures:)")
  }

  /// Creates a planned sheet from a manifest, with the destinations of its pages.
  package init(_ manifest: SheetManifest) {
    self.init(manifest.plan)
    suggestedOutputs = manifest.fileNames.map(SheetOutput.init(named:))
  }

  /// Reads the plan in a manifest file, piece by piece.
  ///
  /// If a root is given, the plan is confined to that folder: a ``SheetRun`` refuses pictures that
  /// are outside the folder by name or through links. It also refuses a page outside the folder,
  /// unless the request gives its destination. A root that the plan itself names confines nothing,
  /// since it was chosen by the author of the plan.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - root: The folder to which the plan's paths are relative; nil for the folder named by the
  ///     plan, or else the working folder.
  ///   - notes: Receives the notes of the run.
  /// - Throws: ``ContactSheetError/plan(_:_:)``, and ``ContactSheetError/noRoot(_:reason:)`` if the
  ///   folder named by the plan does not exist.
  package init(
    contentsOf path: FilePath, root: FilePath? = nil, notes: Notes = Notes()
  ) throws(ContactSheetError) {
    var times = StepTimes()
    let manifest = try Self.manifest(at: path)
    let folder = root ?? manifest.rootName.map { path.folder.pushing($0.path) }
    let place = try folder.map { (folder) throws(ContactSheetError) in try PlanRoot(folder) }
    func resolve(_ name: FileName) -> FileName {
      place.map { .path($0.folder.pushing(name.path)) } ?? name
    }
    self.init(
      place == nil
        ? manifest.plan
        : manifest.plan.renamingPictures({ resolve($1) }, others: resolve))
    suggestedOutputs = manifest.fileNames.map {
      SheetOutput(named: $0.text == "-" ? $0 : resolve($0))
    }
    (file, confinement, origins) = (path, root == nil ? nil : place, [path])
    self.notes = notes
    times.end(.planning)
    self.times = times
  }

  private static func manifest(at path: FilePath) throws(ContactSheetError) -> SheetManifest {
    do {
      var reader = ManifestReader()
      var fault: ManifestError?
      // A file under /dev is already open, as with --from-plan <(jq . plan.json).
      let file =
        try path.starts(with: "/dev")
        ? FileDescriptor.opened(path, .readOnly, .closeOnExec) : .openedFile(path)
      try file.closeAfter {
        try file.forEachChunk(atMost: SheetManifest.maximumSize) { chunk in
          do throws(ManifestError) { try reader.take(chunk) } catch { fault = error }
          return fault == nil
        }
      }
      if let fault { throw fault }
      return try reader.manifest()
    } catch let error as ManifestError {
      throw .plan(path, error)
    } catch {
      throw .plan(path, .unreadable(reason: "\(error)"))
    }
  }
}
