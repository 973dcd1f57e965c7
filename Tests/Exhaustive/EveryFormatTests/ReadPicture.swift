import SheetFiles
import SheetFixtures
import SheetLayout
import SystemPackage
import TestSupport

@testable import SheetPictures

/// The header and the rows of a file in any format.
struct ReadPicture: Equatable {
  let header: PictureHeader
  var rows: [[UInt8]] = []
  /// The reason why there are no more rows, or the error after the last row.
  var failure: String?

  /// Reads the rows of a source that needs at most `limit` bytes of memory.
  init(
    of file: any FileSource, at scale: PictureScale = .whole, within limit: Int = 1 << 30
  ) throws {
    header = try file.header()
    failure = header.refusal(within: limit)
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

  init(
    _ path: FilePath, at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let format = FormatTable.standard.reading(path.nameBytes)
    try self.init(of: format.reader.file(path, metadata), at: scale)
  }

  /// Reads bytes as if they were a file.
  init(
    _ bytes: [UInt8], _ ending: String, at scale: PictureScale = .whole,
    _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.\(ending)")
    try self.init(folder["a.\(ending)"], at: scale, metadata)
  }
}
