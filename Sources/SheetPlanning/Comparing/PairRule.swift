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

/// How many pixels of a pair may change.
public enum AllowedChange: Equatable, Sendable {
  /// So many pixels.
  case pixels(Int)
  /// A share of all pixels that either picture has, from 0 to 1.
  case share(Double)

  /// Whether no more has changed.
  package func covers(changed: Int, share: Double) -> Bool {
    switch self {
    case .pixels(let most): changed <= most
    case .share(let most): share <= most
    }
  }
}

extension PairRule<AllowedChange> {
  /// Creates a rule from a text such as `charts/*=0.2%`, `login.png=150` or `0.1%`; nil for any other.
  public init?(parsing text: String) {
    self.init(text) { value in
      // Double would also accept "nan" and "0x1p-3".
      guard value.allSatisfy({ "0"..."9" ~= $0 || $0 == "." || $0 == "%" }) else { return nil }
      guard value.last == "%" else { return Int(value).map { .pixels($0) } }
      // As a share of counts is rounded, so that the limit itself is allowed.
      guard let share = Double(value.dropLast() + "e-2"), 0...1 ~= share else { return nil }
      return .share(share)
    }
  }
}
