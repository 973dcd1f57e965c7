/// A picture reduced to the size of an icon, for finding its subject.
package struct Miniature: Equatable, Sendable {
  /// The longer side of the miniature, unless the picture is smaller.
  package static let side = 32

  /// The number of columns, at least 1.
  package let width: Int
  /// The number of rows, at least 1.
  package let height: Int
  /// The red, green and blue of each pixel in sRGB, row by row.
  package let codes: [UInt8]

  package init(width: Int, height: Int, codes: [UInt8]) {
    precondition(width > 0 && codes.count == 3 * width * height, "pixels of another size")
    (self.width, self.height, self.codes) = (width, height, codes)
  }
}

/// Reduces a picture to a miniature, row by row.
///
/// Each pixel of the miniature is the mean of the part of the picture that it covers.
///
/// Samples are averaged as stored, premultiplied by alpha, and only the means are converted to
/// sRGB, so every colour space takes the same time. Of 16-bit samples, only the high bytes count,
/// unless the samples are stretched. In faint samples, the high bytes hardly differ.
package struct MiniatureRows: Sendable {
  private let format: PixelFormat
  /// The 8-bit code value of each 16-bit colour sample; nil if that is its high byte.
  private let codes: [UInt8]?
  /// The colour space of the 8-bit code values.
  private let space: ColorSpace
  let (sourceWidth, sourceHeight): (Int, Int)
  /// The size of the miniature.
  let (width, height): (Int, Int)
  private let columns: Columns
  private let rows: Division
  /// For each sample of the miniature, the sum of the source samples that it covers.
  ///
  /// The weight of a source sample is the number of parts (``Division``) that its pixel shares with
  /// the miniature's pixel horizontally, times the number that it shares vertically.
  private var sums: [Int]
  /// Column sums over whole rows that have not been added to `sums` yet.
  private var run: [UInt16]
  private var runLength = 0
  private var rowsAdded = 0
  /// Checks whether 16-bit samples are so faint that their high bytes do not distinguish pictures.
  private var faint: FaintSamples?

  /// The maximum number of rows whose sums fit into 16 bits.
  private static let longestRun = 257

  /// A side divided into the fewest equal parts for which each pixel of the picture, and each pixel
  /// of the miniature, spans a whole number of parts.
  private struct Division {
    /// The number of parts per pixel of the picture.
    let parts: Int
    /// The number of parts per pixel of the miniature.
    let length: Int

    init(of length: Int, into count: Int) {
      var (divisor, rest) = (length, count)
      while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
      (parts, self.length) = (count / divisor, length / divisor)
    }
  }

  /// The pixels of a row that contribute to one pixel of the miniature: whole pixels, and part of
  /// one on either side.
  private struct Share {
    let whole: Range<Int>
    let (left, right): (Int, Int)

    init(_ index: Int, of division: Division) {
      let parts = division.parts
      let (start, end) = (index * division.length, (index + 1) * division.length)
      let (first, last) = ((start + parts - 1) / parts, end / parts)
      whole = first..<max(first, last)
      (left, right) = (first * parts - start, end - last * parts)
    }
  }

  /// The pixels of a row covered by each column of the miniature.
  private struct Columns {
    let division: Division
    private let shares: [Share]
    private let channels: Int

    init(_ count: Int, of sourceWidth: Int, channels: Int) {
      let division = Division(of: sourceWidth, into: count)
      (self.division, self.channels) = (division, channels)
      shares = (0..<count).map { Share($0, of: division) }
    }

    /// Adds the weighted sums of whole rows to a row of the miniature.
    func add(_ run: [UInt16], times weight: Int, to sums: inout [Int], inRow row: Int) {
      let (length, run) = (shares.count * channels, run.span)
      let end = shares.last?.whole.upperBound ?? 0
      precondition(run.count >= end * channels, "a row shorter than its columns")
      var rows = sums.mutableSpan
      var sums = rows._mutatingExtracting(row * length..<(row + 1) * length)
      if division.length == 1 {
        for place in 0..<sums.count { sums[place] += Int(run[place]) * weight }
        return
      }
      var target = 0
      for share in shares {
        let (first, end) = (share.whole.lowerBound * channels, share.whole.upperBound * channels)
        for channel in 0..<channels {
          var sum = 0
          var place = first + channel
          while place < end {
            unsafe sum &+= Int(run[unchecked: place])
            place &+= channels
          }
          sum *= division.parts
          if share.left > 0 { sum += share.left * Int(run[first - channels + channel]) }
          if share.right > 0 { sum += share.right * Int(run[end + channel]) }
          sums[target] += sum * weight
          target += 1
        }
      }
    }
  }

  /// Creates a miniature to which no rows have been added.
  ///
  /// - Parameters:
  ///   - format: The format of the rows.
  ///   - space: The colour space of the rows.
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - shape: The proportions in which the stored picture is shown; nil if they are `width` to
  ///     `height`.
  ///   - side: The longer side of the miniature, unless the picture is smaller.
  package init(
    _ format: PixelFormat, _ space: ColorSpace, width: Int, height: Int,
    shape: (width: Int, height: Int)? = nil, side: Int = Miniature.side
  ) {
    let shape = shape ?? (width, height)
    let longer = max(shape.width, shape.height)
    func scaled(_ length: Int) -> Int {
      longer > side ? max(1, (2 * length * side + longer) / (2 * longer)) : length
    }
    self.init(
      format, space, width: width, height: height, columns: scaled(shape.width),
      rows: scaled(shape.height))
  }

  /// Creates a miniature with the given numbers of columns and rows, but no more than the picture
  /// has.
  init(
    _ format: PixelFormat, _ space: ColorSpace, width: Int, height: Int, columns columnCount: Int,
    rows rowCount: Int
  ) {
    self.format = format
    let reduced = format.depth == .sixteen ? space.reducedStretch : nil
    (codes, self.space) = (reduced?.codes, reduced?.space ?? space)
    faint = reduced == nil ? FaintSamples(format) : nil
    (sourceWidth, sourceHeight) = (width, height)
    (self.width, self.height) = (min(columnCount, width), min(rowCount, height))
    columns = Columns(self.width, of: width, channels: format.channels.count)
    rows = Division(of: height, into: self.height)
    sums = [Int](repeating: 0, count: self.width * self.height * format.channels.count)
    run = [UInt16](repeating: 0, count: width * format.channels.count)
  }

  /// Adds the next row of the picture.
  ///
  /// - Precondition: `row` is a whole row, and not all rows have been added.
  package mutating func add(_ row: Span<UInt8>) {
    precondition(rowsAdded < sourceHeight, "more rows than the picture has")
    let start = rowsAdded * rows.parts
    rowsAdded += 1
    faint?.add(row)
    let (index, rest) = start.quotientAndRemainder(dividingBy: rows.length)
    let left = rows.length - rest
    if left < rows.parts { fold(times: rows.parts, into: index) }
    let format = format
    if let codes {
      let reduced = Self.reduced(row, format, by: codes)
      var span = run.mutableSpan
      sum(reduced.span, PixelFormat(format.channels, .eight), into: &span)
    } else {
      var span = run.mutableSpan
      sum(row, format, into: &span)
    }
    runLength += 1
    if left < rows.parts {
      // One row of the miniature gets part of this row, and the next gets the rest.
      fold(times: left, into: index, isLast: false)
      fold(times: rows.parts - left, into: index + 1)
    } else if left == rows.parts || runLength == Self.longestRun {
      fold(times: rows.parts, into: index)
    }
  }

  /// Reduces a row of 16-bit samples to 8 bits: colours by the table `codes`, and alpha to its high
  /// byte.
  private static func reduced(
    _ row: Span<UInt8>, _ format: PixelFormat, by codes: [UInt8]
  ) -> [UInt8] {
    let (channels, codes) = (format.channels, codes.span)
    var reduced = [UInt8](repeating: 0, count: row.count / 2)
    var target = reduced.mutableSpan
    for start in stride(from: 0, to: target.count, by: channels.count) {
      for place in start..<start + channels.colorCount {
        target[place] = codes[Int(row[2 * place]) << 8 | Int(row[2 * place + 1])]
      }
      if channels.hasAlpha {
        let alpha = start + channels.colorCount
        target[alpha] = row[2 * alpha]
      }
    }
    return reduced
  }

  /// Adds the column sums in `run` to a row of the miniature, and clears them if `isLast` is true.
  private mutating func fold(times weight: Int, into row: Int, isLast: Bool = true) {
    guard runLength > 0 else { return }
    columns.add(run, times: weight, to: &sums, inRow: row)
    guard isLast else { return }
    for index in run.indices { run[index] = 0 }
    runLength = 0
  }

  /// Whether samples are so faint that the picture cannot be compared with others.
  var isFaint: Bool { faint?.needLowBytes ?? false }

  /// The miniature over a background colour, which is treated as opaque.
  ///
  /// - Precondition: All rows have been added.
  package func miniature(over background: Color) -> Miniature {
    let under = [background.red, background.green, background.blue].map {
      UInt32(($0 * 255).rounded())
    }
    var codes: [UInt8] = []
    codes.reserveCapacity(3 * width * height)
    for pixel in pixels {
      let alpha = pixel >> 24
      for channel in 0..<3 {
        let code = pixel >> UInt32(8 * channel) & 255
        codes.append(UInt8((code * alpha + under[channel] * (255 - alpha) + 127) / 255))
      }
    }
    return Miniature(width: width, height: height, codes: codes)
  }

  /// The pixels of the miniature in sRGB: red in the low byte, then green, blue and straight alpha.
  ///
  /// - Precondition: All rows have been added.
  var pixels: [UInt32] {
    precondition(rowsAdded == sourceHeight, "a picture without some rows")
    let channels = format.channels
    let area = columns.division.length * rows.length
    let colors = channels.colorCount
    var row = [UInt8](repeating: 0, count: sums.count)
    var bytes = row.mutableSpan
    let sums = sums.span
    for start in stride(from: 0, to: sums.count, by: channels.count) {
      let alpha = channels.hasAlpha ? sums[start + colors] : 255 * area
      if alpha == 0 { continue }
      for place in start..<start + colors {
        // If alpha is 255, the multiplication and the division cancel out.
        bytes[place] =
          alpha == 255
          ? UInt8(min(255, sums[place])) : UInt8(min(255, (sums[place] * 255 + alpha / 2) / alpha))
      }
      if channels.hasAlpha { bytes[start + colors] = UInt8((alpha + area / 2) / area) }
    }
    var pixels = [UInt32](repeating: 0, count: width * height)
    var span = pixels.mutableSpan
    ComparablePixels(PixelFormat(channels, .eight), space).convert(row.span, into: &span)
    return pixels
  }
}

