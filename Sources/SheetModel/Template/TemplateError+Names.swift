// Suggestions for templates and conditions that contain unknown names.

extension TemplateError {
  /// The fact that other programs call by this word; nil if there is none.
  package static func synonym(of word: String) -> String? { Fault.synonym(of: word) }
}

extension TemplateError.Fault {
  /// Names to suggest instead of the names of tokens, which parts of file names must not have.
  static let otherNames = [
    "page": "view", "pages": "views", "name": "item", "stem": "item", "path": "place",
    "folder": "set", "group": "set", "index": "nr", "count": "n", "size": "scale",
    "width": "w", "height": "h", "date": "day", "taken": "day", "modified": "day",
    "camera": "device",
  ]

  /// The names that people give to the dates in file names, which are read even without a template.
  static let namesOfDates: Set = ["date", "taken"]

  /// Names that people and other programs use for some of the facts.
  private static let synonyms = [
    "shutter": "exposure", "shutterspeed": "exposure", "shutter-speed": "exposure",
    "caption": "description", "headline": "title", "filename": "name", "file": "name",
    "basename": "stem",
    "fnumber": "aperture", "fstop": "aperture", "f-stop": "aperture", "f": "aperture",
    "focallength": "focal", "focal-length": "focal", "f-number": "aperture", "tags": "keywords",
    "subject": "keywords",
    "dpi": "ppi", "density": "ppi", "resolution": "ppi",
    "gps": "position", "author": "artist", "creator": "artist", "model": "camera",
    "date": "taken", "datetime": "taken", "faces": "people", "persons": "people",
    "person": "people", "place": "location",
    "lightness": "brightness", "luminance": "brightness", "blur": "sharpness",
    "label": "color-label", "colorlabel": "color-label", "colour-label": "color-label",
    "color": "profile", "colour": "profile", "colorspace": "profile", "color-space": "profile",
    "filesize": "size", "file-size": "size", "bytes": "size", "number": "index", "counter": "index",
  ]

  /// Names that people use for a fact in a certain form, or for several facts together, each with
  /// the fact (the first of several) and the tokens to write instead.
  private static let formats = [
    "dimensions": ("width", "{width}x{height}"), "letter": ("index", "{index:a}"),
    "time": ("taken", "{taken:%H:%M}"), "hour": ("taken", "{taken:%H}"),
    "day": ("taken", "{taken:%Y-%m-%d}"), "weekday": ("taken", "{taken:%A}"),
    "month": ("taken", "{taken:%Y-%m}"), "year": ("taken", "{taken:%Y}"),
  ]

  /// The fact that a word stands for; nil if there is none.
  fileprivate static func synonym(of word: String) -> String? {
    let word = word.lowercased()
    return synonyms[word] ?? formats[word]?.0
  }

  /// The token that was probably meant by a name, as it is written in a template.
  static func token(_ nearest: String, meantBy name: String) -> String {
    guard let (fact, token) = formats[name.lowercased()], fact == nearest else {
      return "{\(nearest)}"
    }
    return token
  }

  /// Describes a name that is not a token.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - tokens: The tokens.
  ///   - ofEach: The tokens that support aggregates.
  /// - Returns: The mistake, with the name that was probably meant, if one is similar.
  static func unknown(
    _ name: String, among tokens: [TemplateToken], ofEach: [TemplateToken] = []
  ) -> Self {
    if ofEach.contains(where: { $0.name == name }) {
      return .unknownToken(name, nearest: "\(name).first")
    }
    if isCalculation(name, of: tokens + ofEach) { return .calculatedToken(name) }
    return .unknownToken(
      name,
      nearest: Aggregate.nearest(to: name, among: ofEach)
        ?? meant(by: name, among: tokens.map(\.name))
        ?? meant(by: name, among: ofEach.map(\.name)).map { "\($0).first" })
  }

  /// Whether a name is a calculation, such as `index*10`, `10 * index` or `width/height`.
  ///
  /// Names may contain hyphens, and units such as `km/h` slashes.
  private static func isCalculation(_ name: String, of tokens: [TemplateToken]) -> Bool {
    let longest = 100
    guard name.utf8.count <= longest else { return false }
    func isToken(_ text: String) -> Bool { tokens.contains { $0.name == text } }
    for (index, sign) in zip(name.indices, name) where "*/%+-×÷".contains(sign) {
      let left = name[..<index].filter { $0 != " " }
      let right = name[index...].dropFirst().filter { $0 != " " }
      let mayBeColumns = "*%×÷".contains(sign) && !left.isEmpty && !right.isEmpty
      switch (Double(left) != nil, Double(right) != nil) {
      case (false, true): if mayBeColumns || isToken(left) { return true }
      case (true, false): if mayBeColumns || isToken(right) { return true }
      case (false, false): if isToken(left), isToken(right) { return true }
      case (true, true): break
      }
    }
    return false
  }

  /// The name that differs only in case, or that a synonym stands for, or else the most similar
  /// name.
  static func meant(by word: String, among names: [String]) -> String? {
    guard let other = synonym(of: word), names.contains(other) else {
      return names.nearest(to: word)
    }
    let lowercased = word.lowercased()
    return names.first { $0.lowercased() == lowercased } ?? other
  }

  /// The explanation after the suggested name in the question `did you mean …?`; usually empty.
  static func explanation(of nearest: String, insteadOf name: String) -> String {
    let isCaption = nearest == "description" && synonym(of: name) == nearest
    return isCaption ? ", the caption in XMP, IPTC or Exif" : ""
  }
}
