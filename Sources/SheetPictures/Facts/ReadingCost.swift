internal import SheetModel

/// How unlikely it is that bytes were decoded correctly, as the number of bits that a simple model
/// of texts needs for the result.
///
/// In the wrong encoding, letters turn into rare characters from everywhere in Unicode, into
/// unassigned ones, or into ideographs, of which there are so many that each takes more bits than
/// the letters it replaces. A text stays within a few pages of 256 characters each; in the wrong
/// byte order, what looks like the page is really the second byte, which varies.
struct ReadingCost: Comparable {
  private(set) var bits = 0

  /// The cost of a character that no text contains.
  static let impossible = 25

  /// Measures the characters of a text.
  init(_ text: some Sequence<Unicode.Scalar>, extra: Int = 0) {
    bits = extra
    var pages: Set<UInt32> = []
    var groups: Set<UInt32> = []
    var last: Unicode.Scalar?
    var lastScript: UInt32?
    var word = Word()
    for scalar in text {
      defer { last = scalar }
      guard scalar.isPossible else {
        bits += Self.impossible
        continue
      }
      let (page, group) = (scalar.value >> 8, scalar.group)
      let (isNewPage, isNewGroup) = (pages.insert(page).inserted, groups.insert(group).inserted)
      if isNewGroup {
        bits += Self.firstCost(ofPage: page)
      } else if group == Self.ideographs {
        // The ideographs of a text are spread over all of their pages.
        bits += page >= 0x4E ? 6 : isNewPage ? 10 : 1
      } else if group != 0 {
        bits += isNewPage ? 2 : 1
      }
      if scalar.isASCII {
        bits += Self.cost(ofASCII: scalar, after: last) + word.add(scalar)
      } else {
        bits += Self.cost(in: page, of: scalar, after: last) + word.end()
      }
      if let script = scalar.script {
        if let lastScript, lastScript != script { bits += 5 }
        lastScript = script
      }
    }
    bits += word.end()
  }

  static func < (one: Self, other: Self) -> Bool { one.bits < other.bits }

  fileprivate static let ideographs: UInt32 = 0x4E

  /// The cost of the first character of a script or page: low for common ones.
  private static func firstCost(ofPage page: UInt32) -> Int {
    switch page {
    case 0x00: 2
    case 0x04, 0x06, 0x20, 0x30: 3
    case 0x01, 0x03, 0x09, 0x0E, 0x1E: 4
    case 0x05, 0x0A...0x0D, 0xFF, 0x1F3...0x1FA: 5
    case 0x10, 0x17, 0x21...0x27: 6
    case 0x0F, 0x12, 0x13: 7
    case 0x18, 0xFB...0xFE: 8
    case 0x02, 0x200...0x323: 10
    case 0x28...0x2F, 0x31...0x4D, 0xAC...0xD7: 12
    default: 9
    }
  }

