internal import SheetPNG

/// An error that may mean that a file lacks nothing but its end: what came before is as it should be.
package protocol EndOfFile: Error {
  /// Whether that is what it means.
  var isEndOfFile: Bool { get }
}

extension JPEGError: EndOfFile {
  package var isEndOfFile: Bool { self == .endOfFile }
}

extension PNGError: EndOfFile {
  package var isEndOfFile: Bool { self == .malformed(reason: "unexpected end of file") }
}
