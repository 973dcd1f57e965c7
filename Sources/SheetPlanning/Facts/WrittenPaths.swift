internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
package import SystemPackage

/// Finds pictures by parts of their paths: the path without its folder or extension, or the number
/// at the end of the name.
///
/// Composed and decomposed names are treated as equal. Upper and lower case are treated as equal
/// only if nothing else matches.
package struct WrittenPaths {
  /// Which picture a string means.
  package enum Meaning: Equatable {
    case none
    /// A single path, with the index of the first picture that has this path.
    case one(Int)
    /// This many paths end with the text.
    case several(Int)

    /// Why the text matches no picture, several, or one that another row already matches; in
    /// messages, the reason follows the text.
    package var reason: String {
      switch self {
      case .none: ", which matches no image"
      case .one: ", whose image has an earlier row"
      case .several(let count): ", which matches \(count) images; write its path"
      }
    }
  }

  private let pictures: [FilePath]
  private let normalized: [FilePath]
  private let byPath: [FilePath: Int]
  /// For each picture, the index of the first picture with the same path.
  private let firsts: [Int]
  private lazy var names = ends { $0.reversedText(of: $0.lastComponent?.string) }
  private lazy var stems = ends { $0.reversedText(of: $0.stem) }
  private lazy var numbers = ends(\.lastNumber)
  private lazy var foldedNames = names.folded
  private lazy var foldedStems = stems.folded
  private lazy var looseNames = names.loose
  private lazy var looseStems = stems.loose

  /// Creates a search among pictures, some of which may have the same path.
  package init(_ pictures: [FilePath]) {
    self.pictures = pictures
    normalized = pictures.map { $0.withoutDots }
    var byPath: [FilePath: Int] = [:]
    firsts = normalized.enumerated().map { index, path in
      let first = byPath[path] ?? index
      byPath[path] = first
      return first
    }
    self.byPath = byPath
  }

  /// For each picture, the value of the first picture with the same path.
  func expanded<Value>(_ values: [Value]) -> [Value] { firsts.map { values[$0] } }

  /// Whether this is the path of a picture, however it is written.
  func contain(_ path: FilePath) -> Bool { byPath[path.withoutDots] != nil }

  private func ends(_ text: (FilePath) -> String) -> PathEnds {
    PathEnds(
      firsts.indices.filter { firsts[$0] == $0 }
        .map { (text(normalized[$0]), $0) })
  }

  /// The picture that a string means, by its path, its path relative to a folder, or the end of its
  /// path.
  ///
  /// - Complexity: O(log pictures), except for the first search of each kind.
  package mutating func find(_ written: FilePath, in folder: FilePath = "") -> Meaning {
    let path = written.withoutDots
    if let place = byPath[path] { return .one(place) }
    if folder != ".", !folder.isEmpty, let place = byPath[folder.pushing(written).withoutDots] {
      return .one(place)
    }
    return Meaning(matches(of: written))
  }

  /// The picture that a string means without its extension, if that extension is one of a picture
  /// format or of sidecars: the RAW file `a.CR3` means the picture `a.JPG`, and `21.jpg` the picture
  /// `IMG_0021.JPG`.
  package mutating func findOtherFormat(of written: FilePath) -> Meaning {
    Meaning(matches(ofOtherFormat: written))
  }

  /// The only picture that a string means if spaces, hyphens and underscores are treated as equal:
  /// `img 21` means `IMG_21.JPG`, unless there is also an `IMG-21.JPG`.
  package mutating func findLoosely(_ written: FilePath) -> Int? {
    var path = written.withoutDots
    guard let end = path.reversedEnd?.loose else { return nil }
    let found = looseNames.find(end)
    if !found.isEmpty { return found.only?.place }
    if hasKnownExtension(path) { path.extension = nil }
    return path.reversedEnd.flatMap { looseStems.find($0.loose).only?.place }
  }

  /// The first two paths, in natural order, among those that a string could stand for.
  package mutating func examples(of written: FilePath) -> [FilePath] {
    var found = matches(of: written)
    if found.isEmpty { found = matches(ofOtherFormat: written) }
    return Array(found.map { pictures[$0.place] }.sortedNaturally().prefix(2))
  }

  private mutating func matches(of written: FilePath) -> ArraySlice<PathEnds.End> {
    guard let end = written.withoutDots.reversedEnd else { return [] }
    var found = names.find(end)
    if found.isEmpty { found = stems.find(end) }
    if found.isEmpty, written.isNumber {
      found = matches(ofWholeNumber: written)
      return found.isEmpty ? numbers.find(String(written.string.reversed())) : found
    }
    if found.isEmpty { found = foldedNames.find(end.lowercased()) }
    return found.isEmpty ? foldedStems.find(end.lowercased()) : found
  }

  /// The pictures with a number: 21 is IMG_0021, but not IMG_4021.
  private mutating func matches(ofWholeNumber digits: FilePath) -> ArraySlice<PathEnds.End> {
    numbers.find(String(digits.string.drop { $0 == "0" }.reversed()) + "/")
  }

  private mutating func matches(ofOtherFormat written: FilePath) -> ArraySlice<PathEnds.End> {
    var path = written.withoutDots
    guard hasKnownExtension(path) else { return [] }
    path.extension = nil
    guard let end = path.reversedEnd else { return [] }
    let found = stems.find(end)
    // A missing 21.jpg is not IMG_4021.JPG.
    if found.isEmpty, path.isNumber { return matches(ofWholeNumber: path) }
    return found.isEmpty ? foldedStems.find(end.lowercased()) : found
  }

  /// Whether the extension of a path is one of a picture format or of sidecars.
  private func hasKnownExtension(_ path: FilePath) -> Bool {
    path.extension?.lowercased() == "xmp" || FormatTable.standard.named(path.nameBytes) != nil
  }
}

