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
    try self.init(nullTerminatedPath: path.nullTerminated)
  }

  /// Whether a file has the mark of a contact sheet, whatever libpng says of it.
  package static func isMarked(fileAt path: FilePath) -> Bool {
    isMarked(fileAt: path.nullTerminated)
  }
}

extension FilePath {
  fileprivate var nullTerminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
