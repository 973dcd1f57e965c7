/// The common name of a camera, from the maker and model recorded in its pictures.
///
/// - Words for the kind of company are dropped from the maker's name: `Olympus` for `OLYMPUS
///   IMAGING CORP.`
/// - Words of the maker's name that are all upper or all lower case are capitalised, except for
///   short ones: `Nikon`, but `HTC`.
/// - If the model starts with a word of the maker's name, or with its initials, the maker is not
///   repeated: `Kodak DC280 ZOOM DIGITAL CAMERA`, `HP PhotoSmart 715`. The shared word is then
///   written as in the maker's name. The rest of the model is unchanged.
struct CameraName {
  /// The name; nil if neither maker nor model is known.
  let text: String?

  /// - Parameters:
  ///   - maker: The maker from Exif, without surrounding space; nil if there is none.
  ///   - model: The model from Exif, without surrounding space; nil if there is none.
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

  /// The words of a maker's name before the first word for the kind of company; there is always at
  /// least one.
  private static func nameWords(of maker: String) -> [String] {
    let words = maker.split { $0.isWhitespace || $0 == "," }.map { String($0) }
    let end = words.dropFirst().firstIndex { word in
      companyWords.contains(word.filter { $0 != "." }.lowercased())
    }
    return words.isEmpty ? [maker] : Array(words[..<(end ?? words.endIndex)])
  }

  /// Words for the kind of company, which follow makers' names in Exif.
  private static let companyWords: Set = [
    "ag", "camera", "co", "coltd", "company", "computer", "corp", "corporation", "electric",
    "electronics", "gmbh", "imaging", "inc", "limited", "ltd", "optical",
  ]

  /// The word with an initial capital and the rest in lower case, if it is all lower case, or if it
  /// is all upper case and not short; otherwise the word unchanged.
  private static func cased(_ word: String) -> String {
    let isShort = word.count <= 3
    guard word == word.lowercased() || word == word.uppercased() && !isShort else { return word }
    return word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  /// The initials of words, which may also be separated by hyphens; nil if there are fewer than
  /// two.
  private static func initials(of words: [String]) -> String? {
    let initials = words.flatMap { $0.split(separator: "-") }.compactMap(\.first)
    return initials.count > 1 ? String(initials) : nil
  }
}

extension String {
  /// Whether the text starts with this whole word, ignoring case.
  fileprivate func beginsWithWord(_ word: String) -> Bool {
    guard prefix(word.count).lowercased() == word.lowercased() else { return false }
    return dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}
