extension NameTemplate {
  /// Guesses a template that splits most file names into parts with the wanted names.
  ///
  /// A number next to a word that is one of the wanted names gets that name: `kitchen_64spp`, with
  /// `scene` and `spp`, gives `{scene}_{spp:1}spp`. Names that usually mean numbers get numbers, and
  /// names that usually mean text get text. The remaining names go to the remaining parts in
  /// order.
  ///
  /// - Parameters:
  ///   - wanted: The names of the parts; there is at least one.
  ///   - stems: Names of files without extensions.
  /// - Returns: The template; nil if most file names do not share a form with enough parts. It is
  ///   also nil if a name that usually means a number would get text, or the other way round, or if
  ///   another name could mean any of several numbers.
  package static func guess(_ wanted: [String], from stems: [String]) -> String? {
    let forms = stems.compactMap(DividedName.init)
    guard !forms.isEmpty, isMost(forms.count, of: stems.count) else { return nil }
    return [commonForm(of: forms, wanted), numberedForm(of: forms, wanted)].lazy.compactMap(\.self)
      .first { fits($0, wanted, stems) }
  }

  /// The template for the form that most names share; nil if there is none.
  private static func commonForm(of forms: [DividedName], _ wanted: [String]) -> String? {
    // At least four in five names have this many fields.
    let count = forms.map(\.fields.count).sorted(by: >)[(4 * forms.count - 1) / 5]
    let names = forms.filter { $0.fields.count >= count }.map {
      $0.joiningSurplusFields(upTo: count)
    }
    // Most names share the same separators.
    let groups = Dictionary(grouping: names, by: \.separators).values
    guard let common = groups.max(by: { $0.count < $1.count }), let first = common.first,
      isMost(common.count, of: forms.count)
    else { return nil }
    let parts = (0..<count).map { index in
      GuessedPart(common.map { ($0.fields[index], $0.numbers[index]) })
    }
    guard let named = GuessedPart.named(parts, wanted),
      // A part must not be the whole name.
      named != wanted.map({ "{\($0)}" })
    else { return nil }
    var source = named[0]
    for (separator, part) in zip(first.separators, named.dropFirst()) {
      // A single star stands for any number of fields that do not matter.
      if part == "*", source.hasSuffix("*") { continue }
      source += "\(separator)\(part)"
    }
    return source
  }

  /// The template for names that share no form, but in which each wanted name is beside its number,
  /// as in `lr0.1`; nil if a wanted name is not.
  private static func numberedForm(of forms: [DividedName], _ wanted: [String]) -> String? {
    func index(of name: String, in form: DividedName) -> Int? {
      form.numbers.firstIndex { $0?.isNumber(of: name) == true }
    }
    let complete = forms.filter { form in wanted.allSatisfy { index(of: $0, in: form) != nil } }
    guard let first = complete.first else { return nil }
    var (source, last, lastPart) = ("", -1, GuessedPart?.none)
    let places = wanted.compactMap { name in index(of: name, in: first).map { ($0, name) } }
      .sorted { $0.0 < $1.0 }
    for (place, name) in places {
      let part = GuessedPart(
        complete.compactMap { form in
          index(of: name, in: form).map { (form.fields[$0], form.numbers[$0]) }
        })
      if place > last + 1 { source += "*" }
      if place > 0 { source.append(first.separators[place - 1]) }
      source += part.text(name)
      (last, lastPart) = (place, part)
    }
    let follow = complete.map { form in
      places.last.flatMap { index(of: $0.1, in: form) } != form.fields.count - 1
    }
    if !follow.contains(true) { return source }
    if !follow.contains(false) { return source + "\(first.separators[last])*" }
    // Before a star, a part that consists of digits ends where the digits end; any other part would
    // end too early.
    return lastPart?.isWhole == true ? source + "*" : nil
  }

  /// Whether a template matches most file names, and yields a number for each part whose name
  /// usually means a number.
  private static func fits(_ source: String, _ wanted: [String], _ stems: [String]) -> Bool {
    guard let template = try? NameTemplate(source) else { return false }
    let numbers = wanted.filter(\.usuallyMeansNumber)
    let count = stems.count { stem in
      guard let parts = template.match(path: "\(stem).png") else { return false }
      return numbers.allSatisfy { name in parts[name].map { Double($0) != nil } == true }
    }
    return isMost(count, of: stems.count)
  }

  /// Whether this name is likely for a part of file names: either such parts often have it, or most
  /// of the file names contain it.
  package static func isLikely(_ name: String, in stems: [String]) -> Bool {
    name.usuallyMeansNumber || name.usuallyMeansText || isWord(name, in: stems)
  }

