internal import CKernels

/// How strongly a finished tile is sharpened.
///
/// Detail is the difference between the tile and a blurred copy of it; ``amount`` times the detail
/// is added. The blur is 1:4:1 along each axis, close to a Gaussian with σ = 0.58 pixels: a
/// smaller blur would only amplify noise, and a larger one makes halos that are visible on small
/// tiles.
///
/// Detail is measured in luma and added to all colour channels equally, so that edges get no
/// coloured fringes. It is measured in encoded samples rather than light: a step in light looks far
/// larger in dark areas, which would put a dark line beside every bright edge. Alpha is unchanged,
/// and transparent pixels are left out.
package struct UnsharpMask: Hashable, Sendable {
  /// The valid amounts.
  package static let amounts = 0.0...5.0

  /// How many times the detail is added: 0 for none; 0.5 to 1 suits most sheets.
  package let amount: Double

  /// Creates a mask; nil if the amount is not in ``amounts``.
  package init?(amount: Double) {
    guard Self.amounts.contains(amount) else { return nil }
    self.amount = amount
  }
}

extension UnsharpMask: LosslessStringConvertible {
  /// Parses an amount.
  package init?(_ text: String) {
    guard let amount = Double(text) else { return nil }
    self.init(amount: amount)
  }

  /// The amount as text that can be parsed again.
  package var description: String { "\(amount)" }
}

/// Applies an ``UnsharpMask`` to a tile that arrives row by row.
///
/// Rows are as ``RowResampler`` produces them: light, premultiplied by alpha. Each row can be taken
/// once the row below it has been added. Pixels without detail are not changed at all.
package struct RowSharpener: Sendable {
  /// The channels of input and output rows.
  package let channels: PixelFormat.Channels
  /// The number of pixels in a row.
  package let width: Int

  private let height: Int
  private let amount: Float
  private let encoding: EncodingTable
  private let decoding: DecodingTable

  /// Three rows, in a ring buffer indexed by row number.
  private var lines: [EncodedLine]
  private var rowsAdded = 0
  private var rowsTaken = 0

  /// The sums around the row to be taken next.
  private var sums: ColumnSums

  /// Creates a sharpener for one tile.
  ///
  /// - Parameters:
  ///   - mask: The strength of sharpening.
  ///   - channels: The channels of input and output rows.
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows.
  ///   - light: What kind of values the rows contain.
  package init(
    _ mask: UnsharpMask, _ channels: PixelFormat.Channels, width: Int, height: Int,
    in light: ResampleLight = .linear
  ) {
    precondition(width > 0, "a row without pixels")
    encoding = .table(from: light, .sixteen)
    decoding = .table(of: light == .linear ? .sRGB : .linear, .sixteen)
    amount = Float(mask.amount)
    self.channels = channels
    self.width = width
    self.height = height
    let line = EncodedLine(channels, width: width)
    lines = [line, line, line]
    sums = ColumnSums(width: width)
  }

  /// Whether a row is ready to be taken.
  package var hasRow: Bool {
    rowsTaken < (rowsAdded == height ? height : rowsAdded - 1)
  }

  /// Adds the next row.
  ///
  /// - Precondition: No row is left to take, and not all rows have been added.
  package mutating func add(_ row: Span<Float>) {
    precondition(row.count == width * channels.count, "a row of the wrong length")
    precondition(!hasRow && rowsAdded < height, "one row too many")
    lines[rowsAdded % 3].encode(row, by: encoding)
    rowsAdded += 1
  }

  /// Writes the next finished row into `row`, if there is one.
  ///
  /// - Parameter row: ``width`` pixels of ``channels`` samples.
  /// - Returns: Whether there was a row.
  package mutating func takeRow(into row: inout MutableSpan<Float>) -> Bool {
    precondition(row.count == width * channels.count, "a row of the wrong length")
    guard hasRow else { return false }
    let line = lines[rowsTaken % 3]
    row.copy(line.light.span)
    sums.clear()
    // Rows beyond the edges are left out.
    for other in max(rowsTaken - 1, 0)...min(rowsTaken + 1, height - 1) {
      sums.add(lines[other % 3], times: other == rowsTaken ? 4 : 1)
    }
    sums.sharpen(line, by: amount, decoding, into: &row)
    rowsTaken += 1
    return true
  }
}

/// A row of light, with its encoded samples and what is computed from them.
struct EncodedLine: Sendable {
  let channels: PixelFormat.Channels
  /// The number of pixels.
  let width: Int
  /// The row as it was added.
  var light: [Float]
  /// Planes of luma, in whole numbers from 0 to 65,535 so that sums are exact; of alpha from 0 to
  /// 1; and of the 16-bit code values of each colour, not premultiplied.
  var values: [Float]
  /// The distance from one plane of ``values`` to the next.
  let stride: Int

  init(_ channels: PixelFormat.Channels, width: Int) {
    (self.channels, self.width) = (channels, width)
    light = [Float](repeating: 0, count: width * channels.count)
    stride = Self.stride(width)
    values = [Float](repeating: 0, count: (2 + channels.colorCount) * stride)
  }

  /// The width rounded up to whole vectors of the kernels, with room for two more pixels.
  static func stride(_ width: Int) -> Int {
    let vector = Int(ckernels_line_pixels)
    return (width + vector - 1) / vector * vector + 2
  }
}

/// Weighted sums of three pixels in each column: of luma times alpha, and of alpha.
struct ColumnSums: Sendable {
  /// The number of columns.
  let width: Int
  /// The sums of luma, then the sums of alpha, each list with a zero at both ends.
  var values: [Float]
  /// The distance from the first list to the second.
  let stride: Int

  init(width: Int) {
    self.width = width
    stride = EncodedLine.stride(width)
    values = [Float](repeating: 0, count: 2 * stride)
  }

  mutating func clear() {
    var span = values.mutableSpan
    span.update(repeating: 0)
  }
}
