extension Backdrop {
  /// The backdrop that `text` names: a colour, `checker`, or `checker:` and two colours
  /// with a comma between them.
  ///
  /// - Throws: ``ColorError/unknown(_:)`` for anything else.
  public init(parsing text: String) throws(ColorError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].lowercased() == "checker" else {
      self = .color(try Color(parsing: text))
      return
    }
    guard parts.count > 1 else {
      self = .checkerboard
      return
    }
    let colors = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard colors.count == 2 else { throw .unknown(text) }
    self = .checker(
      try Color(parsing: String(colors[0])), try Color(parsing: String(colors[1])))
  }
}

extension Backdrop: CustomStringConvertible {
  /// A text that parses as this backdrop, colours to the nearest 8 bits.
  public var description: String {
    switch self {
    case .color(let color): color.hexadecimal
    case .checkerboard: "checker"
    case .checker(let first, let second): "checker:\(first.hexadecimal),\(second.hexadecimal)"
    }
  }
}
