/// The usual name of a camera, from the maker and the model in its pictures.
///
/// - The maker is its name without words for the kind of company: `Olympus` for
///   `OLYMPUS IMAGING CORP.`
/// - Words of it that are all capitals or all small letters get one capital, except short ones:
///   `Nikon`, but `HTC`.
/// - If the model begins with a word of the maker, or with its initials, the maker is not repeated:
///   `Kodak DC280 ZOOM DIGITAL CAMERA`, `HP PhotoSmart 715`. The shared word is then written as in
///   the maker. The rest of the model stays as it is.
struct CameraName {
  /// The name; nil if neither maker nor model is known.
  let text: String?

  /// - Parameters:
  ///   - maker: The maker in Exif, without space around it; nil if there is none.
  ///   - model: The model in Exif, without space around it; nil if there is none.
  init(maker: String?, model: String?) {
    guard let maker else {
      text = model
      return
    }
    let words = Self.nameWords(of: maker)
    let name = words.map(Self.cased).joined(separator: " ")
    guard let model else {
      text = name
      return
    }
    if let word = words.first(where: { model.beginsWithWord($0) }) {
      text = Self.cased(word) + model.dropFirst(word.count)
    } else if let initials = Self.initials(of: words), model.beginsWithWord(initials) {
      text = model
    } else {
      text = name + " " + model
    }
  }

  /// The words of a maker up to the first one that is about the company; at least one.
  private static func nameWords(of maker: String) -> [String] {
    let words = maker.split { $0.isWhitespace || $0 == "," }.map { String($0) }
    let end = words.dropFirst().firstIndex { word in
      companyWords.contains(word.filter { $0 != "." }.lowercased())
    }
    return words.isEmpty ? [maker] : Array(words[..<(end ?? words.endIndex)])
  }

  /// The words that follow the names of makers in Exif.
  private static let companyWords: Set = [
    "ag", "camera", "co", "coltd", "company", "computer", "corp", "corporation", "electric",
    "electronics", "gmbh", "imaging", "inc", "limited", "ltd", "optical",
  ]

  /// A word as it is written inside a text, unless it is short or has its own capitals.
  private static func cased(_ word: String) -> String {
    let isShort = word.count <= 3
    guard word == word.lowercased() || word == word.uppercased() && !isShort else { return word }
    return word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  /// The first letters of at least two words, which hyphens separate too.
  private static func initials(of words: [String]) -> String? {
    let initials = words.flatMap { $0.split(separator: "-") }.compactMap(\.first)
    return initials.count > 1 ? String(initials) : nil
  }
}

extension String {
  /// Whether the text begins with this whole word, regardless of case.
  fileprivate func beginsWithWord(_ word: String) -> Bool {
    guard prefix(word.count).lowercased() == word.lowercased() else { return false }
    return dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}
