/// Which texts of a file are wanted.
public enum PNGTextSelection: Equatable, Sendable {
  /// Those under some keywords.
  case keywords(Set<String>)
  /// All.
  case all
}

/// Where in a file texts are looked for.
public enum PNGTextPlace: Sendable {
  /// Between the header and the pixels.
  case aheadOfPixels
  /// Between the pixels and the end.
  case behindPixels
  /// Ahead of the pixels, then behind them.
  case anywhere
}

extension PNGTextSelection {
  /// A test of keywords, which the file has in Latin-1.
  ///
  /// A keyword of the file is nil where it has more than 79 bytes.
  var matcher: (_ keyword: [UInt8]?) -> Bool {
    switch self {
    case .all: return { _ in true }
    case .keywords(let keywords):
      let wanted = Set(keywords.compactMap(\.latin1))
      return { keyword in keyword.map { wanted.contains($0) } ?? false }
    }
  }
}

extension String {
  /// The text in Latin-1; nil where it has other characters.
  fileprivate var latin1: [UInt8]? {
    let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return bytes.count == unicodeScalars.count ? bytes : nil
  }
}
