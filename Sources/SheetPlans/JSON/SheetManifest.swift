package import SheetFiles
package import SheetLayout
package import SheetPictures

/// The contents of a manifest file: a plan, the destinations of its pages, and the results, as
/// JSON.
///
/// It gives other programs the places of pictures, and can be edited and rendered again. Rectangles
/// are in whole pixels of the sheet, crops in pixels of the source; tracks are exact. Keys are in
/// alphabetical order, and there are no time stamps.
package struct SheetManifest: Equatable, Sendable {
  /// The newest version of the format that this library reads.
  ///
  /// It writes the oldest version that can express a plan. Version 2 adds the scales of tiles, and
  /// empty cells. Version 3 adds empty cells without frames, and the subjects of pictures. Version
  /// 4 adds a quality and trimmed borders, and version 5 the light of resampling.
  package static let currentVersion = 5

  /// The maximum size of a manifest that is read, in bytes: that of about two million pictures.
  ///
  /// A plan takes about a quarter more memory than its manifest has bytes. A file is read piece by
  /// piece, so reading it takes little more.
  package static let maximumSize = 1 << 30

  /// The plan.
  package let plan: SheetPlan
  /// The destination of each page, as a path; `-` is standard output.
  package let fileNames: [FileName]
  /// The base folder of paths, relative to the manifest's folder; nil if it is the working folder.
  package let rootName: FileName?
  /// The pictures that turned out to be unreadable, by their index in the plan.
  ///
  /// Empty in a manifest that was read, as pictures may have become readable since.
  package let unreadable: [Int: UnreadablePicture]
  /// The crops around subjects that were found, by their index in the plan.
  ///
  /// Empty in a manifest that was read: its plan has them.
  package let crops: [Int: Rect]
  /// The pictures that were left out because their headers could not be read.
  package let skipped: [UnreadablePicture]

  /// Creates a manifest whose names of files may be any bytes.
  package init(
    _ plan: SheetPlan, fileNames: [FileName], rootName: FileName?,
    unreadable: [Int: UnreadablePicture] = [:], skipped: [UnreadablePicture] = [],
    crops: [Int: Rect] = [:]
  ) {
    precondition(fileNames.count == plan.pages.count, "each page has a file")
    self.plan = plan
    self.fileNames = fileNames
    self.rootName = rootName
    self.unreadable = unreadable
    self.skipped = skipped
    self.crops = crops
  }

  /// The unreadable pictures; the first are the pictures that were left out.
  var unreadableInOrder: [UnreadablePicture] {
    skipped + unreadable.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension SheetManifest {
  /// The manifest as JSON in UTF-8.
  package func json() -> [UInt8] { Array(pieces.joined()) }

  /// Reads the plan in a manifest, and the destinations of its pages.
  ///
  /// - Throws: ``ManifestError``, which names the invalid field.
  package init(json: [UInt8]) throws(ManifestError) {
    var reader = ManifestReader()
    try reader.take(json[...])
    self = try reader.manifest()
  }
}

extension SheetManifest: Codable {
  /// Decodes the plan in a manifest, and the destinations of its pages.
  package init(from decoder: any Decoder) throws {
    self = try ManifestJSON.decode(from: decoder).manifest()
  }

  /// Encodes the plan, its files, the status of each tile, and the unreadable pictures.
  package func encode(to encoder: any Encoder) throws {
    try ManifestJSON.encode(ManifestFrame(plan, of: self), to: encoder)
  }
}

extension SheetPlan: Codable {
  /// Decodes the plan in a manifest and checks every number; pictures are not accessed.
  package init(from decoder: any Decoder) throws {
    self = try ManifestJSON.decode(from: decoder).filled()
  }

  /// Encodes the plan in the form of a manifest, without files and outcome.
  package func encode(to encoder: any Encoder) throws {
    try ManifestJSON.encode(ManifestFrame(self), to: encoder)
  }
}