/// Adds the high bytes of the samples in a row to the column sums.
///
/// Colours are premultiplied by alpha.
///
/// - Precondition: `sums` has a value for each sample; no more than 257 rows are added.
private func sum(_ row: Span<UInt8>, _ format: PixelFormat, into sums: inout MutableSpan<UInt16>) {
  let (channels, bytes) = (format.channels, format.depth.bytes)
  precondition(row.count == sums.count * bytes, "rows of different lengths")
  switch (channels, bytes) {
  case (.rgba, 1): return sumPremultiplied(row, into: &sums)
  case (.gray, 1), (.rgb, 1): return sum(row, into: &sums)
  default: break
  }
  guard channels.hasAlpha else {
    for place in 0..<sums.count { sums[place] &+= UInt16(row[place * bytes]) }
    return
  }
  let colors = channels.colorCount
  for start in stride(from: 0, to: sums.count, by: colors + 1) {
    let alpha = unsafe UInt16(row[unchecked: (start + colors) * bytes])
    for place in start..<start + colors {
      // Divides by 255 and rounds.
      let product = unsafe UInt16(row[unchecked: place * bytes]) &* alpha &+ 128
      unsafe sums[unchecked: place] &+= (product &+ product >> 8) >> 8
    }
    unsafe sums[unchecked: start + colors] &+= alpha
  }
}
