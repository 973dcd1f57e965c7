internal import SheetText
package import SystemPackage

extension FilePath {
  /// The path as a message may show it on a terminal.
  ///
  /// What is not UTF-8 becomes U+FFFD; the rest is as in the printable form of a string.
  package var printable: String { string.printable }

  /// The printable path between quotation marks.
  var quoted: String { "'\(printable)'" }
}
