internal import SheetFiles
package import SheetModel
package import SystemPackage

/// A correction of a camera's clock, for the times of its pictures.
package struct CameraClock: Equatable, Sendable {
  /// The name of the camera, in any case.
  private let camera: GlobPattern
  /// The names of pictures, or the ends of their paths.
  private let names: Glob
  /// The pattern as it was written.
  package let pattern: String
  /// The seconds to add.
  package let seconds: Double

  /// Creates a correction from a text such as `Canon*=+1h3m` or `IMG_*=-90s`; nil if the form is
  /// wrong.
  package init?(parsing text: String) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let seconds = Self.seconds(in: text[text.index(after: sign)...])
    else { return nil }
    pattern = String(text[..<sign])
    (camera, names) = (GlobPattern(Array(pattern.lowercased().utf8)[...]), Glob(pattern))
    self.seconds = seconds
  }

  /// Seconds in a text such as `+1h3m`, `-2d` or `1:03:20`.
  ///
  /// Nil if the form is wrong, or the time is beyond a century.
  private static func seconds(in text: Substring) -> Double? {
    let isNegative = "-\u{2212}".contains(text.first ?? "+")
    let length = isNegative || text.first == "+" ? text.dropFirst() : text
    var units: ArraySlice<(unit: Character, seconds: Double)> = [
      ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]
    var (total, number) = (0.0, "")
    if length.contains(":") {
      let parts = length.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.utf8.count <= 6 ? Int(digits: $0) : nil }
      guard 2...3 ~= parts.count, numbers.count == parts.count,
        numbers.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      total = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + Double($1.0) * $1.1 }
    } else {
      for character in length {
        if character == "." || character.isASCII && character.isNumber {
          number.append(character)
          continue
        }
        // Each unit once, the longest first.
        units = units.drop { $0.unit != character }
        guard let unit = units.popFirst(), let value = Double(decimal: number) else { return nil }
        total += value * unit.seconds
        number = ""
      }
      guard number.isEmpty, !length.isEmpty else { return nil }
    }
    return total <= 36_525 * 86_400 ? (isNegative ? -total : total) : nil
  }

  /// Whether the clock is for a picture, by the camera's name or the picture's path.
  package func matches(camera: String?, at path: FilePath?) -> Bool {
    path.map(names.matches) == true
      || camera.map { self.camera.matches(GlobText(Array($0.lowercased().utf8)[...])) } == true
  }
}

extension [CameraClock] {
  /// A time with all corrections for a picture.
  package func corrected(_ time: Fact, camera: String?, at path: FilePath?) -> Fact {
    guard let seconds = time.number else { return time }
    let offset = filter { $0.matches(camera: camera, at: path) }.reduce(0) { $0 + $1.seconds }
    return Fact(CivilTime(nearest: seconds + offset))
  }
}
