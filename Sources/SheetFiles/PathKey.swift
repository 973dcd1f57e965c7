internal import Glibc
internal import SheetModel
package import SystemPackage

/// A path converted to bytes by which paths are sorted.
///
/// Components are compared one by one, so that the files of a folder stay together: each component
/// ends with a NUL, which is below every byte of a name.
package struct PathKey: Comparable, Sendable {
  private var bytes: [UInt8] = []

  /// The key that orders paths by their bytes.
  package static func bytewise(_ path: FilePath) -> PathKey {
    PathKey(bytes: path.bytes.map { $0 == slash ? 0 : $0 })
  }

  /// The key for natural order.
  ///
  /// Runs of digits, of any length, are compared as numbers. Letters are compared
  /// case-insensitively, by their base letters first: `Ömer` is next to `Omar`. Typographic
  /// apostrophes and hyphens are compared by their ASCII forms first: `O’Brien` is next to
  /// `O'Brien`. The extension of the last component is compared after the rest of its name: `a.png`
  /// comes before `a-1.png`.
  ///
  /// Components that are equal so far are compared with their diacritics, and then by their bytes,
  /// before the next component. `.` components are ignored unless everything else is equal.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - filesFirst: Whether the files in a folder come before its subfolders.
  /// - Returns: The key.
  package static func natural(_ path: FilePath, filesFirst: Bool = false) -> PathKey {
    let path = path.bytes
    var key = PathKey()
    key.bytes.reserveCapacity(3 * path.count + 4 * path.count(where: { $0 == slash }) + 12)
    var start = 0
    while start <= path.count {
      let end = path[start...].firstIndex(of: slash) ?? path.count
      let component = path[start..<end]
      if !component.elementsEqual(".".utf8) {
        key.append(component, isLast: end == path.count, filesFirst: filesFirst)
      }
      start = end + 1
    }
    key.bytes += path
    return key
  }

  /// Appends a component: its sort key, then its own bytes.
  private mutating func append(_ component: ArraySlice<UInt8>, isLast: Bool, filesFirst: Bool) {
    if filesFirst { bytes.append(isLast ? 0 : 1) }
    let dot = isLast ? Self.extensionStart(of: component) : nil
    let parts = dot.map { [component[..<$0], component[($0 + 1)...]] } ?? [component]
    if component.allSatisfy({ $0 < 0x80 }) {
      // The common case, which needs no intermediate arrays.
      append(natural: parts)
      bytes.append(1)
    } else {
      let folded = parts.map(Self.folded)
      let bases = folded.map(\.baseLetters)
      append(natural: bases)
      // Names without diacritics come before those with them.
      bytes.append(bases == folded ? 1 : 2)
      if bases != folded { append(natural: folded) }
    }
    bytes += component
    bytes.append(0)
  }

  package static func < (first: PathKey, second: PathKey) -> Bool {
    let count = min(first.bytes.count, second.bytes.count)
    let order = unsafe memcmp(first.bytes, second.bytes, count)
    return order == 0 ? first.bytes.count < second.bytes.count : order < 0
  }

  /// Appends a name and its terminator, with ASCII letters in lower case; `parts` are the name
  /// without its extension, and the extension if there is one.
  private mutating func append(natural parts: [ArraySlice<UInt8>]) {
    for (index, part) in parts.enumerated() {
      // This sorts above the end of a name and below all characters that people use in names.
      if index > 0 { bytes.append(1) }
      var start = part.startIndex
      while start < part.endIndex {
        if part[start].isDigit {
          let digits = part[start...].prefix(while: \.isDigit)
          append(number: digits.drop { $0 == UInt8(ascii: "0") })
          start = digits.endIndex
        } else {
          bytes.append(part[start].lowercasedASCII)
          start += 1
        }
      }
    }
    bytes.append(0)
  }

  /// Appends the digits of a number after their count, so that longer numbers sort as larger.
  private mutating func append(number digits: ArraySlice<UInt8>) {
    // Numbers sort where `0` does among other characters.
    bytes.append(UInt8(ascii: "0"))
    var count = digits.count
    while count >= 255 {
      bytes.append(255)
      count -= 255
    }
    bytes.append(UInt8(count))
    bytes += digits
  }

  /// A name in lower case, by the locale-independent Unicode mapping.
  ///
  /// In a name that is not UTF-8, only ASCII letters are mapped.
  private static func folded(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let text = String(validating: name, as: UTF8.self) else {
      return name.map(\.lowercasedASCII)[...]
    }
    return text.unicodeScalars.flatMap { $0.properties.lowercaseMapping.utf8 }[...]
  }

  /// The dot before the extension of a name; a leading dot marks a hidden file instead.
  private static func extensionStart(of name: ArraySlice<UInt8>) -> Int? {
    name.dropFirst().lastIndex(of: UInt8(ascii: "."))
  }

  private static let slash = UInt8(ascii: "/")
}

extension UInt8 {
  /// The lower case of an ASCII letter; any other byte unchanged.
  package var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension [FilePath] {
  /// The paths in natural order.
  package func sortedNaturally() -> [FilePath] {
    sorted { PathKey.natural($0) < PathKey.natural($1) }
  }
}

extension Sequence {
  /// The element whose path is first in natural order, which messages give as an example; nil if
  /// there are no elements.
  ///
  /// Files are found in the order in which their folders list them, which differs between machines.
  package func firstByName(_ path: (Element) -> FilePath) -> Element? {
    var first: (element: Element, key: PathKey)?
    for element in self {
      let key = PathKey.natural(path(element))
      if let first, first.key <= key { continue }
      first = (element, key)
    }
    return first?.element
  }
}

extension ArraySlice<UInt8> {
  /// A name in lower case, with each Latin letter replaced by its base letters: `o` for `ö` and
  /// `ø`, `l` for `ł`, `ss` for `ß`; combining marks are dropped, and apostrophes and hyphens
  /// become ASCII.
  ///
  /// Bytes that are not UTF-8 are unchanged.
  var baseLetters: ArraySlice<UInt8> {
    guard let text = String(validating: self, as: UTF8.self) else { return self }
    return text.unicodeScalars.flatMap { Array($0.baseLetters.utf8) }[...]
  }
}

extension Unicode.Scalar {
  /// Letters whose base letters do not follow from their Unicode names.
  private static let others: [Unicode.Scalar: String] = [
    "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "œ": "oe", "ŋ": "n", "ĸ": "k", "ſ": "s",
  ]

  /// The base letters of the scalar, or the ASCII form of an apostrophe or a hyphen; the scalar
  /// itself if it is neither.
  ///
  /// Unicode names letters after their base, even if they have no decomposition: LATIN SMALL LETTER
  /// L WITH STROKE.
  fileprivate var baseLetters: String {
    guard value >= 0x80 else { return String(self) }
    if properties.generalCategory == .nonspacingMark, 0x300...0x36F ~= value { return "" }
    switch self {
    case "\u{2018}", "\u{2019}", "\u{2BC}": return "'"
    case "\u{2010}", "\u{2011}", "\u{2013}", "\u{2212}": return "-"
    default: break
    }
    // Latin-1, Latin Extended-A and -B, and Latin Extended Additional.
    guard 0xDF...0x24F ~= value || 0x1E00...0x1EFF ~= value else { return String(self) }
    if let letters = Self.others[self] { return letters }
    let words = (properties.name ?? "").split(separator: " ")
    guard words.count > 3, words.starts(with: ["LATIN", "SMALL", "LETTER"]), words[3].count <= 2
    else { return String(self) }
    return words[3].lowercased()
  }
}