  /// Whether most file names contain a word, either alone or beside a number.
  package static func isWord(_ name: String, in stems: [String]) -> Bool {
    let count = stems.count { stem in
      guard let form = DividedName(stem) else { return false }
      return zip(form.fields, form.numbers).contains { field, number in
        number?.isNumber(of: name) ?? (field.lowercased() == name.lowercased())
      }
    }
    return !stems.isEmpty && isMost(count, of: stems.count)
  }

  /// A name for an example, as it is written in a template: with digits if it usually means a
  /// number.
  package static func example(_ name: String) -> String {
    name.usuallyMeansNumber ? "*_{\(name):1}" : "{\(name)}_*"
  }

  private static func isMost(_ count: Int, of all: Int) -> Bool { 5 * count >= 4 * all }
}

/// A name, divided into fields and the separators between them.
private struct DividedName {
  var fields: [Substring]
  /// The number in each field; nil for a field without one.
  var numbers: [NumberedField?]
  var separators: [Character]

  private static let allSeparators: Set<Character> = ["_", "-", " ", "=", "."]
  /// The maximum number of fields, more than a template for names has in practice.
  private static let maximumFields = 24

  /// Divides a name; nil if it has too many fields.
  init?(_ name: String) {
    (fields, numbers, separators) = ([], [], [])
    var start = name.startIndex
    for index in name.indices where Self.isSeparator(at: index, of: name) {
      fields.append(name[start..<index])
      separators.append(name[index])
      start = name.index(after: index)
      if fields.count == Self.maximumFields { return nil }
    }
    fields.append(name[start...])
    numbers = fields.map(NumberedField.init)
  }

  /// Whether a character separates fields; decimal points and the signs of exponents do not.
  private static func isSeparator(at index: String.Index, of name: String) -> Bool {
    guard allSeparators.contains(name[index]) else { return false }
    let next = name.index(after: index)
    guard index > name.startIndex, next < name.endIndex, name[next].isDigit else { return true }
    let before = name[..<index]
    switch name[index] {
    case ".": return before.last?.isDigit != true
    case "-":
      let isExponent = before.last == "e" || before.last == "E"
      return !isExponent || before.dropLast().last?.isDigit != true
    default: return true
    }
  }

  /// The name with at most this many fields; surplus fields are joined into the first.
  func joiningSurplusFields(upTo count: Int) -> DividedName {
    var name = self
    let surplus = fields.count - count
    guard surplus > 0 else { return name }
    let first = zip(fields, separators).prefix(surplus).map { "\($0)\($1)" }.joined()
    let joined = Substring(first + fields[surplus])
    name.fields = [joined] + fields[(surplus + 1)...]
    name.numbers = [NumberedField(joined)] + numbers[(surplus + 1)...]
    name.separators.removeFirst(surplus)
    return name
  }
}

/// A field that consists of a number, with letters before or after it: `lr1e-3`, `64spp`.
private struct NumberedField {
  let before: Substring
  let number: Substring
  let after: Substring

  init?(_ field: Substring) {
    let bytes = field.utf8
    guard let start = bytes.firstIndex(where: \.isDigit) else { return nil }
    /// The end of the digits that start at an index; nil if there are none.
    func endOfDigits(at start: Substring.Index) -> Substring.Index? {
      let end = bytes[start...].firstIndex { !$0.isDigit } ?? bytes.endIndex
      return end > start ? end : nil
    }
    func byte(at place: Substring.Index) -> UInt8? {
      place < bytes.endIndex ? bytes[place] : nil
    }
    var end = endOfDigits(at: start) ?? start
    if byte(at: end) == UInt8(ascii: "."), let next = endOfDigits(at: bytes.index(after: end)) {
      end = next
    }
    if let letter = byte(at: end), letter | 0x20 == UInt8(ascii: "e") {
      var digits = bytes.index(after: end)
      if let sign = byte(at: digits), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        digits = bytes.index(after: digits)
      }
      end = endOfDigits(at: digits) ?? end
    }
    if bytes[end...].contains(where: \.isDigit) { return nil }
    (before, number, after) = (field[..<start], field[start..<end], field[end...])
  }

  /// Whether the word is beside the number.
  func isNumber(of word: String) -> Bool {
    [before, after].contains { $0.lowercased() == word.lowercased() }
  }

  /// Whether the number belongs to another word: the number in `64spp` is not a seed.
  func isTaken(for word: String) -> Bool {
    [before, after].contains { String($0).usuallyMeansNumber && $0.count > 1 }
      && !isNumber(of: word)
  }
}

/// A field at the same position in all names.
private struct GuessedPart {
  /// The text, if it is the same in all names; nil if it differs.
  let constant: Substring?
  /// The field of the first file name if the fields of all names have a number between the same
  /// letters; otherwise nil.
  let numbered: NumberedField?
  /// Whether all numbers are whole.
  let isWhole: Bool

