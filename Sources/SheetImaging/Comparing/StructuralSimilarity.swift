internal import CKernels
private import Glibc

/// The structural similarity of two pictures, taken row by row; see ``PictureErrors/ssim``.
///
/// Eleven rows of moments are held. Pixels that are ignored are taken for equal, and have no
/// window of their own.
struct StructuralSimilarity {
  private static let side = ckernels_window

  /// The Gaussian weights of a window along one side.
  private static let weights: [Float] = {
    let weights = (0..<side).map { exp(-Double(($0 - side / 2) * ($0 - side / 2)) / 4.5) }
    return weights.map { Float($0 / weights.reduce(0, +)) }
  }()

  /// The bytes that are held for pictures of a width.
  static func heldBytes(width: Int) -> Int { 2 * side * ckernels_moments_values * 4 * width }

  /// The moments over a ground.
  private struct Moments {
    let ground: UInt8
    /// Rows of moments of windows of one row, each at its number modulo ``side``.
    var rows: [Float] = []
    var sum = 0.0
  }

  private var grounds: [Moments]
  private var ignored = [[Bool]](repeating: [], count: side)
  private var rowCount = 0
  private var windowCount = 0

  /// Creates the similarity of pictures, which are opaque or may have translucent pixels.
  init(isOpaque: Bool) {
    let grounds: [PixelDistances.Ground] = isOpaque ? [.white] : [.black, .white]
    self.grounds = grounds.map { Moments(ground: $0.rawValue) }
  }

  /// The similarity of all rows; nil if no window is whole.
  var mean: Double? {
    guard windowCount > 0, let least = grounds.map(\.sum).min() else { return nil }
    return (least / Double(windowCount) * 1e6).rounded() / 1e6
  }

  /// Adds a row of both pictures, of which some columns are ignored.
  mutating func add(_ before: [UInt32], _ after: [UInt32], ignoring ignored: [Bool]) {
    let columns = before.count - Self.side + 1
    guard columns > 0 else { return }
    var after = after
    for x in ignored.indices.prefix(after.count) where ignored[x] { after[x] = before[x] }
    let (slot, length) = (rowCount % Self.side, columns * ckernels_moments_values)
    self.ignored[slot] = ignored
    rowCount += 1
    var moments = [Float](repeating: 0, count: before.count * ckernels_moments_values)
    var row = [Float](repeating: 0, count: length)
    let isWhole = rowCount >= Self.side
    let centers = isWhole ? ignoredCenters(columns) : []
    windowCount += centers.count { !$0 }
    // The oldest row has the first weight.
    let turned = (0..<Self.side).map {
      Self.weights[($0 - rowCount % Self.side + Self.side) % Self.side]
    }
    for index in grounds.indices {
      unsafe ckernels_moments(&moments, before, after, before.count, grounds[index].ground)
      unsafe ckernels_weigh_window(
        &row, moments, ckernels_moments_values, length, Self.weights)
      if grounds[index].rows.isEmpty {
        grounds[index].rows = [Float](repeating: 0, count: Self.side * length)
      }
      grounds[index].rows.replaceSubrange(slot * length..<(slot + 1) * length, with: row)
      guard isWhole else { continue }
      unsafe ckernels_weigh_window(&row, grounds[index].rows, length, length, turned)
      grounds[index].sum += unsafe ckernels_similarity(row, columns, centers)
    }
  }

  /// Whether the centre of each window whose last row was added is ignored.
  private func ignoredCenters(_ columns: Int) -> [Bool] {
    let reach = Self.side / 2
    let ignored = ignored[(rowCount - 1 - reach) % Self.side]
    return (reach..<reach + columns).map { $0 < ignored.count && ignored[$0] }
  }
}
