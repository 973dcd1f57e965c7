internal import SheetModel

/// The facts recorded by a camera, in the form in which they are shown.
///
/// ``RecordedFact`` lists where they are read from. A missing, blank, damaged or impossible value
/// is nil, and so is a word with which a camera marks the value as unknown.
struct CameraFacts {
  let sources: MetadataSources

  /// The exposure time, such as `1/250 s` or `2 s`; the number is in seconds.
  var exposure: Fact? {
    sources.number(.exposure).map { seconds in
      // Cameras show fractions up to 1/4 s, and decimals from 0.3 s on.
      let text =
        seconds < 0.3 ? "1/" + (1 / seconds).text(decimals: 0) : seconds.text(decimals: 1)
      return Fact(text + " s", number: seconds)
    }
  }

  /// The aperture as an f-number, such as `f/2.8`.
  var aperture: Fact? {
    sources.number(.aperture).map { number in
      // The fastest lenses, such as f/0.95, are named with two decimals.
      Fact("f/" + number.text(decimals: number < 1 ? 2 : 1), number: number)
    }
  }

  /// The focal length, such as `50 mm` or `4.2 mm`.
  var focal: Fact? {
    sources.number(.focal).map { Fact($0.text(decimals: 1) + " mm", number: $0) }
  }

  /// The sensitivity, such as `400`.
  var iso: Fact? {
    let number = sources.number(.iso) { $0.rounded() > 0 && $0.rounded() != 65535 }
    return number.map { Fact(Int($0.rounded())) }
  }

  /// The common name of the camera, such as `Nikon D750`, or only its maker or model.
  var camera: String? {
    let names = [RecordedFact.maker, .model].map { fact in
      sources.first(fact) { Self.known($0.text) }
    }
    return CameraName(maker: names[0], model: names[1]).text
      .flatMap { $0.prefix(Self.longestName).description.trimmed }
  }

  /// The model of the lens, or its specification, such as `24-70mm f/2.8`.
  var lens: String? {
    sources.first(.lens) { value in
      let text = Self.known(value.text)
      guard value.form == .lensSpecification else { return text }
      return Self.specification(value.numbers) ?? text.flatMap { $0.contains("mm") ? $0 : nil }
    }
  }

  /// The shortest and longest focal lengths, and the f-number at each, as one text.
  private static func specification(_ numbers: [Double?]) -> String? {
    guard numbers.count == 4, let shortest = numbers[0], 0 < shortest, shortest < 1e6 else {
      return nil
    }
    func range(_ first: Double?, _ second: Double?) -> String? {
      let known = [first, second].compactMap(\.self).filter { $0 > 0 && $0 < 1e6 }
      let texts = known.map { $0.text(decimals: 1) }
      return texts.isEmpty
        ? nil : texts.first == texts.last ? texts[0] : texts.joined(separator: "-")
    }
    guard let focal = range(shortest, numbers[1]) else { return nil }
    return focal + "mm" + (range(numbers[2], numbers[3]).map { " f/" + $0 } ?? "")
  }

  /// A string without surrounding space; nil if nothing is left, or if it says that the value is
  /// unknown.
  ///
  /// ComfyUI writes a JSON object in place of the camera's name; it is not used as a name.
  private static func known(_ text: String?) -> String? {
    guard let text = text?.prefix(longestName).description.trimmed, !text.contains("{"),
      !isFiller(text.lowercased())
    else { return nil }
    return text
  }

  /// Whether text in lower case stands for a name that is not known: a word such as `n/a`,
  /// dashes, the bytes of an empty field, or zeros, as in `0.0 mm f/0.0`.
  private static func isFiller(_ text: String) -> Bool {
    if ["unknown", "undefined", "none", "null", "n/a", "na"].contains(text) { return true }
    if text.allSatisfy({ "-–—?*.ÿ".contains($0) }) { return true }
    return text.contains("0") && text.allSatisfy { "0 .,-/mf".contains($0) }
  }

  /// The maximum number of characters in a name, which is more than anybody reads.
  private static let longestName = 256

  /// The position of the camera.
  var coordinates: Coordinates? { sources.coordinates }
}
