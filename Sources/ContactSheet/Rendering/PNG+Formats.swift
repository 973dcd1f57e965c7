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

extension PNGWriter {
  init(
    fileDescriptor: CInt, size: PixelSize, format: PixelFormat, encoding: SheetEncoding
  ) throws(PNGError) {
    try self.init(
      fileDescriptor: fileDescriptor, width: size.width, height: size.height,
      format: PNGRowFormat(channels: format.channels.count, bitsPerSample: format.depth.bits),
      options: Options(
        compressionLevel: encoding.compressionLevel,
        pixelsPerMetre: encoding.pixelsPerInch.map { inch in
          // An inch is 25.4 mm.
          UInt32((Double(inch) / 0.0254).rounded())
        }))
  }
}
