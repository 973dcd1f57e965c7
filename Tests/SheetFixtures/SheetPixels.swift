package import SheetLayout
import SheetPictures
package import SystemPackage
import TestSupport
import Testing

/// The pixels of a sheet, three bytes each.
package struct SheetPixels: CustomTestStringConvertible {
  package var testDescription: String { "a sheet of \(size.width) x \(size.height)" }
  package var size: PixelSize
  package var rows: [[UInt8]] = []

  package init(_ path: FilePath) throws {
    var reader = try PNGReader(path: path.string)
    size = PixelSize(width: reader.header.width, height: reader.header.height)
    try #require(reader.bytesPerRow == 3 * reader.header.width)
    for _ in 0..<size.height {
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      rows.append(row)
    }
  }

  package func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> { rows[y][3 * x..<3 * x + 3] }

  package func isAnyDark(in area: PixelRect) -> Bool {
    (area.y..<area.maxY).contains { y in rows[y][3 * area.x..<3 * area.maxX].contains { $0 < 90 }
    }
  }
}
