/// Which pictures are shown, out of all pictures in the order of the sheet.
package enum PictureSample: Equatable, Sendable {
  case all
  /// The first pictures, at most this many.
  case first(Int)
  /// Each picture whose distance from the first is a multiple of this: with 10, the 1st, the 11th
  /// and so on.
  case every(Int)
  /// This many pictures at even intervals, including the first and the last; a single picture is
  /// the one in the middle.
  case spread(Int)

  /// The elements that are shown, in order.
  package func elements<Element>(of all: [Element]) -> [Element] {
    switch self {
    case .all: return all
    case .first(let count): return Array(all.prefix(count))
    case .every(let step): return stride(from: 0, to: all.count, by: step).map { all[$0] }
    case .spread(let count):
      guard count < all.count else { return all }
      let (last, intervals) = (all.count - 1, count - 1)
      if intervals == 0 { return [all[last / 2]] }
      // Rounded, so that intervals differ by at most one picture.
      return (0...intervals).map { all[(2 * $0 * last + intervals) / (2 * intervals)] }
    }
  }
}
