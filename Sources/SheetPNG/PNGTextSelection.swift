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
      // Most files have no texts, so nothing is made ready for them.
      return { keyword in keyword.map { keywords.contains(String(latin1: $0)) } ?? false }
    }
  }
}
