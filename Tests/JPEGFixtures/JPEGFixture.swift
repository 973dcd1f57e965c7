internal import CJPEGOracle
public import TestSupport

/// Writes JPEG files of every kind with the installed libjpeg.
public struct JPEGFixture: Sendable, CustomStringConvertible {
  /// The colour space of a file; its rows come as grey, RGB or CMYK.
  public enum Space: Int, CaseIterable, Sendable {
    /// Grey.
    case gray = 1
    /// Red, green and blue, unconverted.
    case rgb
    /// Luma and two chroma channels, as in most files.
    case yCbCr
    /// Four inks.
    case cmyk
    /// Luma, two chroma channels and black, converted from four inks.
    case ycck

    /// The number of samples per pixel.
    public var channels: Int { self == .gray ? 1 : rawValue >= Space.cmyk.rawValue ? 4 : 3 }
  }

  /// Whether there is a library to write with; without it, tests that need it are skipped.
  public static var isAvailable: Bool { cjpeg_oracle_is_available() }

  /// The path of that library.
  public static var libraryPath: String? { cjpeg_oracle_path().map { String(cString: $0) } }

  /// The number of columns.
  public var width = 40
  /// The number of rows.
  public var height = 30
  /// The colour space of the file.
  public var space = Space.yCbCr
  /// The subsampling: how much finer the first channel is than the others, across and down.
  public var sampling = (across: 2, down: 2)
  /// The quality, from 1 to 100.
  public var quality = 90
  /// The number of MCUs between restart markers; 0 for none.
  public var restartInterval = 0
  /// Whether the file is progressive: several scans, each of which refines the picture.
  public var isProgressive = false
  /// Whether the file uses arithmetic coding.
  public var isArithmetic = false
  /// Whether the file has a JFIF APP0 marker with the density.
  public var hasJFIFMarker = true
  /// Whether the file has an Adobe APP14 marker.
  public var hasAdobeMarker = false
  /// The JFIF density, and its unit: 0 for none.
  public var density = (unit: 0, x: 1, y: 1)
  /// The markers after libjpeg's own.
  public var markers: [JPEGMarker] = []

  /// A file of the given size, otherwise like those that most programs write.
  public init(width: Int = 40, height: Int = 30, space: Space = .yCbCr) {
    (self.width, self.height, self.space) = (width, height, space)
    hasJFIFMarker = space == .gray || space == .yCbCr
    hasAdobeMarker = !hasJFIFMarker
  }

  /// The file's name in the test log.
  public var description: String {
    "\(width) x \(height) \(space) \(sampling.across)x\(sampling.down)"
      + (isProgressive ? " progressive" : "") + (restartInterval > 0 ? " with restarts" : "")
  }

  /// Rows of smooth colours with some edges.
  public var pattern: [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<space.channels {
          let edge = (x / 9 + y / 7 + channel) % 3 == 0 ? 60 : 0
          rows.append(UInt8(min(255, 40 * channel + 2 * x % 120 + y % 80 + edge)))
        }
      }
    }
    return rows
  }

  /// The file with its pattern, or with other rows.
  public func encoded(_ rows: [UInt8]? = nil) -> [UInt8] {
    let rows = rows ?? pattern
    precondition(rows.count == width * height * space.channels, "rows of the wrong size")
    let markers = markers.flatMap(\.bytes)
    let result = markers.withUnsafeBufferPointer { markers in
      cjpeg_oracle_encode(
        cjpeg_oracle_options(
          width: UInt32(width), height: UInt32(height), color_space: CInt(space.rawValue),
          across: CInt(sampling.across), down: CInt(sampling.down), quality: CInt(quality),
          restart_interval: CInt(restartInterval), is_progressive: isProgressive,
          is_arithmetic: isArithmetic, has_jfif_marker: hasJFIFMarker,
          has_adobe_marker: hasAdobeMarker, density_unit: CInt(density.unit),
          density_x: CInt(density.x), density_y: CInt(density.y),
          markers: markers.baseAddress, markers_count: markers.count), rows)
    }
    return taken(result)
  }

  /// The rows of a file, decoded in one piece by the library alone; empty if it cannot decode them.
  public static func decoded(
    _ file: [UInt8], divisor: Int = 1
  ) -> (bytes: [UInt8], width: Int, height: Int, channels: Int) {
    let result = cjpeg_oracle_decode(file, file.count, CInt(divisor))
    let size = (Int(result.width), Int(result.height), Int(result.channels))
    return (taken(result), size.0, size.1, size.2)
  }

  /// The number of bytes that the library allocates for coefficients when it decodes a file.
  public static func coefficientBytes(_ file: [UInt8], divisor: Int = 1) -> Int {
    cjpeg_oracle_coefficient_bytes(file, file.count, CInt(divisor))
  }
}

