internal import SheetFiles
internal import SheetImaging
package import SheetPNG
package import SystemPackage

// SheetPNG and SheetImaging do not import each other, so their formats are converted here.

extension PixelFormat {
  /// Converts the format of PNG rows.
  package init(_ format: PNGRowFormat) {
    guard let channels = Channels(rawValue: format.channels),
      let depth = SampleDepth(rawValue: format.bitsPerSample)
    else { preconditionFailure("PNG has 1 to 4 channels of 8 or 16 bits") }
    self.init(channels, depth)
  }
}

extension PNGReader {
  /// Opens the file at a path, whose name need not be UTF-8.
  package init(at path: FilePath) throws(PNGError) {
    try self.init(nullTerminatedPath: path.bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
