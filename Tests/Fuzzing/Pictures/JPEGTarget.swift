import Foundation
import JPEGFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import SystemPackage

/// JPEG files: none crashes, and what is read is the same twice, and in the size that the header says.
///
/// There is nothing to do without libjpeg-turbo.
enum JPEGTarget: FuzzTarget {
  static let name = "jpeg"

  static func seeds() -> [[UInt8]] {
    guard JPEGFixture.isAvailable else { return [[]] }
    return JPEGFixture.Space.allCases.flatMap { space in
      [false, true].map { isProgressive in
        var fixture = JPEGFixture(width: 27, height: 19, space: space)
        fixture.isProgressive = isProgressive
        fixture.restartInterval = isProgressive ? 0 : 2
        fixture.markers =
          JPEGMarker.profile([UInt8](repeating: 7, count: 40), partSize: 15)
          + [.exif(orientation: 6, colorSpace: 0xFFFF, interoperability: "R03"), .comment("x")]
        return fixture.encoded()
      }
    }
  }

  static func check(_ bytes: [UInt8]) {
    let scale = PictureScale.allCases[bytes.count % PictureScale.allCases.count]
    let (first, second) = (rows(bytes, scale), rows(bytes, scale))
    expect(first == second, "other rows the second time")
  }

  /// The most pixels of a picture: larger ones take long and tell no more.
  private static let pixelLimit = 1 << 18

  /// Nil where the file cannot be opened.
  private static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    try? Data(bytes).write(to: URL(filePath: path))
    let file = JPEGFile(FilePath(path))
    guard let header = try? file.header(), header.size.width * header.size.height <= pixelLimit,
      let source = try? file.rows(as: header, at: scale)
    else { return nil }
    let size = scale.size(of: header.size)
    var pixels: [UInt8] = []
    do {
      for _ in 0..<size.height {
        try source.next { row in
          expect(row.count == size.width * header.format.bytesPerPixel, "a row of another length")
          for index in row.indices { pixels.append(row[index]) }
        }
      }
      try source.finish()
    } catch {
      // What came before counts.
    }
    return pixels
  }

  /// In memory, where the system has such a folder.
  private static let path =
    (FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp")
    + "/contactsheet-fuzz-\(getpid()).jpg"
}
