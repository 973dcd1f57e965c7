internal import SheetModel
internal import SheetPictures

/// A correction of a camera's clock, for the times of its pictures.
package struct ClockCorrection: Equatable, Sendable {
  /// The seconds to add.
  package let seconds: Double

  /// Creates a correction from a string such as `+1h3m`, `-90s` or `1:03:20`; nil for anything
  /// else.
  package init?(parsing text: String) {
    guard let seconds = Self.seconds(in: text[...]) else { return nil }
    self.seconds = seconds
  }

  /// Creates a correction from a duration; nil if it is more than a century.
  init?(_ duration: Duration) {
    let (whole, atto) = duration.components
    guard abs(Double(whole)) <= Self.largest else { return nil }
    seconds = Double(whole) + Double(atto) * 1e-18
  }

  /// The largest correction in seconds: a century.
  private static let largest = 36_525 * 86_400.0

  /// Parses seconds from a string such as `+1h3m`, `-2d` or `1:03:20`.
  ///
  /// Nil for anything else, and for more than a century.
  private static func seconds(in text: Substring) -> Double? {
    let isNegative = "-\u{2212}".contains(text.first ?? "+")
    let length = isNegative || text.first == "+" ? text.dropFirst() : text
    let total: Double
    if length.contains(":") {
      let parts = length.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.utf8.count <= 6 ? Int(digits: $0) : nil }
      guard 2...3 ~= parts.count, numbers.count == parts.count,
        numbers.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      total = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + Double($1.0) * $1.1 }
    } else {
      guard let seconds = length.secondsWithUnits else { return nil }
      total = seconds
    }
    return total <= largest ? (isNegative ? -total : total) : nil
  }
}

extension RuleForm<ClockCorrection> {
  /// Corrections of clocks; all that apply to a picture are added.
  package static let clock = RuleForm(
    values: "a time to add", examples: ["Canon*=+1h3m", "IMG_*=-90s", "{width} > 6000=+1h"],
    effect: "corrects times", subject: .foundPictures, read: { ClockCorrection(parsing: $0) })
}

extension PictureFacts {
  /// The picture with its time corrected by all rules that apply to it.
  ///
  /// Conditions of rules use the time written by the camera.
  func corrected(by clocks: PictureRules<ClockCorrection>) -> PictureFacts {
    guard !clocks.all.isEmpty, let time = picture.fact(.taken)?.instant else { return self }
    let corrections = clocks.values(of: self)
    if corrections.isEmpty { return self }
    let offset = corrections.reduce(0) { $0 + $1.seconds }
    return with([FactKey.taken.name: Fact(CivilTime(nearest: time + offset))])
  }
}
