extension Sheet {
  /// Which bands of a picture (samples of each pixel, numbered from 1) are shown, and in which
  /// colours.
  public enum Bands: Hashable, Sendable {
    /// One band, in shades of grey.
    case gray(Int)
    /// Three bands, as red, green and blue.
    case colors(red: Int, green: Int, blue: Int)

    /// The numbers of the bands, in the order of the colours.
    package var numbers: [Int] {
      switch self {
      case .gray(let number): [number]
      case .colors(let red, let green, let blue): [red, green, blue]
      }
    }

    /// The numbers that a band can have.
    package static let range = 1...64
  }
}

extension Sheet.Bands: LosslessStringConvertible {
  /// What ``init(_:)`` accepts, for messages.
  package static let form =
    "one band, or three bands such as 4,3,2, numbered from \(range.lowerBound) to \(range.upperBound)"

  /// Parses the number of a band, or three numbers such as `4,3,2`; nil for anything else.
  public init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard numbers.count < 3, let number = Int(digits: part), Self.range.contains(number) else {
        return nil
      }
      numbers.append(number)
    }
    switch numbers.count {
    case 1: self = .gray(numbers[0])
    case 3: self = .colors(red: numbers[0], green: numbers[1], blue: numbers[2])
    default: return nil
    }
  }

  /// The text that ``init(_:)`` parses, such as `4,3,2`.
  public var description: String { numbers.map(String.init).joined(separator: ",") }
}