  private static func cost(
    in page: UInt32, of scalar: Unicode.Scalar, after last: Unicode.Scalar?
  ) -> Int {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format: return scalar == "\u{200D}" ? 6 : 12
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // A combining mark belongs to the character before it.
      if last.map({ $0.properties.isWhitespace }) != false { return 16 }
    default: break
    }
    var cost = 0
    if let last, "0"..."9" ~= last, properties.isAlphabetic, scalar.group != ideographs { cost = 3 }
    switch page {
    case 0x00: cost += properties.isAlphabetic ? 6 : commonSymbols.contains(scalar) ? 9 : 14
    case 0x01 where scalar.value < 0x180: cost += 7
    case 0x01, 0x02: cost += commonLatin.contains(scalar) ? 7 : 11
    case 0x30 where scalar.value < 0x3040:
      cost += 0x3000...0x3002 ~= scalar.value || 0x3005...0x3011 ~= scalar.value ? 6 : 14
    case 0x03...0x1F, 0x20, 0x30: cost += 6
    case 0x32, 0x33: cost += 9
    case 0x21...0x2F, 0x34...0x9F, 0xAC...0xD7, 0x200...0x323: cost += 8
    default: cost += 7
    }
    return cost
  }

  private static let commonSymbols = Set("\u{A0}°©®«»¿¡·§½¼¾¹²³£±µ×".unicodeScalars)
  /// Letters of Vietnamese, Pinyin and Romanian.
  private static let commonLatin = Set("ƠơƯưǍǎǐǒǔǚȘșȚț".unicodeScalars)

  private static func cost(ofASCII scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Int {
    switch scalar {
    case "e": 3
    case " ": 2
    case "a", "h", "i", "n", "o", "r", "s", "t", "0"..."9": 4
    case "j", "q": 7
    case "x", "z": 6
    case "b"..."y": 5
    case "A"..."Z":
      // A capital begins a word, or follows another capital.
      (["J", "Q", "X", "Z"].contains(scalar) ? 7 : 6)
        + (last.map(\.isLowercaseASCII) == true ? 4 : 0)
    case ",", ".", "-", "\n", "\r", "\t": 5
    case "!", "?", "'", "\"", "(", ")", ":", ";", "/", "&", "_", "#": 7
    default: 10
    }
  }

  /// The current word of ASCII letters and digits.
  private struct Word {
    private var letters = 0
    private var digits = 0
    private var hasVowel = false

    /// Adds a character.
    ///
    /// - Returns: The cost of letters next to digits, or of the word that ends here.
    mutating func add(_ scalar: Unicode.Scalar) -> Int {
      let isDigit = "0"..."9" ~= scalar
      guard isDigit || scalar.properties.isAlphabetic else { return end() }
      defer { if isDigit { digits += 1 } else { letters += 1 } }
      if !isDigit, !("b"..."z" ~= scalar) || "eiouy".unicodeScalars.contains(scalar) {
        hasVowel = true
      }
      return isDigit && letters > 0 || !isDigit && digits > 0 ? 1 : 0
    }

    /// Ends the word.
    ///
    /// - Returns: The cost of a word in lower case without vowels.
    mutating func end() -> Int {
      defer { self = Word() }
      return letters > 0 && digits == 0 && !hasVowel ? 4 : 0
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLowercaseASCII: Bool { "a"..."z" ~= self }

  /// Whether the scalar is assigned to a character that may occur in texts.
  fileprivate var isPossible: Bool {
    if value < 0x80 { return value >= 0x20 && value != 0x7F || 0x09...0x0D ~= value }
    if self == "\u{FFFD}" { return false }
    switch properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .control: return false
    default: return true
    }
  }

  /// The first page of its script, if that has several pages, or else its page.
  fileprivate var group: UInt32 {
    let page = value >> 8
    switch page {
    case 0x12, 0x13: return 0x12
    case 0x14...0x16: return 0x14
    case 0x34...0x9F, 0xF9, 0xFA, 0x200...0x323: return ReadingCost.ideographs
    case 0xA0...0xA4: return 0xA0
    case 0xAC...0xD7: return 0xAC
    default: return page
    }
  }

  /// A number for its script, if it is a letter.
  fileprivate var script: UInt32? {
    let page = value >> 8
    switch page {
    case 0x00, 0x01, 0x02, 0x1E: return properties.isAlphabetic ? 0x00 : nil
    case 0x03, 0x1F: return 0x03
    case 0x06...0x08, 0xFB...0xFE: return 0x06
    case 0x31 where 0x3130...0x318F ~= value: return 0xAC
    // Japanese mixes kana and ideographs.
    case 0x30, 0x31, 0x34...0x9F, 0xF9, 0xFA, 0x200...0x323: return 0x30
    case 0x20...0x2B, 0x32, 0x33, 0xFF, 0x1F0...0x1FF: return nil
    default: return group
    }
  }
}
