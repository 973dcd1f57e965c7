internal import ArgumentParser
internal import SheetLayout

/// The columns and rows of a page as montage takes them: `5x4`, `5x` or `x4`.
struct TileShape {
  /// What a shape looks like.
  static let form = "columns and rows as CxR, Cx or xR, each from 1 to \(maximum)"

  private static let maximum = 65_536

  let shape: GridShape

  init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    guard numbers.allSatisfy({ 1...Self.maximum ~= $0 ?? 1 }) else { return nil }
    switch (parts.count, numbers.first ?? nil, numbers.last ?? nil) {
    case (2, let columns?, let rows?): shape = .exactly(columns: columns, rows: rows)
    case (2, let columns?, nil) where parts[1].isEmpty: shape = .columns(columns)
    case (2, nil, let rows?) where parts[0].isEmpty: shape = .rows(rows)
    case (1, let columns?, _): shape = .columns(columns)
    default: return nil
    }
  }
}

/// Pages by their numbers: `3` or `2-5`.
struct PageRange {
  let pages: ClosedRange<Int>

  init?(_ text: String) {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    guard 1...2 ~= numbers.count, let first = numbers[0], let last = numbers[numbers.count - 1],
      first >= 1, first <= last
    else { return nil }
    pages = first...last
  }
}

/// What starts a new page.
enum GroupKey: String, CaseIterable, ExpressibleByArgument {
  case folder
}
