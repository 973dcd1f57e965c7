internal import ArgumentParser
internal import SheetLayout

/// The columns and rows of a page as montage takes them: `5x4`, `5x` or `x4`.
struct TileShape: ExpressibleByArgument {
  let shape: GridShape

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    guard numbers.allSatisfy({ 1...65_536 ~= $0 ?? 1 }) else { return nil }
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
struct PageRange: ExpressibleByArgument {
  let pages: ClosedRange<Int>

  init?(argument: String) {
    let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { part in
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
