public import SheetFiles
package import SystemPackage

/// What somebody says of the pairs whose paths end like a pattern, or of all pairs.
public struct PairRule<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The rule as it was written.
  public let source: String
  /// What the paths of its pairs end like; nil for all pairs.
  public let pattern: Glob?
  /// What it says.
  public let value: Value

  /// Creates a rule from a text such as `charts/*=0.2%`, or without a pattern; nil for any other.
  init?(_ text: String, reading read: (Substring) -> Value?) {
    let sign = text.lastIndex(of: "=")
    guard sign != text.startIndex,
      let value = read(text[(sign.map { text.index(after: $0) } ?? text.startIndex)...])
    else { return nil }
    source = text
    pattern = sign.map { Glob(String(text[..<$0])) }
    self.value = value
  }

  /// Whether it is about the pair of a path.
  package func holds(for path: FilePath) -> Bool { pattern?.matches(path) ?? true }
}

/// A number of pixels, or a share of those that there are.
public enum PixelAmount: Equatable, Sendable {
  /// So many pixels.
  case pixels(Int)
  /// A share, from 0 to 1.
  case share(Double)

  /// Creates an amount from a text such as `150` or `0.2%`; nil for any other.
  init?(_ text: Substring) {
    // Double would also accept "nan" and "0x1p-3".
    guard text.allSatisfy({ "0"..."9" ~= $0 || $0 == "." || $0 == "%" }) else { return nil }
    if text.last == "%" {
      // Rounded once, as shares of counts are, so that these can be the same.
      guard let share = Double(text.dropLast() + "e-2"), 0...1 ~= share else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(text) else { return nil }
      self = .pixels(count)
    }
  }

  /// How many of so many pixels it is; between two numbers, perhaps.
  func count(of all: Int) -> Double {
    switch self {
    case .pixels(let count): Double(count)
    case .share(let share): share * Double(all)
    }
  }

  /// Whether no more pixels, or no larger share of them, have changed.
  package func covers(changed: Int, share: Double) -> Bool {
    switch self {
    case .pixels(let most): changed <= most
    case .share(let most): share <= most
    }
  }
}

extension PairRule<PixelAmount> {
  /// Creates a rule from a text such as `charts/*=0.2%`, `login.png=150` or `0.1%`; nil for any other.
  public init?(parsing text: String) { self.init(text, reading: PixelAmount.init) }
}
