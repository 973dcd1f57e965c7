import Foundation
import SheetImaging
import SheetLayout
import SystemPackage

@testable import SheetPictures

/// A picture format: no file crashes its reader, and reading twice gives equal rows.
protocol PictureTarget: FuzzTarget {
  /// The rows of a file at a scale; nil if it cannot be opened.
  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]?
}

extension PictureTarget {
  static func check(_ bytes: [UInt8]) {
    let scale = PictureScale.allCases[bytes.count % PictureScale.allCases.count]
    expect(rows(bytes, scale) == rows(bytes, scale), "different rows the second time")
  }
}

/// A picture file made of given bytes.
struct FuzzedFile {
  private let path: String

  /// Writes the file to a folder in memory, if the system has one; nil if writing fails.
  init?(_ bytes: [UInt8], _ ending: String) {
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    path = "\(folder)/contactsheet-fuzz-\(getpid()).\(ending)"
    guard (try? Data(bytes).write(to: URL(filePath: path))) != nil else { return nil }
  }

  /// The limit on a picture's pixels: larger pictures take a long time and reveal no more.
  private static let pixelLimit = 1 << 18

  /// The rows of the picture, as far as they can be read; nil if it cannot be opened.
  func rows(
    at scale: PictureScale, _ source: (FilePath) -> some PictureSource
  ) -> [UInt8]? {
    let file = source(FilePath(path))
    guard let header = try? file.header(),
      header.size.width * header.size.height <= Self.pixelLimit,
      header.refusal(within: 1 << 28) == nil
    else { return nil }
    let scale = header.isReducible ? scale : .whole
    guard let source = try? file.rows(as: header, at: scale) else { return nil }
    let size = scale.size(of: header.size)
    var pixels: [UInt8] = []
    do {
      for _ in 0..<size.height {
        try source.next { row in
          guard row.count == size.width * header.format.bytesPerPixel else {
            fatalError("a row has a different length")
          }
          for index in row.indices { pixels.append(row[index]) }
        }
      }
      try source.finish()
    } catch {
      // The rows read so far are returned.
    }
    return pixels
  }
}