private func taken(_ result: cjpeg_oracle_bytes) -> [UInt8] {
  defer { cjpeg_oracle_free(result) }
  return Array(
    UnsafeBufferPointer(start: result.bytes, count: result.bytes == nil ? 0 : result.count))
}

/// A marker with data.
public struct JPEGMarker: Equatable, Sendable {
  /// The second byte of the marker.
  public let code: UInt8
  /// The data after the length.
  public let data: [UInt8]

  /// A marker of at most 65,533 bytes.
  public init(_ code: UInt8, _ data: [UInt8]) {
    (self.code, self.data) = (code, data)
  }

  /// The marker as it is written in a file.
  public var bytes: [UInt8] {
    let length = data.count + 2
    return [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }

  /// A marker with a comment.
  public static func comment(_ text: String) -> JPEGMarker { JPEGMarker(0xFE, Array(text.utf8)) }

  /// The parts of a profile, in order, each with a limited number of bytes.
  public static func profile(_ bytes: [UInt8], partSize: Int = 65_519) -> [JPEGMarker] {
    let starts = Array(stride(from: 0, to: max(1, bytes.count), by: partSize))
    return starts.enumerated().map { index, start in
      let part = bytes[start..<min(start + partSize, bytes.count)]
      return JPEGMarker(
        0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(starts.count)] + part)
    }
  }

  /// Exif data with an orientation, and with the colour space as cameras state it.
  public static func exif(
    orientation: Int? = nil, colorSpace: Int? = nil, interoperability: String? = nil
  ) -> JPEGMarker {
    var first = ExifFixture([:])
    var second = ExifFixture([:])
    if let orientation { first.entries.append((274, .shorts([orientation]))) }
    if let colorSpace { second.entries.append((40961, .shorts([colorSpace]))) }
    if let interoperability {
      second.entries.append((40965, .directory(ExifFixture([1: .ascii(interoperability)]))))
    }
    if colorSpace != nil { first.entries.append((34665, .directory(second))) }
    return JPEGMarker(0xE1, first.marker(littleEndian: true))
  }

  /// A file whose frame declares another size, at most 65,535 on a side; its scans are left alone.
  public static func resized(_ file: [UInt8], width: Int, height: Int) -> [UInt8]? {
    guard let frame = frameOffset(in: file) else { return nil }
    var resized = file
    resized.replaceSubrange(
      frame + 1..<frame + 5, with: [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    return resized
  }

  /// The offset in a file of the frame's data, which begins with the depth.
  public static func frameOffset(in file: [UInt8]) -> Int? {
    var place = 2
    while place + 4 <= file.count, file[place] == 0xFF {
      let code = file[place + 1]
      if 0xC0...0xCF ~= code, ![0xC4, 0xC8, 0xCC].contains(code) { return place + 4 }
      place += 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
    }
    return nil
  }
}

extension Need {
  /// The library with which JPEGs are written and read.
  public static let jpeg = Need("libjpeg-turbo, and libjpeg-dev at build time") {
    JPEGFixture.isAvailable
  }
}
