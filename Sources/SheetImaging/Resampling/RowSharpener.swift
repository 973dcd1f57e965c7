/// The strength with which a finished tile is sharpened.
///
/// Detail is the difference between the tile and a blurred copy of it; ``amount`` times the detail
/// is added. The blur is 1:4:1 along each axis, close to a Gaussian of 0.58 pixels: a finer one
/// would only amplify noise, and a coarser one makes halos that are visible on small tiles.
///
/// Detail is measured in luma and added to all colours equally, so that edges get no coloured
/// fringes. It is measured in encoded samples rather than light: a step in light looks far larger
/// in the dark, which would put a dark line beside every bright edge. Alpha is unchanged, and
/// transparent pixels are left out.
package struct UnsharpMask: Hashable, Sendable {
  /// The valid amounts.
  package static let amounts = 0.0...5.0

  /// The fraction of the detail that is added: 0 is none; 0.5 to 1 suits most sheets.
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

  /// The amount.
  package var description: String { "\(amount)" }
}

/// Applies an ``UnsharpMask`` to a tile that arrives row by row.
///
/// Rows are as ``RowResampler`` produces them: light, premultiplied by alpha. Each comes out once
/// the one below has been added. A pixel without detail comes out exactly as it went in.
package struct RowSharpener: Sendable {
  /// The channels of rows, before and after.
  package let channels: PixelFormat.Channels
  /// The number of pixels in a row.
  package let width: Int

  private let height: Int
  private let amount: Float
  private let encoding: EncodingTable
  private let decoding: DecodingTable

  /// Three rows, each at its number modulo 3.
  private var lines: [EncodedLine]
  private var rowsAdded = 0
  private var rowsTaken = 0

  /// For the row being taken: the sums of each column of three pixels, of luma weighted by alpha
  /// and of alpha.
  private var lumaSums: [Float]
  private var coverageSums: [Float]

  /// A sharpener for one tile.
  ///
  /// - Parameters:
  ///   - mask: The strength of sharpening.
  ///   - channels: The channels of the rows, before and after.
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows.
  ///   - light: The values of the rows.
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
    lumaSums = line.luma
    coverageSums = line.coverage
  }

  /// Whether a row is ready to be taken.
  package var hasRow: Bool {
    rowsTaken < (rowsAdded == height ? height : rowsAdded - 1)
  }

  /// Adds the next row.
  ///
  /// - Precondition: No row is left to take, and not all have been added.
  package mutating func add(_ row: Span<Float>) {
    precondition(row.count == width * channels.count, "a row of the wrong length")
    precondition(!hasRow && rowsAdded < height, "one row too many")
    lines[rowsAdded % 3].encode(row, channels, by: encoding)
    rowsAdded += 1
  }

  /// Writes the next row that is ready into `row`, if there is one.
  ///
  /// - Parameter row: ``width`` pixels of ``channels`` samples.
  /// - Returns: Whether there was a row.
  package mutating func takeRow(into row: inout MutableSpan<Float>) -> Bool {
    precondition(row.count == width * channels.count, "a row of the wrong length")
    guard hasRow else { return false }
    sumColumns(around: rowsTaken)
    sharpen(lines[rowsTaken % 3], into: &row)
    rowsTaken += 1
    return true
  }

  /// Sums the rows around `middle` by column, leaving out rows beyond the edges.
  private mutating func sumColumns(around middle: Int) {
    for x in 0..<width {
      lumaSums[x] = 0
      coverageSums[x] = 0
    }
    for row in max(middle - 1, 0)...min(middle + 1, height - 1) {
      let weight: Float = row == middle ? 4 : 1
      let line = lines[row % 3]
      for x in 0..<width {
        let coverage = weight * line.coverage[x]
        lumaSums[x] += coverage * line.luma[x]
        coverageSums[x] += coverage
      }
    }
  }

  private func sharpen(_ line: EncodedLine, into row: inout MutableSpan<Float>) {
    let colorCount = channels.colorCount
    for index in 0..<row.count { row[index] = line.light[index] }
    for x in 0..<width {
      let alpha = line.coverage[x]
      guard alpha > 0 else { continue }
      let change = amount * (line.luma[x] - blurredLuma(x))
      // Anything less leaves every 16-bit sample unchanged.
      guard abs(change) >= 0.5 else { continue }
      for color in 0..<colorCount {
        let sample = Float(line.samples[x * colorCount + color]) + change
        row[x * channels.count + color] =
          decoding.light[Int(min(max(sample, 0), 65_535) + 0.5)] * alpha
      }
    }
  }

  /// The blurred luma at a pixel, weighted by alpha.
  private func blurredLuma(_ x: Int) -> Float {
    var luma = 4 * lumaSums[x]
    var coverage = 4 * coverageSums[x]
    if x > 0 {
      luma += lumaSums[x - 1]
      coverage += coverageSums[x - 1]
    }
    if x < width - 1 {
      luma += lumaSums[x + 1]
      coverage += coverageSums[x + 1]
    }
    return luma / coverage
  }
}

/// A row of light, and its encoded samples.
private struct EncodedLine {
  /// The row as it was added.
  private(set) var light: [Float]
  /// The encoded colours with 16 bits, without alpha.
  private(set) var samples: [UInt16]
  /// Whole numbers from 0 to 65,535, whose sums are exact.
  private(set) var luma: [Float]
  /// Alpha, from 0 to 1.
  private(set) var coverage: [Float]

  init(_ channels: PixelFormat.Channels, width: Int) {
    light = [Float](repeating: 0, count: width * channels.count)
    samples = [UInt16](repeating: 0, count: width * channels.colorCount)
    luma = [Float](repeating: 0, count: width)
    coverage = luma
  }

  /// Encodes light as sRGB and measures its luma.
  mutating func encode(
    _ row: Span<Float>, _ channels: PixelFormat.Channels, by table: EncodingTable
  ) {
    for index in 0..<row.count { light[index] = row[index] }
    let (count, colorCount) = (channels.count, channels.colorCount)
    for x in 0..<luma.count {
      let alpha = channels.hasAlpha ? min(max(row[x * count + count - 1], 0), 1) : 1
      coverage[x] = alpha
      guard alpha > 0 else { continue }
      for color in 0..<colorCount {
        samples[x * colorCount + color] = table.code(for: row[x * count + color] / alpha)
      }
      luma[x] = channels.isGray ? Float(samples[x]) : luma(at: x * colorCount)
    }
  }

  /// The luma of the pixel whose red begins at `start`.
  ///
  /// Source: Rec. ITU-R BT.709, item 3.2, with coefficients in 65,536ths.
  private func luma(at start: Int) -> Float {
    let sum =
      13_933 * Int(samples[start]) + 46_871 * Int(samples[start + 1])
      + 4_732 * Int(samples[start + 2])
    return Float((sum + 32_768) >> 16)
  }
}
