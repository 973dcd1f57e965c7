import JPEGFixtures
import SheetFixtures
import SheetLayout
import SystemPackage
import TestSupport

@testable import SheetFormats
@testable import SheetPictures

/// The header and the rows of a JPEG file, within a budget of 128 MiB.
struct ReadJPEG {
  let header: PictureHeader
  var rows: [[UInt8]] = []
  /// The reason why there are no more rows, or the fault after the last row.
  var failure: String?

  /// Reads a file.
  init(
    _ bytes: [UInt8], at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.jpg")
    try self.init(folder["a.jpg"], at: scale, metadata)
  }

  init(
    _ path: FilePath, at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let file = LibraryFile(path, as: .jpeg, metadata: metadata)
    header = try file.header()
    failure = header.refusal(within: 128 << 20)
    guard failure == nil else { return }
    do {
      let source = try file.rows(as: header, at: scale)
      for _ in 0..<scale.size(of: header.size).height {
        var copy: [UInt8] = []
        try source.next { row in
          for index in row.indices { copy.append(row[index]) }
        }
        rows.append(copy)
      }
      try source.finish()
    } catch {
      failure = "\(error)"
    }
  }

  /// The header of a file of markers around a small picture.
  static func header(
    _ markers: [JPEGMarker], _ metadata: MetadataUse = MetadataUse(),
    _ change: (inout JPEGFixture) -> Void = { _ in }
  ) throws -> PictureHeader {
    var fixture = JPEGFixture(width: 20, height: 10)
    fixture.markers = markers
    change(&fixture)
    return try ReadJPEG(fixture.encoded(), at: .whole, metadata).header
  }
}
