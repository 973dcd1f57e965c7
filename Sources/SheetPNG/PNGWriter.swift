internal import CPNGCodec

/// Makes the bytes of a PNG file band by band, from top to bottom.
///
/// The file is not interlaced and says that its colours are sRGB (chunks sRGB, gAMA and cHRM).
/// Its only text is ``mark``, and it holds no time: the same rows and level give the same bytes.
package struct PNGWriter {
  /// The text by which files of this writer are recognized.
  package static let mark = PNGText(keyword: "Software", value: "contactsheet")
  /// Longer data, of very wide pictures, are cut for the sake of readers that hold whole chunks.
  private static let longestChunk = 1 << 20

  /// What makes bands of rows.
  package let encoder: PNGBandEncoder
  /// How many rows have been written.
  package private(set) var rowsWritten = 0
  private var data = PNGPixelData()
  /// What comes ahead of the pixels.
  private var head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - encoder: What will make the bands.
  ///   - pixelsPerMetre: The density for the pHYs chunk; nil leaves the chunk
  ///     out. 1 dpi is 1 / 0.0254 pixels per metre.
  package init(_ encoder: PNGBandEncoder, pixelsPerMetre: UInt32? = nil) {
    self.encoder = encoder
    let format = encoder.format
    // Source: PNG specification, third edition, 11.2.1 (IHDR), 11.3.2 and 11.3.3.1.
    let colorType: UInt8 = format.palette != nil ? 3 : [0, 4, 2, 6][format.channels - 1]
    let size = UInt32(encoder.width).bytes + UInt32(encoder.height).bytes
    head.append(
      chunk: "IHDR", size + [UInt8(format.bitsPerSample), colorType, 0, 0, 0])
    head.append(chunk: "gAMA", UInt32(45_455).bytes)
    // To be shown as perceived.
    head.append(chunk: "sRGB", [0])
    let chromaticities: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    head.append(chunk: "cHRM", chromaticities.flatMap(\.bytes))
    if let colors = format.palette?.colors {
      head.append(chunk: "PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] })
      // Colours behind the last that is not opaque need no alpha.
      if let last = colors.lastIndex(where: { $0.alpha < 255 }) {
        head.append(chunk: "tRNS", colors[...last].map(\.alpha))
      }
    }
    if let pixelsPerMetre {
      head.append(chunk: "pHYs", pixelsPerMetre.bytes + pixelsPerMetre.bytes + [1])
    }
    head.append(chunk: "tEXt", Array(Self.mark.keyword.utf8) + [0] + Self.mark.bytes)
  }

  /// The next bytes of the file; the last band brings its end.
  ///
  /// - Precondition: `band` comes from an encoder equal to ``encoder``, and its
  ///   rows follow those that have been written.
  package mutating func bytes(of band: PNGEncodedBand) -> [UInt8] {
    precondition(band.rows.lowerBound == rowsWritten, "bands are written from the top down")
    precondition(band.encoder == encoder, "a band of another picture")
    var bytes = rowsWritten == 0 ? head : []
    let data = data.bytes(of: band)
    for start in stride(from: 0, to: data.count, by: Self.longestChunk) {
      bytes.append(chunk: "IDAT", data[start..<min(start + Self.longestChunk, data.count)])
    }
    if band.isLast { bytes.append(chunk: "IEND", []) }
    rowsWritten = band.rows.upperBound
    return bytes
  }

  /// Checks that the file has come to its end.
  ///
  /// - Throws: ``PictureFileError/missingRows(written:expected:)``.
  package func finish() throws(PictureFileError) {
    guard rowsWritten == encoder.height else {
      throw .missingRows(written: rowsWritten, expected: encoder.height)
    }
  }
}

extension [UInt8] {
  /// Appends a chunk with its length and its checksum (PNG specification, 5.3).
  fileprivate mutating func append(chunk type: String, _ data: some Collection<UInt8>) {
    self += UInt32(data.count).bytes
    let start = count
    self += type.utf8
    self += data
    let checksum = unsafe self[start...].withUnsafeBufferPointer {
      unsafe codec_crc32(0, $0.baseAddress, $0.count)
    }
    self += checksum.bytes
  }
}

extension FixedWidthInteger {
  /// The highest byte first.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }
}
