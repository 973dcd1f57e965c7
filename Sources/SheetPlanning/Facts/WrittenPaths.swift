internal import SheetLayout
internal import SheetModel
package import SystemPackage

/// Finds pictures by parts of their paths: the path without its folder or extension, or the number
/// at the end of the name.
///
/// Composed and decomposed names are treated as equal.
package struct WrittenPaths {
  /// Which picture a string means.
  package enum Meaning: Equatable {
    case none
    /// The index of the first picture with a path.
    case one(Int)
    /// This many paths end with the text.
    case several(Int)

    /// Why the text matches no picture, or only one that another row already matches; in messages,
    /// the reason follows the text.
    package var reason: String {
      switch self {
      case .none: ", which matches no image"
      case .one: ", whose image has an earlier row"
      case .several(let count): ", which matches \(count) images; write its path"
      }
    }
  }

  private let pictures: [FilePath]
  private let byPath: [FilePath: Int]
  /// For each picture, the index of the first picture with the same path.
  private let firsts: [Int]
  private lazy var names = ends { $0.reversedText(of: $0.lastComponent?.string) }
  private lazy var stems = ends { $0.reversedText(of: $0.stem) }
  private lazy var numbers = ends(\.lastNumber)

  /// Creates a search among pictures, some of which may have the same path.
  package init(_ pictures: [FilePath]) {
    self.pictures = pictures
    var byPath: [FilePath: Int] = [:]
    firsts = pictures.enumerated().map { index, picture in
      let path = picture.lexicallyNormalized()
      let first = byPath[path] ?? index
      byPath[path] = first
      return first
    }
    self.byPath = byPath
  }

  /// The value of each picture, which is that of the first picture with the same path.
  func expanded<Value>(_ values: [Value]) -> [Value] { firsts.map { values[$0] } }

  private func ends(_ text: (FilePath) -> String) -> PathEnds {
    PathEnds(
      firsts.indices.filter { firsts[$0] == $0 }
        .map { (text(pictures[$0].lexicallyNormalized()), $0) })
  }

  /// The picture that a string means, by its path, its path relative to a folder, or the end of its
  /// path.
  ///
  /// - Complexity: O(log pictures), except for the first search of each kind.
  package mutating func find(_ written: FilePath, in folder: FilePath = "") -> Meaning {
    let path = written.lexicallyNormalized()
    if let place = byPath[path] ?? byPath[folder.pushing(written).lexicallyNormalized()] {
      return .one(place)
    }
    guard path.isRelative, path.components.first?.kind == .regular else { return .none }
    let end = path.reversedText(of: path.lastComponent?.string)
    var meaning = names.find(end)
    if meaning == .none { meaning = stems.find(end) }
    let digits = written.string
    guard meaning == .none, !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
      return meaning
    }
    // 21 is IMG_0021 rather than IMG_4021.
    meaning = numbers.find(String(digits.drop { $0 == "0" }.reversed()) + "/")
    return meaning == .none ? numbers.find(String(digits.reversed())) : meaning
  }
}

extension FilePath {
  /// The components from the last, which is given, to the first, each followed by a slash.
  ///
  /// Empty if the path is not valid UTF-8.
  fileprivate func reversedText(of last: String?) -> String {
    guard let text = String(validating: self), let last else { return "" }
    // By bytes, because a `String` combines a slash and a combining mark into one character.
    let folders = text.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return folders.reversed().reduce(into: last + "/") { $0 += String(Substring($1)) + "/" }
  }

  /// The digits at the end of the stem in reverse, without leading zeros, followed by a slash.
  ///
  /// Empty if there are no digits.
  fileprivate var lastNumber: String {
    let digits = (stem ?? "").reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return "" }
    return String(
      digits[
        ..<(digits.lastIndex { $0 != "0" }.map { digits.index(after: $0) } ?? digits.startIndex)])
      + "/"
  }
}

/// Sorted texts that can be found by a prefix.
private struct PathEnds {
  private let sorted: [(text: String, place: Int)]

  init(_ texts: [(text: String, place: Int)]) { sorted = texts.sorted { $0.text < $1.text } }

  /// Finds the text with this prefix.
  func find(_ beginning: String) -> WrittenPaths.Meaning {
    let start = index { $0 >= beginning }
    guard start < sorted.count, sorted[start].text.hasPrefix(beginning) else { return .none }
    let end = index { $0 > beginning && !$0.hasPrefix(beginning) }
    return end - start == 1 ? .one(sorted[start].place) : .several(max(2, end - start))
  }

  /// The first index at which a condition holds.
  ///
  /// The condition must also hold for all later indices.
  private func index(where holds: (String) -> Bool) -> Int {
    (-1..<sorted.count).lastMeeting { !holds(sorted[$0].text) } + 1
  }
}