  init(_ values: [(text: Substring, number: NumberedField?)]) {
    constant = values.count > 1 && Set(values.map(\.text)).count == 1 ? values[0].text : nil
    let fields = values.map(\.number)
    let (before, after) = (fields[0]?.before, fields[0]?.after)
    let isNumber = fields.allSatisfy { $0 != nil && $0?.before == before && $0?.after == after }
    numbered = isNumber ? fields[0] : nil
    isWhole = fields.allSatisfy { $0?.number.allSatisfy(\.isDigit) ?? false }
  }

  /// The part as written in a template, under the given name.
  func text(_ name: String) -> String {
    guard let numbered else { return "{\(name)}" }
    return "\(String(numbered.before).escaped){\(name)\(isWhole ? ":1" : "")}"
      + String(numbered.after).escaped
  }

  /// The parts as written in a template, with the wanted names.
  ///
  /// Nil if there are too few parts, if no part suits a name that usually means a number or text,
  /// or if another name could mean any of several numbers.
  static func named(_ parts: [GuessedPart], _ wanted: [String]) -> [String]? {
    var names: [Int: String] = [:]
    var others: [String] = []
    for name in wanted {
      let numbers = parts.indices.filter { parts[$0].numbered?.isNumber(of: name) == true }
      // A number may follow its word: seed_12.
      let after = parts.indices.dropFirst().filter {
        parts[$0 - 1].constant?.lowercased() == name.lowercased()
      }
      // A named number may be the same in all file names.
      if let index = (numbers + after).first(where: { names[$0] == nil }) {
        names[index] = name
      } else {
        others.append(name)
      }
    }
    var free = parts.indices.filter { names[$0] == nil && parts[$0].constant == nil }
    guard others.count <= free.count else { return nil }
    /// Whether there are more parts than names, so that a name may mean any of several parts.
    let isAmbiguous = others.count < free.count
    func give(_ name: String, _ place: Int) {
      names[free.remove(at: place)] = name
    }
    for name in others where name.usuallyMeansNumber {
      let place = free.firstIndex { parts[$0].numbered.map { !$0.isTaken(for: name) } == true }
      guard let place else { return nil }
      give(name, place)
    }
    let rest = others.filter { !$0.usuallyMeansNumber }
    var textCount = rest.count { $0.usuallyMeansText }
    for name in rest {
      let texts = free.indices.filter { parts[free[$0]].numbered == nil }
      if name.usuallyMeansText {
        guard let place = texts.first else { return nil }
        textCount -= 1
        give(name, place)
      } else {
        // The parts that contain text are left for the names that usually mean text.
        let isSpare = texts.count > textCount
        let place = free.indices.first { isSpare || !texts.contains($0) } ?? 0
        // Nothing says which of several numbers a name such as `palette` means.
        if isAmbiguous, parts[free[place]].numbered != nil { return nil }
        give(name, place)
      }
    }
    return parts.indices.map { index in
      names[index].map(parts[index].text) ?? parts[index].constant.map { String($0).escaped } ?? "*"
    }
  }
}

extension String {
  /// Whether parts of file names with this name are usually numbers.
  fileprivate var usuallyMeansNumber: Bool { Self.numberNames.contains(lowercased()) }

  /// Whether parts of file names with this name are usually text.
  fileprivate var usuallyMeansText: Bool { Self.textNames.contains(lowercased()) }

  private static let numberNames: Set = [
    "batch", "bs", "cfg", "count", "cutoff", "damping", "depth", "dropout", "epoch", "epochs",
    "fold", "frame", "frames", "iter", "iteration", "iterations", "iters", "layers", "level", "lr",
    "momentum", "n", "noise", "num", "number", "psnr", "resolution", "run", "sample", "samples",
    "seed", "sigma", "spp", "ssim", "step", "steps", "temp", "temperature", "threshold", "trial",
    "wd",
  ]

  private static let textNames: Set = [
    "algorithm", "arch", "architecture", "backbone", "browser", "category", "character", "city",
    "class", "client", "condition", "country", "dataset", "device", "experiment", "integrator",
    "kind", "language", "method", "metric", "mode", "model", "network", "object", "optimizer",
    "platform", "product", "prompt", "renderer", "scene", "species", "stage", "state", "style",
    "subject", "test", "theme", "variant", "view", "work",
  ]
}

extension String {
  /// The text as a literal in a template for names.
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "{", "}": text += "\(character)\(character)"
      case "*", "\\": text += "\\\(character)"
      default: text.append(character)
      }
    }
  }
}
