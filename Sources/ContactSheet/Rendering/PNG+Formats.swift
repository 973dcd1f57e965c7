internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SystemPackage

// SheetPNG and SheetImaging know nothing of each other; here their formats meet.

extension PixelFormat {
  init(_ format: PNGRowFormat) {
    guard let channels = Channels(rawValue: format.channels),
      let depth = SampleDepth(rawValue: format.bitsPerSample)
    else { preconditionFailure("PNG has 1 to 4 channels of 8 or 16 bits") }
    self.init(channels, depth)
  }
}

extension PNGReader {
  init(at path: FilePath) throws(PNGError) {
    // Bytes, since a name need not be UTF-8.
    try self.init(nullTerminatedPath: path.bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension PNGBandEncoder {
  init(_ size: PixelSize, _ format: PixelFormat, _ encoding: SheetEncoding) {
    self.init(
      width: size.width, height: size.height,
      format: PNGRowFormat(channels: format.channels.count, bitsPerSample: format.depth.bits),
      compressionLevel: encoding.compressionLevel)
  }
}

extension SheetEncoding {
  /// The density as PNG has it; an inch is 25.4 mm.
  var pixelsPerMetre: UInt32? {
    pixelsPerInch.map { UInt32((Double($0) / 0.0254).rounded()) }
  }
}
