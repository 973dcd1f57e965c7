internal import SheetFiles
internal import SheetImaging
package import SheetModel
package import SheetPictures
internal import SystemPackage

/// What pictures are sorted by, such as their paths or facts.
package enum SortKey: Equatable, Sendable {
  /// The order in which the inputs are given, and natural order for pictures without a given order.
  ///
  /// Inputs are in the given order, and the paths of a list are in the order of the list. The
  /// pictures of a folder are in natural order, and the pictures of its subfolders follow.
  /// Arguments in alphabetical order, such as a shell passes for `*.png`, are sorted naturally:
  /// `e2` before `e10`.
  case auto
  /// The path in natural order, ignoring case: `img2` before `img10`. Pictures of different inputs
  /// are sorted together.
  case natural
  /// The bytes of the path, component by component.
  case name
  /// The order of the inputs, even if it is alphabetical.
  ///
  /// The pictures of each folder, including subfolders, are in natural order.
  case given
  /// A pseudorandom order that depends only on a seed and the paths.
  case shuffle(seed: UInt64 = 1)
  /// The capture time if all pictures have one; otherwise the same as ``auto``.
  case takenIfKnown
  /// Each picture next to the pictures most similar to it; damaged and faint ones last.
  case likeness
  /// The values of the tokens of a template, one after another.
  ///
  /// Numbers come before text, which is in natural order, except that dates and the names of months
  /// and days follow the calendar. Pictures without a value come last, even in reverse order.
  case facts(PictureTemplate)

  /// The keys other than facts, with the words for them.
  package static let words: [(word: String, key: SortKey)] = [
    ("auto", .auto), ("natural", .natural), ("name", .name), ("given", .given),
    ("shuffle", .shuffle()), ("likeness", .likeness),
    ("auto:taken", .takenIfKnown),
  ]

  /// The order by capture time.
  private static let taken = (try? SortKey(parsing: "taken")) ?? .auto

  /// This key, with ``takenIfKnown`` replaced by the key that it stands for.
  fileprivate func resolved(_ haveTime: @autoclosure () -> Bool) -> SortKey {
    self == .takenIfKnown ? haveTime() ? Self.taken : .auto : self
  }

  /// Parses a key: one of ``words``, `shuffle:7` for another seed, or a template.
  ///
  /// The name of a fact stands for its token.
  package init(parsing text: String) throws(TemplateError) {
    if let own = Self.words.first(where: { $0.word == text }) {
      self = own.key
    } else if text.hasPrefix("shuffle:") {
      let seed = String(text.dropFirst("shuffle:".count))
      guard let number = UInt64(seed) else { throw .notSeed(seed) }
      self = .shuffle(seed: number)
    } else {
      self = .facts(try PictureTemplate(text.contains("{") ? text : "{\(text)}", others: .any))
    }
  }
}

extension SortKey: CustomStringConvertible {
  /// The word, or the template.
  package var description: String {
    if case .facts(let template) = self { return template.source }
    if case .shuffle(let seed) = self, seed != 1 { return "shuffle:\(seed)" }
    return Self.words.first { $0.key == self }?.word ?? ""
  }
}

