package import SheetFormats
package import SheetImaging
package import SheetLayout
package import SheetPictures
package import SystemPackage
import TestSupport

/// The header and the rows of a file of any format.
package struct ReadPicture: Equatable {
  package let header: PictureHeader
  package var rows: [[UInt8]] = []
  /// The reason why there are no more rows, or the fault after the last row.
  package var failure: String?

  /// Reads a file that is there.
  package init(
    _ path: FilePath, at scale: PictureScale = .whole, _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let format = FormatTable.standard.reading(path.nameBytes)
    let file = format.reader.file(path, metadata)
    header = try file.header()
    failure = header.refusal(within: 1 << 30)
    guard failure == nil else { return }
    do {
      let source = try file.rows(as: header, at: scale)
      for _ in 0..<scale.size(of: header.size).height {
        var copy: [UInt8] = []
        try source.next { row in copy = row.withUnsafeBufferPointer(Array.init) }
        rows.append(copy)
      }
      try source.finish()
    } catch {
      failure = "\(error)"
    }
  }

  /// Reads bytes as a file.
  package init(
    _ bytes: [UInt8], _ ending: String, at scale: PictureScale = .whole,
    _ metadata: MetadataUse = MetadataUse()
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.\(ending)")
    try self.init(folder["a.\(ending)"], at: scale, metadata)
  }
}

extension ReadPicture {
  /// The reason why a file of a name and with contents in Latin-1 cannot be read.
  package static func reason(_ latin1: String, as name: String = "a.png") throws -> String? {
    let folder = TemporaryFolder()
    try folder.write(latin1.unicodeScalars.map { UInt8($0.value) }, to: name)
    return try SheetPicture(fileAt: folder[name], MetadataUse(), .none, .standard).unreadable?
      .reason
  }
}
