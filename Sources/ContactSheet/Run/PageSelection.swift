/// Which pages of a sheet are rendered; they are counted from 1.
public enum PageSelection: Equatable, Sendable {
  /// All pages.
  case all
  /// The pages of these numbers, which must all exist.
  case numbers(ClosedRange<Int>)
  /// One share of several: the page of its number, and every page that follows at a distance of so
  /// many. It may have no page at all.
  case shard(Int, of: Int)
}

extension PageSelection {
  /// The selected ones of all pages.
  ///
  /// - Throws: ``SheetError/noSuchPage(_:known:)`` for the number of no page.
  func pages(of all: [RunPage]) throws(SheetError) -> [RunPage] {
    switch self {
    case .all: return all
    case .numbers(let numbers):
      for number in [numbers.lowerBound, numbers.upperBound]
      where !all.contains(where: { $0.page.number == number }) {
        throw .noSuchPage(number, known: all.map(\.page.number))
      }
      return all.filter { numbers.contains($0.page.number) }
    case .shard(let number, let count):
      precondition(1...max(count, 1) ~= number, "there is no shard \(number) of \(count)")
      return stride(from: number - 1, to: all.count, by: count).map { all[$0] }
    }
  }
}
