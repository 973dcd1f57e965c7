/// The format of a time: a text with the letters of `strftime`, such as `%e %B %Y`.
///
/// Names are English everywhere, and there are no time zones: a time is written as it is. Between
/// the percent sign and the letter, `-` omits the padding of a number. `_` pads it with spaces, and
/// `0` with zeros.
///
/// Source: POSIX.1-2017, strftime; glibc manual, "Formatting Calendar Time" (flags, `%P`, `%k` and
/// `%l`).
package struct TimeFormat: Equatable, Sendable {
  /// The format as it was written.
  package let source: String
  private let pieces: [Piece]

  /// Parses a format.
  ///
  /// - Throws: ``TimeFormatError``, which lists the letters.
  package init(_ format: String) throws(TimeFormatError) {
    source = format
    var pieces: [Piece] = []
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        pieces.append(.literal(scalar))
        continue
      }
      var padding = TimePadding.usual
      if let flag = rest.first.flatMap({ TimePadding(rawValue: String($0)) }) {
        padding = flag
        rest.removeFirst()
      }
      let scalar = rest.popFirst()
      guard let letter = scalar.flatMap({ TimeLetter.byLetter[$0] }) else {
        throw TimeFormatError(letter: scalar.map { String($0) } ?? "")
      }
      pieces.append(.time(letter, padding))
    }
    self.pieces = pieces
  }

  /// The time in this format.
  package func text(of time: CivilTime) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let scalar): text.unicodeScalars.append(scalar)
      case .time(let letter, let padding): text += letter.text(time, padding)
      }
    }
    return text
  }

  private enum Piece: Equatable, Sendable {
    case literal(Unicode.Scalar)
    case time(TimeLetter, TimePadding)
  }
}

/// The reason why a text is not a time format.
///
/// Descriptions are fragments that follow a name and a colon: `there is no %Q; the letters are %Y
/// …`.
package struct TimeFormatError: Error, Equatable, Sendable {
  /// The unknown letter after a percent sign; empty if the format ends there.
  package let letter: String
}

extension TimeFormatError: CustomStringConvertible {
  /// The mistake, the remedy, and all letters.
  package var description: String {
    let letters = TimeLetter.all.map { "%\($0.letter)" }.joined(separator: " ")
    let fault =
      letter.isEmpty
      ? "nothing follows the % at the end, perhaps %% is meant"
      : "there is no %\(letter.printable)"
    return "\(fault); the letters are \(letters)"
  }
}
