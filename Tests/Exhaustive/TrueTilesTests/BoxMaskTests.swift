import SheetLayout
import TestSupport
import Testing

@testable import SheetRendering

extension BoxMask {
  /// A box at the upper left of a sheet.
  fileprivate init(width: Int, height: Int, corner: BoxCorner) {
    let box = PixelRect(x: 0, y: 0, width: width, height: height)
    self.init(box, corner: corner, in: box)
  }
}

@Suite struct BoxMaskTests {
  static func rows(_ mask: BoxMask) -> [[UInt8]] {
    (0..<mask.box.height).map { y in
      var row = [UInt8](repeating: 9, count: mask.box.width)
      var span = row.mutableSpan
      mask.coverage(ofRow: y, 0..<mask.box.width, into: &span)
      return row
    }
  }

  static let masks: [BoxMask] =
    [0, 1, 2, 3, 7, 12].flatMap { radius in
      [(0, 0), (1, 0), (0, 5), (20, 7)].filter { 2 * radius + $0.0 > 0 && 2 * radius + $0.1 > 0 }
        .map { more in
          BoxMask(
            width: 2 * radius + more.0, height: 2 * radius + more.1,
            corner: .round(radius: radius))
        }
    }
    + [(1, 0, 5, 4), (8, 0, 90, 60), (8, 20, 41, 41), (5, 2, 3, 9), (6, 6, 1, 1)].map {
      blur, radius, width, height in
      BoxMask(
        width: width + 2 * blur, height: height + 2 * blur,
        corner: .soft(blur: blur, radius: min(max(radius, blur), min(width, height) / 2)))
    }

  @Test("A mask is symmetric in both directions")
  func symmetry() {
    for mask in Self.masks {
      let rows = Self.rows(mask)
      #expect(firstDifference(rows.joined(), rows.reversed().joined()) == nil)
      #expect(rows.allSatisfy { $0 == $0.reversed() })
    }
  }

  @Test("A row's column ranges agree with its coverage")
  func columns() {
    for mask in Self.masks {
      for (y, row) in Self.rows(mask).enumerated() {
        let touched = mask.touchedColumns(ofRow: y)
        let (middle, coverage) = mask.middle(ofRow: y)
        #expect(row.indices.allSatisfy { touched.contains($0) || row[$0] == 0 })
        #expect(touched.isEmpty || (row[touched.lowerBound] > 0))
        #expect(row[middle].allSatisfy { $0 == coverage })
        #expect(
          mask.fullColumns(ofRow: y) == middle || mask.fullColumns(ofRow: y).isEmpty)
        #expect(row[mask.fullColumns(ofRow: y)].allSatisfy { $0 == 255 })
        #expect(middle.isEmpty || touched.isEmpty || middle.clamped(to: touched) == middle)
      }
    }
  }

  @Test("Part of a row has the same coverage as in the whole row")
  func parts() {
    for mask in Self.masks {
      for (y, row) in Self.rows(mask).enumerated() {
        for start in stride(from: 0, to: mask.box.width, by: 3) {
          let columns = start..<min(mask.box.width, start + 5)
          var part = [UInt8](repeating: 9, count: columns.count)
          var span = part.mutableSpan
          mask.coverage(ofRow: y, columns, into: &span)
          #expect(part[...] == row[columns])
        }
      }
    }
  }

  @Test("A square box covers all of its pixels")
  func square() {
    let mask = BoxMask(width: 3, height: 2, corner: .round(radius: 0))
    #expect(Self.rows(mask) == [[255, 255, 255], [255, 255, 255]])
    #expect(mask.fullColumns(ofRow: 1) == 0..<3)
  }

  @Test("A disc covers the area of a circle", arguments: [1, 2, 5, 16, 100])
  func area(radius: Int) {
    let mask = BoxMask(width: 2 * radius, height: 2 * radius, corner: .round(radius: radius))
    let area = Self.rows(mask).joined().reduce(0) { $0 + Double($1) } / 255
    // The error is at most a quarter of a coverage level for each pixel of the edge.
    #expect(abs(area - .pi * Double(radius * radius)) < Double(radius) * 8 / 255 + 0.01)
  }

  @Test("The coverage of a rounded corner agrees with counting points on a fine grid")
  func pixels() {
    let radius = 9
    let rows = Self.rows(
      BoxMask(width: 2 * radius, height: 2 * radius, corner: .round(radius: radius)))
    for y in 0..<radius {
      for x in 0..<radius {
        var inside = 0
        for fineY in 0..<128 {
          for fineX in 0..<128 {
            let across = Double(radius - x) - (Double(fineX) + 0.5) / 128
            let down = Double(radius - y) - (Double(fineY) + 0.5) / 128
            if across * across + down * down < Double(radius * radius) { inside += 1 }
          }
        }
        #expect(abs(Double(rows[y][x]) - Double(inside) / (128 * 128) * 255) < 1.5)
      }
    }
  }

  /// The coverage follows from integrating the circle.
  ///
  /// The pixel in the corner has a coverage of π/3 - √3 + 1; its neighbours have √3/2 + π/3 - 1.
  @Test("A circle of radius 2 has the expected bytes")
  func exact() {
    let rows = Self.rows(BoxMask(width: 5, height: 5, corner: .round(radius: 2)))
    #expect(rows[2] == [255, 255, 255, 255, 255])
    #expect(rows[0] == [rows[0][0], rows[0][1], 255, rows[0][1], rows[0][0]])
    #expect(rows[1] == [rows[1][0], 255, 255, 255, rows[1][0]])
    #expect([rows[0][0], rows[0][1], rows[1][0]] == [80, 233, 233])
  }

  @Test(
    "A shadow deepens steadily from nothing outside to half at the edge and full strength inside")
  func shadow() {
    let blur = 8
    let mask = BoxMask(
      width: 60 + 2 * blur, height: 50 + 2 * blur,
      corner: .soft(blur: blur, radius: 8))
    let middle = Self.rows(mask)[25 + blur]
    #expect(middle[0] < 4)
    #expect(abs(Int(middle[blur - 1]) + Int(middle[blur]) - 255) <= 1)
    #expect(middle[2 * blur..<mask.box.width - 2 * blur].allSatisfy { $0 == 255 })
    #expect(zip(middle[..<30], middle[1..<31]).allSatisfy { $0 <= $1 })
    #expect(Self.rows(mask)[0][0] == 0)
  }

  /// Computed by another program, from distances to a square with sides of 4 and a corner radius of
  /// 2.
  @Test("The corner of a shadow has the expected bytes")
  func exactShadow() {
    let rows = Self.rows(
      BoxMask(width: 9, height: 9, corner: .soft(blur: 2, radius: 2)))
    #expect(
      rows.prefix(5).map { Array($0.prefix(5)) } == [
        [0, 0, 2, 10, 11],
        [0, 10, 46, 76, 81],
        [2, 46, 116, 167, 174],
        [10, 76, 167, 234, 244],
        [11, 81, 174, 244, 255],
      ])
  }

  @Test("The shadow of a small box is pale even in the middle")
  func smallShadow() {
    let rows = Self.rows(
      BoxMask(width: 17, height: 17, corner: .soft(blur: 8, radius: 0)))
    #expect(rows[8].max() == rows[8][8])
    #expect(rows[8][8] < 160)
  }
}
