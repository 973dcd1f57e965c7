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
        "\(.numberFrom, number + 1) begins {index} there"
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
  static func format(meantBy text: String) -> String? {
    let words = [
      "YYYY": "%Y", "YY": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%-m", "DDDD": "%A",
      "DDD": "%a", "DD": "%d", "D": "%-d", "HH": "%H", "H": "%-H", "SS": "%S",
    ]
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
}
