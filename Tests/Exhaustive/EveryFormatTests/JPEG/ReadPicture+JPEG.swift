import JPEGFixtures
import SheetFixtures
import SheetLayout
import SystemPackage
import TestSupport

@testable import SheetPictures

/// JPEG files, within a budget of 128 MiB.
extension ReadPicture {
  init(
    jpeg bytes: [UInt8], at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.jpg")
    try self.init(jpeg: folder["a.jpg"], at: scale, metadata)
  }

  init(
    jpeg path: FilePath, at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    try self.init(
      of: LibraryFile(path, as: .jpeg, metadata: metadata), at: scale, within: 128 << 20)
  }

  /// The header of a JPEG file made of markers around a small picture.
  static func jpegHeader(
    _ markers: [JPEGMarker], _ metadata: MetadataUse = MetadataUse(),
    _ change: (inout JPEGFixture) -> Void = { _ in }
  ) throws -> PictureHeader {
    var fixture = JPEGFixture(width: 20, height: 10)
    fixture.markers = markers
    change(&fixture)
    return try ReadPicture(jpeg: fixture.encoded(), at: .whole, metadata).header
  }
}
