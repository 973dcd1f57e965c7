internal import ContactSheet

/// Standard output, where texts go that were asked for.
enum StandardOutput {
  /// Writes a text as it is.
  ///
  /// - Throws: ``OutputError``, as for a sheet that goes there.
  static func write(_ text: String) throws(OutputError) {
    try SheetOutput.standardOutput.opened().write(text.utf8)
  }
}
