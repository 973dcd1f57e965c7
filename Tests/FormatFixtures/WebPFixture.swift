internal import CLibraries
public import TestSupport

/// Writes WebP files of every kind: the installed libwebp encodes the pixels, and the chunks are
/// ours.
public struct WebPFixture: Sendable, CustomStringConvertible {
  /// Whether there is a library to write with, and the command was built to read with it; without
  /// it, tests that need it are skipped.
  public static var isAvailable: Bool {
    clibrary_load(.webp) == .ready && Encoder.installed != nil
  }

  /// The number of columns that are encoded.
  public var width = 40
  /// The number of rows that are encoded.
  public var height = 30
  /// Whether pixels are encoded losslessly.
  public var isLossless = false
  /// Whether some pixels of the pattern are transparent.
  public var hasAlpha = false
  /// The contents of the chunks for metadata.
  public var profile, exif, xmp: [UInt8]?
  /// The canvas of an animation and the corner of its first frame, whose coordinates are even; nil
  /// if the picture is still.
  public var canvas: (width: Int, height: Int, x: Int, y: Int)?

  /// A file of the given size.
  public init(
    width: Int = 40, height: Int = 30, isLossless: Bool = false, hasAlpha: Bool = false
  ) {
    (self.width, self.height) = (width, height)
    (self.isLossless, self.hasAlpha) = (isLossless, hasAlpha)
  }

  /// The file's name in the test log.
  public var description: String {
    "\(width) x \(height)" + (isLossless ? " lossless" : "") + (hasAlpha ? " with alpha" : "")
      + (canvas == nil ? "" : " animated")
  }

  /// Smooth pixels with some edges, of red, green, blue and alpha.
  public var pattern: [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let edge = (x / 9 + y / 7) % 3 == 0 ? 60 : 0
        let alpha = hasAlpha ? 1 + (x + y) % 255 : 255
        let color: [Int] = [40 + x % 120, 20 + y % 80 + edge, 90 + edge, alpha]
        return color.map { UInt8($0) }
      }
    }
  }

  /// The chunks of the encoded pixels, as libwebp writes them: `ALPH` and `VP8 `, or `VP8L`.
  public func coded(_ pixels: [UInt8]? = nil) -> [(name: String, data: [UInt8])] {
    let file = Encoder.installed?.file(pixels ?? pattern, width, height, isLossless) ?? []
    return Self.chunks(file).filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
  }

  /// The file with its pattern, or with other pixels of four bytes.
  public func encoded(_ pixels: [UInt8]? = nil) -> [UInt8] {
    var coded = coded(pixels)
    let size = canvas.map { ($0.width, $0.height) } ?? (width, height)
    if let canvas {
      let frame =
        Self.number(canvas.x / 2, 3) + Self.number(canvas.y / 2, 3)
        + Self.number(width - 1, 3) + Self.number(height - 1, 3) + Self.number(100, 3) + [0]
      coded = [
        ("ANIM", [9, 9, 9, 255, 0, 0]), ("ANMF", frame + Self.joined(coded)),
        ("ANMF", frame + Self.joined(coded)),
      ]
    }
    let flags: [UInt8] = [
      (profile == nil ? 0 : 0x20) | (hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 8)
        | (xmp == nil ? 0 : 4) | (canvas == nil ? 0 : 2)
    ]
    let head = flags + [0, 0, 0] + Self.number(size.0 - 1, 3) + Self.number(size.1 - 1, 3)
    return Self.file(
      [("VP8X", head)] + [profile.map { ("ICCP", $0) }].compactMap(\.self) + coded
        + [exif.map { ("EXIF", $0) }, xmp.map { ("XMP ", $0) }].compactMap(\.self))
  }

  /// A lossless stream without its header, with a separate group of prefix codes for each block of
  /// 4 x 4 pixels, up to 65,536 groups.
  ///
  /// The codes have a single symbol each.
  public static func groups(side: Int) -> [UInt8] {
    var bits: [UInt8] = []
    func put(_ number: Int, _ count: Int) {
      for place in 0..<count { bits.append(UInt8(number >> place & 1)) }
    }
    /// A code of 256 symbols with 8 bits each; the other symbols do not occur.
    func putBytes(_ alphabet: Int) {
      put(0, 1)
      put(8, 4)
      for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] {
        put(symbol == 8 || symbol == 18 ? 1 : 0, 3)
      }
      put(0, 1)
      // Lengths of 8 have the code 0; up to 138 zeros have the code 1.
      for _ in 0..<256 { put(0, 1) }
      if alphabet > 256 {
        put(1, 1)
        put(alphabet - 256 - 11, 7)
      }
    }
    func putSingle() { put(1, 4) }
    /// A byte in a code with 8 bits for each symbol; the highest bit comes first.
    func putByte(_ byte: Int) { for place in 0..<8 { put(byte >> (7 - place) & 1, 1) } }
    // No transforms, no colour cache, prefix codes for blocks of 4 x 4 pixels, and no colour cache in
    // the image that assigns them.
    put(0b0000100, 7)
    putBytes(280)
    putBytes(256)
    for _ in 0..<3 { putSingle() }
    let count = min(side / 4 * (side / 4), 65_536)
    for group in 0..<count {
      putByte(group & 255)
      putByte(group >> 8)
    }
    for _ in 0..<5 * count { putSingle() }
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (place, bit) in bits.enumerated() { bytes[place / 8] |= bit << UInt8(place % 8) }
    return bytes
  }

  /// A file of chunks.
  public static func file(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    let body = Array("WEBP".utf8) + joined(chunks)
    return Array("RIFF".utf8) + number(body.count, 4) + body
  }

  /// Consecutive chunks, each padded to an even length.
  public static func joined(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, data) in chunks {
      bytes += name.utf8
      bytes += number(data.count, 4)
      bytes += data
      if data.count % 2 == 1 { bytes.append(0) }
    }
    return bytes
  }

  /// The chunks of an undamaged file.
  public static func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var chunks: [(name: String, data: [UInt8])] = []
    var place = 12
    while place + 8 <= file.count {
      let count = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let data = file[place + 8..<place + 8 + count]
      chunks.append((String(decoding: file[place..<place + 4], as: UTF8.self), Array(data)))
      place += 8 + count + count % 2
    }
    return chunks
  }

  /// A little-endian number.
  public static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The pixels of a still file, four bytes each, as decoded by the library alone; empty if it
  /// cannot decode them.
  public static func decoded(_ file: [UInt8]) -> [UInt8] { Encoder.installed?.pixels(file) ?? [] }
}

