import Foundation
import PNGFixtures
import SheetPNG
import TestSupport

/// A sheet that is read from its file.
struct Sheet: Equatable {
  let width: Int
  let height: Int
  let bitDepth: Int
  private let bytesPerPixel: Int
  private let rows: [[UInt8]]

  init(_ bytes: [UInt8]) throws {
    var reader = try PNGReader(bytes: bytes)
    width = reader.header.width
    height = reader.header.height
    bitDepth = reader.header.bitDepth
    bytesPerPixel = reader.bytesPerRow / reader.header.width
    var rows: [[UInt8]] = []
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0..<height {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      rows.append(row)
    }
    try reader.finish()
    self.rows = rows
  }

  /// A sheet of 8 bits a sample.
  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, bitDepth) = (width, height, 8)
    bytesPerPixel = bytes.count / (width * height)
    let bytesPerRow = width * bytesPerPixel
    rows = (0..<height).map { Array(bytes[$0 * bytesPerRow..<($0 + 1) * bytesPerRow]) }
  }

  /// The size, as `WxH`.
  var size: String { "\(width)x\(height)" }

  /// The bytes of one pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    Array(rows[y][x * bytesPerPixel..<(x + 1) * bytesPerPixel])
  }
}

extension TemporaryFolder {
  /// Writes a picture of one colour.
  func writePicture(
    _ name: String, width: Int = 32, height: Int = 24, color: [UInt16] = [200, 30, 30]
  ) throws {
    try write(
      PNGFixture.plain(width: width, height: height, color: color).encoded(), to: name)
  }
}

extension PNGFixture {
  /// An RGB picture of one colour.
  static func plain(width: Int, height: Int, color: [UInt16]) -> PNGFixture {
    PNGFixture(
      width: width, height: height, colorType: color.count == 4 ? .rgba : .rgb,
      samples: Array(repeating: color, count: width * height).flatMap { $0 })
  }
}

/// Files that a person has seen and approved.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites them; look at them again before they are committed.
enum Golden {
  private static let folder = Repository.root
    .appendingPathComponent("Tests/ContactSheetCommandTests/Golden")

  /// The golden file of this name, which is first rewritten with `actual` on demand.
  static func contents(_ name: String, actual: Data) throws -> Data {
    let file = folder.appendingPathComponent(name)
    if isUpdating { try actual.write(to: file) }
    return try Data(contentsOf: file)
  }

  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// Whether a golden picture has the pixels of another.
  ///
  /// If not, it is rewritten on demand. If only the bytes differ, as from a better encoder, it
  /// stays as it is.
  static func shows(_ actual: [UInt8], in file: URL) throws -> Bool {
    let sheet = try Sheet(actual)
    if let golden = try? Data(contentsOf: file), try Sheet([UInt8](golden)) == sheet { return true }
    if isUpdating { try Data(actual).write(to: file) }
    return isUpdating
  }

  /// Whether a golden picture of this name has the pixels of another.
  static func shows(_ actual: [UInt8], in name: String) throws -> Bool {
    try shows(actual, in: folder.appendingPathComponent(name))
  }
}

/// The folder of the package.
enum Repository {
  static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
