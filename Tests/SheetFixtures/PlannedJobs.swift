internal import SheetFiles
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlanning
package import SheetPlans
package import SystemPackage

extension SheetPlanner {
  /// A planner for a job with a layout but no pictures.
  package init(
    _ layout: any Layout, style: TileStyle = TileStyle(), gap: PixelSpacing = .standard,
    margin: PixelSpacing = .standard, paging: Paging = Paging(),
    maximumPixels: PixelCount = PixelCount(2_000_000_000),
    policy: Sheet.UnreadablePictures = .placeholder
  ) throws {
    var job = SheetJob()
    job.layout = layout
    job.style = style
    (job.gap, job.margin, job.paging) = (gap, margin, paging)
    job.maximumPixels = maximumPixels
    job.unreadablePolicy = policy
    try self.init(job)
  }

  /// The plan for groups of pictures that are named by number from 1.
  package func plan(_ groups: [[SheetPicture]]) throws -> PlannedPictures {
    try plan(
      groups.enumerated().map { PictureGroup(name: "group \($0.offset + 1)", pictures: $0.element) }
    )
  }

  /// The plan for groups of pictures, without notes.
  package func sheetPlan(_ groups: [[SheetPicture]]) throws -> SheetPlan {
    try plan(groups.map { PictureGroup(pictures: $0) }).plan
  }
}

extension SheetJob {
  /// The plan for pictures that are not files, and its notes.
  package func planned() throws -> PlannedPictures {
    let table = try table?.table()
    let pictures = try sources.map { try SheetPicture(probing: $0, requestedFacts) }
    return try SheetPlanner(self, table: table)
      .plan(groups(of: PictureFactsBuilder(pictures, table: table, parsing: parsing).pictures))
  }

  /// The plan for pictures that are not files.
  package func sheetPlan() throws -> SheetPlan { try planned().plan }
}

extension PictureGroup {
  /// A group of pictures with only the facts that every picture has.
  package init(name: String = "", pictures: [SheetPicture]) {
    self.init(
      name: name, pictures: PictureFactsBuilder(pictures, table: nil, parsing: []).pictures)
  }
}

extension ImageOrder {
  /// The paths of the files in this order, without any metadata.
  package func sorted(_ images: [FoundImage]) throws -> [FilePath] {
    let pictures = try images.map {
      try SheetPicture(probing: StubPicture(name: $0.path.string, size: nil), as: $0, .none)
    }
    return sorted(PictureFactsBuilder(pictures, table: nil, parsing: []).pictures).compactMap {
      $0.picture.found?.path
    }
  }
}

extension PixelExtent {
  /// An extent with a width, and optionally a height.
  package static func pixels(_ width: Int, _ height: Int? = nil) -> PixelExtent {
    guard let extent = PixelExtent(width: width, height: height) else {
      preconditionFailure("a side is not positive")
    }
    return extent
  }
}

extension SheetPlan {
  /// The number of tiles on all pages.
  package var tileCount: Int { pages.reduce(0) { $0 + $1.tiles.count } }
}

extension SheetManifest {
  /// Creates a manifest whose file names are given as text.
  package init(
    _ plan: SheetPlan, files: [String], root: String? = nil,
    unreadable: [Int: UnreadablePicture] = [:], skipped: [UnreadablePicture] = [],
    crops: [Int: Rect] = [:]
  ) {
    self.init(
      plan, fileNames: files.map { .text($0) }, rootName: root.map { .text($0) },
      unreadable: unreadable, skipped: skipped, crops: crops)
  }

  package var files: [String] { fileNames.map(\.text) }

  /// The manifest as JSON in UTF-8.
  package func json() -> [UInt8] { Array(pieces.joined()) }

  /// Reads the plan in a manifest, and the destinations of its pages.
  package init(json: [UInt8]) throws(ManifestError) {
    var reader = ManifestReader()
    try reader.take(json[...])
    self = try reader.manifest()
  }
}
