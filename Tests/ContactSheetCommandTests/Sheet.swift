import SheetPNG

/// A sheet that was read back.
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
    bytesPerPixel = reader.rowFormat.bytesPerPixel
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

  /// The size, as `WxH`.
  var size: String { "\(width)x\(height)" }

  /// The bytes of one pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    Array(rows[y][x * bytesPerPixel..<(x + 1) * bytesPerPixel])
  }
}
