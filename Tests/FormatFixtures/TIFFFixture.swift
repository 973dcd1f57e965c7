internal import CLibraries
internal import PNGFixtures
public import TestSupport

/// Writes valid and invalid TIFF files of every kind, without libtiff.
public struct TIFFFixture: Sendable, CustomStringConvertible {
  /// Whether TIFF files can be read on this machine.
  public static let isAvailable = clibrary_load(.tiff) == .ready

  /// How strips and tiles are compressed.
  public enum Coding: Int, Sendable, CaseIterable {
    /// Not compressed.
    case none = 1
    /// With codes of 9 bits, each for at most one byte.
    case lzw = 5
    /// With zlib.
    case deflate = 8
    /// With runs of literal bytes only.
    case packBits = 32773
  }

  /// The number of columns.
  public var width = 21
  /// The number of rows.
  public var height = 13
  /// The number of bits per sample.
  public var bits = 8
  /// The number of samples per pixel.
  public var samples = 3
  /// The PhotometricInterpretation: 2 for RGB.
  public var colors = 2
  /// The SampleFormat: 3 for floats.
  public var form = 1
  /// The kinds of extra samples: 1 and 2 for alpha.
  public var extras: [Int] = []
  /// The number of rows in a strip.
  public var stripHeight = 5
  /// The size of tiles; nil if the picture has strips.
  public var tile: (width: Int, height: Int)?
  /// Whether each sample has its own strips or tiles.
  public var isPlanar = false
  /// The coding of strips and tiles.
  public var coding = Coding.none
  /// Whether the least significant byte comes first.
  public var isLittleEndian = true
  /// Whether offsets take eight bytes, as in BigTIFF.
  public var isBig = false
  /// Further entries.
  ///
  /// They replace other entries with the same tags.
  public var entries: [(tag: Int, value: ExifFixture.Value)] = []
  /// Bytes between the directory and the pixels.
  public var gap = 0

  /// An 8-bit RGB file.
  public init() {}

  /// The file's name in the test log.
  public var description: String {
    "\(samples) of \(bits) bits, colours \(colors), form \(form), \(coding)"
      + (tile == nil ? "" : ", tiles") + (isPlanar ? ", planes" : "")
      + (isLittleEndian ? "" : ", big endian") + (isBig ? ", BigTIFF" : "")
  }

  /// The file for the bits of all samples, pixel by pixel.
  public func encoded(_ values: [Int]) -> [UInt8] { file(chunks(values).map { coded($0) }) }

  /// The file for strips or tiles that are already compressed.
  public func file(_ chunks: [[UInt8]]) -> [UInt8] {
    // The offsets do not change the length of the directory.
    let start = directory(chunks, from: 0).count + gap
    return directory(chunks, from: start) + [UInt8](repeating: 0, count: gap) + chunks.joined()
  }

  private func directory(_ chunks: [[UInt8]], from start: Int) -> [UInt8] {
    var places: [Int] = []
    var end = start
    for chunk in chunks {
      places.append(end)
      end += chunk.count
    }
    var fields: [(tag: Int, value: ExifFixture.Value)] = [
      (256, .longs([width])), (257, .longs([height])),
      (258, .shorts([Int](repeating: bits, count: samples))), (259, .shorts([coding.rawValue])),
      (262, .shorts([colors])), (277, .shorts([samples])), (284, .shorts([isPlanar ? 2 : 1])),
      (339, .shorts([Int](repeating: form, count: samples))),
    ]
    if !extras.isEmpty { fields.append((338, .shorts(extras))) }
    let lengths = chunks.map(\.count)
    if let tile {
      fields += [
        (322, .shorts([tile.width])), (323, .shorts([tile.height])), (324, .longs(places)),
        (325, .longs(lengths)),
      ]
    } else {
      fields += [(273, .longs(places)), (278, .shorts([stripHeight])), (279, .longs(lengths))]
    }
    fields.removeAll { field in entries.contains { $0.tag == field.tag } }
    var directory = ExifFixture([:])
    directory.entries = (fields + entries).sorted { $0.tag < $1.tag }
    return directory.encoded(littleEndian: isLittleEndian, isBig: isBig)
  }

  /// The rows of the strips or tiles, plane by plane.
  private func chunks(_ values: [Int]) -> [[[UInt8]]] {
    let (chunkWidth, chunkHeight) = tile ?? (width, stripHeight)
    return (isPlanar ? (0..<samples).map { [$0] } : [Array(0..<samples)]).flatMap { plane in
      stride(from: 0, to: height, by: chunkHeight).flatMap { top in
        stride(from: 0, to: width, by: chunkWidth).map { left in
          let end = tile == nil ? min(top + chunkHeight, height) : top + chunkHeight
          return (top..<end).map { y in
            packed(
              (left..<left + chunkWidth).flatMap { x in
                plane.map { x < width && y < height ? values[(y * width + x) * samples + $0] : 0 }
              })
          }
        }
      }
    }
  }

  /// The bytes of a row of samples.
  private func packed(_ row: [Int]) -> [UInt8] {
    if bits % 8 == 0 {
      return row.flatMap { value in
        let bytes = (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
      }
    }
    return Self.bytes(row.map { ($0, bits) })
  }

  /// Numbers of a few bits each, packed with the most significant bit first.
  private static func bytes(_ numbers: [(value: Int, bits: Int)]) -> [UInt8] {
    var (bytes, word, count) = ([UInt8](), 0, 0)
    for number in numbers {
      word = word << number.bits | number.value
      count += number.bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: word >> (count - 8)))
        count -= 8
      }
      word &= 1 << count - 1
    }
    return count == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: word << (8 - count))]
  }

  private func coded(_ rows: [[UInt8]]) -> [UInt8] {
    // No run is longer than a row. LZW codes never exceed 9 bits if the table is reset in time.
    let runs = rows.flatMap { row in
      stride(from: 0, to: row.count, by: 100).map { row[$0..<min($0 + 100, row.count)] }
    }
    return switch coding {
    case .none: Array(rows.joined())
    case .deflate: deflated(Array(rows.joined()), level: 6)
    case .packBits: runs.flatMap { [UInt8($0.count - 1)] + $0 }
    case .lzw: Self.lzw(runs)
    }
  }

  private static func lzw(_ runs: [ArraySlice<UInt8>]) -> [UInt8] {
    let codes = runs.flatMap { run -> [Int] in [256] + run.map(Int.init) }
    return bytes((codes + [257]).map { ($0, 9) })
  }
}

extension TIFFFixture {
  /// A file for each way in which pixels can be stored.
  static let samples: [(String, TIFFFixture)] = {
    var (tiles, planes) = (TIFFFixture(), TIFFFixture())
    (tiles.tile, tiles.coding, tiles.isLittleEndian) = ((16, 16), .lzw, false)
    (planes.isPlanar, planes.coding, planes.isBig) = (true, .deflate, true)
    return [("TIFF", TIFFFixture()), ("TIFF of tiles", tiles), ("BigTIFF of planes", planes)]
  }()
}

extension ExifFixture.Value {
  /// Bytes without a defined meaning: the type UNDEFINED of TIFF.
  public static func bytes(_ bytes: [UInt8]) -> Self {
    .numbers(type: 7, bytes: 1, count: bytes.count, bytes.map(Int.init))
  }
}

extension Need {
  /// The library with which TIFF is read.
  public static let tiff = Need("libtiff6, and libtiff-dev at build time") {
    TIFFFixture.isAvailable
  }
}
