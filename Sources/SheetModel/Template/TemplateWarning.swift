/// A token that is valid, but probably does not mean what was intended.
package enum TemplateWarning: Hashable, Sendable {
  /// A time format without a percent sign, which is shown literally: `{taken:DD.MM.YYYY}`.
  case plainFormat(name: String, String)
  /// A number after the plus sign of a numeric token that is never missing: `{index+100}`, which
  /// always shows 100.
  case plainNumber(name: String, String)
}

extension TextTemplate {
  /// The doubtful tokens, in order.
  package var warnings: [TemplateWarning] {
    body.fields.compactMap { field in
      if let format = field.timeFormat?.source, !format.isEmpty, !format.contains("%") {
        return .plainFormat(name: field.key.name, format)
      }
      guard ["index", "page"].contains(field.key.name), field.then?.pieces.count == 1,
        case .literal(let text)? = field.then?.pieces[0], text.utf8.allSatisfy(\.isDigit)
      else { return nil }
      return .plainNumber(name: field.key.name, text)
    }
  }
}

extension TemplateWarning {
  /// What is doubtful, in words for a message.
  package var text: String {
    switch self {
    case .plainFormat(let name, let format):
      "{\(name):\(format.shortPrintable)} writes '\(format.shortPrintable)' for every image, because the "
        + "format has no %"
    case .plainNumber(let name, let number):
      "{\(name)+\(number.shortPrintable)} writes \(number.shortPrintable) for every image, because the text "
        + "after a plus sign replaces the fact"
    }
  }

  /// What was probably meant.
  package var remedy: Remedy {
    switch self {
    case .plainFormat(let name, let format):
      "write \("{\(name):\(TimeFormat.format(meantBy: format) ?? "%d %B %Y")}".shellQuoted)"
    case .plainNumber("index", let number):
      if let number = Int(number), 0..<1_000_000_000 ~= number {
        "\(.numberFrom, number + 1) makes {index} begin there"
      } else {
        "write '{index}'"
      }
    case .plainNumber(let name, _): "write \("{\(name)}".shellQuoted)"
    }
  }
}

extension TimeFormat {
  /// The time format meant by letters as in `DD.MM.YYYY` or `yyyy-mm-dd HH:mm`; nil if it cannot be
  /// guessed.
  package static func format(meantBy text: String) -> String? {
    let words = [
      "YYYY": "%Y", "YY": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%-m", "DDDD": "%A",
      "DDD": "%a", "DD": "%d", "D": "%-d", "HH": "%H", "H": "%-H", "SS": "%S",
    ]
    if let format = format(meantByLetters: text) { return format }
    var (format, rest, followsHour) = ("", text[...], false)
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      rest = rest[run.endIndex...]
      guard first.isLetter else {
        format += run
        continue
      }
      let word = run.uppercased()
      guard var letters = words[word] else { return nil }
      // Months and minutes share a letter.
      if letters == "%m", followsHour { letters = "%M" }
      followsHour = first.uppercased() == "H"
      format += letters
    }
    return format.contains("%") ? format : nil
  }

  /// The time format meant by single letters as in `d.m.Y` or `H:i`, as PHP writes them; nil if
  /// letters are repeated, or if one has no meaning.
  private static func format(meantByLetters text: String) -> String? {
    var letters: [Character: String] = [
      "d": "%d", "D": "%d", "j": "%-d", "m": "%m", "n": "%-m", "Y": "%Y", "y": "%y", "F": "%B",
      "B": "%B", "b": "%b", "A": "%A", "a": "%a", "l": "%A", "H": "%H", "h": "%H", "G": "%-H",
      "i": "%M", "S": "%S", "s": "%S",
    ]
    // An M may be a month in digits, a month's name, or minutes.
    letters["M"] = text.contains("D") ? "%m" : "%b"
    var (format, last, followsHour) = ("", Character(" "), false)
    for character in text {
      if last.isLetter, character.isLetter { return nil }
      last = character
      guard character.isLetter else {
        format.append(character)
        continue
      }
      guard var part = letters[character] else { return nil }
      if followsHour, character == "M" || character == "m" { part = "%M" }
      followsHour = part.hasSuffix("H")
      format += part
    }
    return format.contains("%") ? format : nil
  }
}
