/// A width in pixels and, unless it follows from something else, a height.
///
/// Written `1600x1200`, or `1600` where the height follows.
public struct Extent: Equatable, Sendable {
  /// The largest width or height, in pixels, of a PNG (PNG specification, 11.2.2).
  public static let maximumSide = 2_147_483_647

  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1, or nil where it follows.
  public let height: Int?

  /// 1600 pixels wide, as high as it takes.
  public static let standard = Extent(followedWidth: 1600)

  private init(followedWidth width: Int) {
    self.width = width
    height = nil
  }

  /// Creates an extent; nil when a side is not in `1...maximumSide`.
  public init?(width: Int, height: Int? = nil) {
    guard 1...Self.maximumSide ~= width, 1...Self.maximumSide ~= height ?? 1 else { return nil }
    self.width = width
    self.height = height
  }

  /// Parses `W` or `WxH`, in whole pixels.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int(digits: $0) }
    switch sides.count {
    case 1:
      guard let width = sides[0] else { return nil }
      self.init(width: width)
    case 2:
      guard let width = sides[0], let height = sides[1] else { return nil }
      self.init(width: width, height: height)
    default: return nil
    }
  }
}

extension Extent: LosslessStringConvertible {
  /// The extent as it is written.
  public var description: String {
    if let height { "\(width)x\(height)" } else { "\(width)" }
  }
}

extension Int {
  /// Parses decimal digits and nothing else: no sign, no space.
  init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(text)
  }
}
