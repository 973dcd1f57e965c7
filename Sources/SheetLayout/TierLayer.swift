/// A layer of a tiered grid: up to three square blocks across three units.
///
/// Raw values are the names used on the command line.
public enum TierLayer: String, CaseIterable, Hashable, Sendable {
  /// Three blocks of one unit side by side.
  case threeSmall
  /// A block of two units at the left, then two of one unit at its right, the
  /// upper one first.
  case mediumLeft
  /// Two blocks of one unit at the left, the upper one first, then one of
  /// two units at their right.
  case mediumRight
  /// One block of three units.
  case oneLarge

  /// The layers of the pattern used where none is given.
  public static let standard: [TierLayer] = [.threeSmall, .mediumLeft, .threeSmall, .oneLarge]
}

/// A square block, in units from the top left corner of what it belongs to.
struct TierBlock: Equatable {
  var x: Int
  var y: Int
  var side: Int
}

extension TierLayer {
  /// The width of every layer in units.
  static let widthInUnits = 3

  /// The height of the layer in units when all its blocks are taken.
  var heightInUnits: Int { blocks.reduce(0) { max($0, $1.y + $1.side) } }

  /// The blocks of the layer in the order in which items fill them.
  var blocks: [TierBlock] {
    switch self {
    case .threeSmall:
      [
        TierBlock(x: 0, y: 0, side: 1), TierBlock(x: 1, y: 0, side: 1),
        TierBlock(x: 2, y: 0, side: 1),
      ]
    case .mediumLeft:
      [
        TierBlock(x: 0, y: 0, side: 2), TierBlock(x: 2, y: 0, side: 1),
        TierBlock(x: 2, y: 1, side: 1),
      ]
    case .mediumRight:
      [
        TierBlock(x: 0, y: 0, side: 1), TierBlock(x: 0, y: 1, side: 1),
        TierBlock(x: 1, y: 0, side: 2),
      ]
    case .oneLarge:
      [TierBlock(x: 0, y: 0, side: 3)]
    }
  }
}
