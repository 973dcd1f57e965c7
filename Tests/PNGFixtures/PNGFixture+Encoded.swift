extension PNGFixture {
  /// The whole file.
  public func encoded() -> [UInt8] {
    PNGChunk.file(chunks())
  }

  /// The chunks of the file, from IHDR to IEND.
  public func chunks() -> [PNGChunk] {
    var chunks = [
      PNGChunk.header(
        width: width, height: height, bitDepth: bitDepth, colorType: colorType,
        isInterlaced: isInterlaced)
    ]
    chunks += chunksBeforePalette
    if !palette.isEmpty {
      chunks.append(PNGChunk(type: "PLTE", data: palette.flatMap { [$0.red, $0.green, $0.blue] }))
    }
    if let transparency {
      chunks.append(PNGChunk(type: "tRNS", data: transparency))
    }
    chunks += chunksBeforeData
    chunks += dataChunks()
    chunks += chunksAfterData
    chunks.append(PNGChunk(type: "IEND", data: []))
    return chunks
  }

  private func dataChunks() -> [PNGChunk] {
    PNGChunk.data(deflated(filteredRows(), level: compressionLevel), chunkSize: dataChunkSize)
  }

  /// The bytes that are deflated into IDAT: every row of every pass, each after its filter type.
  public func filteredRows() -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((width * colorType.channels * bitDepth / 8 + 2) * height)
    for pass in isInterlaced ? InterlacePass.adam7 : [.whole] {
      let columns = pass.columns.count(below: width)
      guard columns > 0 else { continue }
      var filter = RowFilter(
        choice: filter, rowBytes: (columns * bitsPerPixel + 7) / 8,
        pixelBytes: max(1, bitsPerPixel / 8))
      for y in pass.rows.indices(below: height) {
        filter.append(packedRow(y, pass.columns, columns), to: &output)
      }
    }
    return output
  }

  private var bitsPerPixel: Int { colorType.channels * bitDepth }

  /// The samples of one row of a pass, packed from the high bit down.
  ///
  /// Source: PNG specification, 7.2 (scanlines).
  private func packedRow(_ y: Int, _ positions: InterlacePass.Positions, _ columns: Int) -> [UInt8]
  {
    let channels = colorType.channels
    let rowBytes = (columns * bitsPerPixel + 7) / 8
    return samples.withUnsafeBufferPointer { samples in
      [UInt8](unsafeUninitializedCapacity: rowBytes) { row, count in
        // Pointers and while loops are used because a debug build takes several seconds for a
        // megapixel with subscripts, and a fraction of a second this way.
        guard let output = row.baseAddress, let input = samples.baseAddress else { return }
        row.initialize(repeating: 0)
        count = rowBytes
        var column = 0
        var sample = 0
        while column < columns {
          let start = (y * width + positions.first + column * positions.step) * channels
          var channel = 0
          while channel < channels {
            let value = input[start + channel]
            if bitDepth == 16 {
              output[sample * 2] = UInt8(truncatingIfNeeded: value >> 8)
              output[sample * 2 + 1] = UInt8(truncatingIfNeeded: value)
            } else if bitDepth == 8 {
              output[sample] = UInt8(truncatingIfNeeded: value)
            } else {
              let bit = sample * bitDepth
              output[bit >> 3] |= UInt8(truncatingIfNeeded: value) << UInt8(8 - bitDepth - bit & 7)
            }
            sample += 1
            channel += 1
          }
          column += 1
        }
      }
    }
  }
}

/// The pixels in one pass of a picture.
public struct InterlacePass: Sendable {
  /// Every `step`-th position, starting at `first`.
  public struct Positions: Sendable {
    /// The first position.
    public let first: Int
    /// The distance between neighbouring positions.
    public let step: Int

    /// The positions before `end`.
    public func indices(below end: Int) -> StrideTo<Int> { stride(from: first, to: end, by: step) }

    /// The number of positions before `end`.
    public func count(below end: Int) -> Int { end > first ? (end - first + step - 1) / step : 0 }
  }

  /// The columns of the pixels in the pass.
  public let columns: Positions
  /// The rows of the pixels in the pass.
  public let rows: Positions

  /// All pixels, for pictures without interlacing.
  public static let whole = InterlacePass(
    columns: Positions(first: 0, step: 1), rows: Positions(first: 0, step: 1))

  /// The seven passes of Adam7.
  ///
  /// Source: PNG specification, 8.2 (interlace methods).
  public static let adam7 = [
    pass(0, 8, 0, 8), pass(4, 8, 0, 8), pass(0, 4, 4, 8), pass(2, 4, 0, 4), pass(0, 2, 2, 4),
    pass(1, 2, 0, 2), pass(0, 1, 1, 2),
  ]

  private static func pass(
    _ column: Int, _ columnStep: Int, _ row: Int, _ rowStep: Int
  ) -> InterlacePass {
    InterlacePass(
      columns: Positions(first: column, step: columnStep),
      rows: Positions(first: row, step: rowStep))
  }
}