extension WrittenPaths.Meaning {
  fileprivate init(_ matches: ArraySlice<PathEnds.End>) {
    switch matches.count {
    case 0: self = .none
    case 1: self = .one(matches[matches.startIndex].place)
    case let count: self = .several(count)
    }
  }
}

extension String {
  /// The text in lower case, with underscores instead of spaces and hyphens.
  fileprivate var loose: String {
    String(lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }
}

extension FilePath {
  /// Whether the path consists of digits.
  fileprivate var isNumber: Bool { !isEmpty && string.utf8.allSatisfy(\.isDigit) }

  /// The components from the last, which is given, to the first, each followed by a slash.
  ///
  /// Empty if the path is not valid UTF-8.
  fileprivate func reversedText(of last: String?) -> String {
    guard let text = String(validating: self), let last else { return "" }
    // By bytes, because a `String` combines a slash and a combining mark into one character.
    let folders = text.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return folders.reversed().reduce(into: last + "/") { $0 += String(Substring($1)) + "/" }
  }

  /// This path with its components in reverse order, to be compared with the ends of pictures'
  /// paths; nil if no picture's path can end with it.
  fileprivate var reversedEnd: String? {
    guard isRelative, components.first?.kind == .regular else { return nil }
    let text = reversedText(of: lastComponent?.string)
    return text.isEmpty ? nil : text
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

/// Sorted strings that can be found by a prefix.
private struct PathEnds {
  typealias End = (text: String, place: Int)

  private let sorted: [End]

  init(_ texts: [End]) { sorted = texts.sorted { $0.text < $1.text } }

  /// The same strings in lower case.
  var folded: PathEnds { PathEnds(sorted.map { ($0.text.lowercased(), $0.place) }) }

  /// The same strings in lower case, with underscores instead of spaces and hyphens.
  var loose: PathEnds { PathEnds(sorted.map { ($0.text.loose, $0.place) }) }

  /// Finds the strings with this prefix.
  func find(_ beginning: String) -> ArraySlice<End> {
    let start = index { $0 >= beginning }
    guard start < sorted.count, sorted[start].text.hasPrefix(beginning) else { return [] }
    let end = index { $0 > beginning && !$0.hasPrefix(beginning) }
    return sorted[start..<max(end, start + 1)]
  }

  /// The first index at which a condition holds.
  ///
  /// The condition must also hold for all later indices.
  private func index(where holds: (String) -> Bool) -> Int {
    (-1..<sorted.count).lastMeeting { !holds(sorted[$0].text) } + 1
  }
}