/// The simple functions of libwebp, which need no structures.
///
/// Source: webp/encode.h and webp/decode.h.
private struct Encoder: Sendable {
  typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  typealias Numbers = UnsafeMutablePointer<CInt>
  let encode:
    @convention(c) @Sendable (UnsafePointer<UInt8>, CInt, CInt, CInt, Float, Output) -> Int
  let encodeLossless:
    @convention(c) @Sendable (UnsafePointer<UInt8>, CInt, CInt, CInt, Output) -> Int
  let decode:
    @convention(c) @Sendable (UnsafePointer<UInt8>, Int, Numbers, Numbers) ->
      UnsafeMutablePointer<UInt8>?
  let free: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void

  static let installed: Encoder? = {
    guard let library = InstalledLibrary("libwebp.so.7") else { return nil }
    return try? Encoder(
      encode: library.require("WebPEncodeRGBA"),
      encodeLossless: library.require("WebPEncodeLosslessRGBA"),
      decode: library.require("WebPDecodeRGBA"), free: library.require("WebPFree"))
  }()

  func file(_ pixels: [UInt8], _ width: Int, _ height: Int, _ isLossless: Bool) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    let sides = (CInt(width), CInt(height), CInt(4 * width))
    let count =
      isLossless
      ? encodeLossless(pixels, sides.0, sides.1, sides.2, &file)
      : encode(pixels, sides.0, sides.1, sides.2, 95, &file)
    defer { free(file) }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  func pixels(_ file: [UInt8]) -> [UInt8] {
    var (width, height): (CInt, CInt) = (0, 0)
    let pixels = decode(file, file.count, &width, &height)
    defer { free(pixels) }
    return Array(
      UnsafeBufferPointer(start: pixels, count: pixels == nil ? 0 : Int(4 * width * height)))
  }
}

extension Need {
  /// The library with which WebP is written and read.
  public static let webP = Need("libwebp7, and libwebp-dev at build time") {
    WebPFixture.isAvailable
  }
}
