import JPEGFixtures

@testable import SheetPictures

/// JPEG files: none crashes the reader, and reading twice gives equal rows, of the size in the
/// header.
///
/// Does nothing without libjpeg-turbo.
enum JPEGTarget: PictureTarget {
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
        let file = fixture.encoded()
        return isProgressive ? [file, repeatingScan(file), claiming(511, file)] : [file]
      }.joined()
    } + [arithmetic(), Array(arithmetic().dropLast(40))]
  }

  /// A JPEG with arithmetic coding, whose decoder takes any bytes.
  private static func arithmetic() -> [UInt8] {
    var fixture = JPEGFixture(width: 27, height: 19)
    fixture.isArithmetic = true
    return fixture.encoded()
  }

  /// A JPEG whose last scan comes fifty times.
  private static func repeatingScan(_ file: [UInt8]) -> [UInt8] {
    guard let scan = file.ranges(of: [0xFF, 0xDA]).last?.lowerBound else { return file }
    let (start, end) = (file[..<scan], file.suffix(2))
    return start + (0..<50).flatMap { _ in file[scan...].dropLast(2) } + end
  }

  /// A JPEG whose frame states another width and height.
  static func claiming(_ side: Int, _ file: [UInt8]) -> [UInt8] {
    let frames: [[UInt8]] = [[0xFF, 0xC0], [0xFF, 0xC2]]
    guard let frame = frames.compactMap({ file.ranges(of: $0).first?.lowerBound }).min() else {
      return file
    }
    // The marker, the segment's length and the number of bits precede the height.
    let bytes = [UInt8(side >> 8), UInt8(side & 255)]
    return file[..<(frame + 5)] + bytes + bytes + file[(frame + 9)...]
  }

  static func rows(_ bytes: [UInt8], _ scale: PictureScale) -> [UInt8]? {
    FuzzedFile(bytes, "jpg")?.rows(at: scale) { LibraryFile($0, as: .jpeg) }
  }
}
