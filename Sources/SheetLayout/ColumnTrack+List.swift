extension ColumnTrack {
  /// Reads a list of tracks.
  ///
  /// Tracks are separated by spaces, commas or both:
  ///
  ///     fixed(70) adaptive(40)
  ///     flexible(60, 120), flexible
  ///     adaptive(min: 40, max: 100) spacing 10 align left
  ///     3 * flexible(max: 200) fixed(80) spacing 0
  ///
  /// In full, where `[ ]` may be left out and `|` is a choice:
  ///
  ///     track     = [count "*"] size ["spacing" number] ["align" alignment]
  ///     size      = "fixed" "(" number ")"
  ///               | "flexible" ["(" bounds ")"]
  ///               | "adaptive" "(" bounds ")"
  ///     bounds    = minimum ["," maximum] | maximum
  ///     minimum   = ["min:"] number
  ///     maximum   = "max:" number, or a plain number after a minimum
  ///     number    = digits ["." digits]
  ///     alignment = the raw value of an ``Alignment``
  ///
  /// `flexible` has the minimum 10 where none is given, `adaptive` must
  /// have one, and no maximum means no limit. Widths are above 0, but for the minimum of
  /// `flexible`, and a maximum is not below its minimum. A count repeats its track, with
  /// spacing and alignment.
  ///
  /// - Throws: ``LayoutError/trackSyntax(position:expected:found:)`` at the first
  ///   character that does not belong.
  public static func list(parsing text: String) throws(LayoutError) -> [ColumnTrack] {
    var parser = TrackListParser(text)
    return try parser.list()
  }
}