/// The order of pictures on the sheet.
///
/// Pictures that the key does not distinguish are in natural order. Pictures with equal paths are
/// in the order of the inputs. No order depends on the locale, the file system or the clock.
package struct ImageOrder: Equatable, Sendable {
  /// What pictures are sorted by.
  package var key: SortKey
  /// Whether the order is reversed; pictures that lack the fact to sort by still come last.
  package var isReversed: Bool

  /// Creates an order.
  package init(by key: SortKey = .auto, isReversed: Bool = false) {
    (self.key, self.isReversed) = (key, isReversed)
  }

  /// Parses a key as in ``SortKey/init(parsing:)``; a minus before it reverses the order, as in
  /// git's `--sort=-size`.
  ///
  /// - Parameters:
  ///   - text: The key.
  ///   - isReversed: Whether the order that the text describes is reversed.
  /// - Throws: The mistake in the key.
  package init(parsing text: String, isReversed: Bool = false) throws(TemplateError) {
    guard text.hasPrefix("-") else {
      self.init(by: try SortKey(parsing: text), isReversed: isReversed)
      return
    }
    // The position of an error in a template is counted from the minus sign.
    if text.contains("{") { _ = try SortKey(parsing: text) }
    self.init(by: try SortKey(parsing: String(text.dropFirst())), isReversed: !isReversed)
  }

  /// The natural order of paths.
  package static let natural = ImageOrder(by: .natural)

  /// The pictures in this order; all of them must have been found as files.
  ///
  /// - Complexity: O(*n* log *n*) except for likeness; each fact is computed a few times.
  package func sorted(_ pictures: [PictureFacts]) -> [PictureFacts] {
    sorted(pictures, by: { $0 }, path: { $0.picture.foundPath ?? FilePath($0.picture.source.name) })
  }

  /// Files in this order, followed by other sources in their given order; if the key is a fact, all
  /// pictures sorted by that fact.
  package func sortedFilesFirst(_ pictures: [PictureFacts]) -> [PictureFacts] {
    if case .facts = key { return sorted(pictures) }
    let others = pictures.filter { !$0.picture.isFoundFile }
    return sorted(others.isEmpty ? pictures : pictures.filter { $0.picture.isFoundFile }) + others
  }

  /// Items that represent pictures, in this order, given their facts and paths.
  func sorted<Item>(
    _ items: [Item], by facts: (Item) -> PictureFacts, path: (Item) -> FilePath
  ) -> [Item] {
    let key = key.resolved(items.allSatisfy { facts($0).fact(.taken) != nil })
    let paths = items.map { Self.pathKey(path($0), key) }
    var order = Array(items.indices)
    order.sort(by: paths)
    switch key {
    case .natural, .name, .takenIfKnown: break
    case .auto: order.sort(by: items.map { facts($0).picture.place })
    case .given: order.sort(by: items.map { facts($0).picture.input })
    case .shuffle(let seed):
      var generator = SplitMix64(seed: seed)
      order.shuffle(with: &generator)
    case .likeness:
      let thumbnails = order.map { facts(items[$0]).thumbnail }
      let path = LikenessPath(thumbnails.compactMap(\.self)).order
      let seen = zip(order, thumbnails).filter { $1 != nil }.map(\.0)
      let rest = zip(order, thumbnails).filter { $1 == nil }.map(\.0)
      order = path.map { seen[$0] }
      if isReversed { order.reverse() }
      return (order + rest).map { items[$0] }
    case .facts(let template):
      let body = template.body
      var calendar = CalendarOrder(of: items) { body.values(from: facts($0).fact) }
      if body.writesDates {
        calendar.add(
          datesOf: items, { body.values(from: facts($0).fact) },
          { body.dates(from: facts($0).fact) })
      }
      let values = items.map { calendar.sortValues(of: body.values(from: facts($0).fact)) }
      if isReversed { order.reverse() }
      order.sort(by: values) { $0.precedes($1, isReversed: isReversed) }
      return order.map { items[$0] }
    }
    if isReversed { order.reverse() }
    return order.map { items[$0] }
  }

  /// The key that sorts by path the pictures that `key` does not distinguish.
  private static func pathKey(_ path: FilePath, _ key: SortKey) -> PathKey {
    switch key {
    case .auto: .natural(path, filesFirst: true)
    case .name: .bytewise(path)
    case .natural, .given, .shuffle, .likeness, .facts, .takenIfKnown: .natural(path)
    }
  }
}

extension [Int] {
  /// Sorts indices by keys, preserving the order of those with equal keys.
  fileprivate mutating func sort<Key: Comparable>(by keys: [Key]) { sort(by: keys, <) }

  /// Sorts indices by keys in a given order of keys, preserving the order of those with equal keys.
  mutating func sort<Key>(by keys: [Key], _ precedes: (Key, Key) -> Bool) {
    let places = self
    let sorted = places.indices.sorted { first, second in
      let (one, other) = (keys[places[first]], keys[places[second]])
      if precedes(one, other) { return true }
      return first < second && !precedes(other, one)
    }
    self = sorted.map { places[$0] }
  }
}

/// The sort key for a token: a number, a string, or nothing.
struct SortValue: Comparable {
  enum Kind: Int { case number, text, missing }

  let kind: Kind
  private let number: Double
  private let text: PathKey?

  init(_ fact: Fact?) {
    number = fact?.number ?? 0
    switch fact {
    case nil: (kind, text) = (.missing, nil)
    case let fact? where fact.number != nil: (kind, text) = (.number, nil)
    case let fact?: (kind, text) = (.text, .natural(FilePath(fact.text)))
    }
  }

  init(_ number: Double) { (kind, self.number, text) = (.number, number, nil) }

  init(_ key: PathKey) { (kind, number, text) = (.text, 0, key) }

  static func < (one: SortValue, other: SortValue) -> Bool {
    guard one.kind == other.kind else { return one.kind.rawValue < other.kind.rawValue }
    guard let text = one.text, let otherText = other.text else { return one.number < other.number }
    return text < otherText
  }

  static func == (one: SortValue, other: SortValue) -> Bool { !(one < other) && !(other < one) }
}

/// The sort key of a picture, or of a row or column of a matrix: the values of a template's tokens.
///
/// The first value that differs decides.
extension [SortValue] {
  /// Whether these values come before `other`.
  ///
  /// Even in reverse order, numbers come before text, and missing values after both.
  func precedes(_ other: [SortValue], isReversed: Bool) -> Bool {
    for (one, two) in zip(self, other) where one != two {
      return isReversed && one.kind == two.kind ? two < one : one < two
    }
    return count < other.count
  }
}
