extension NameTemplate {
  /// Guesses a template that splits most file names into parts with the wanted names.
  ///
  /// A number next to a word that is one of the wanted names gets that name: `kitchen_64spp`, with
  /// `scene` and `spp`, gives `{scene}_{spp:1}spp`. The remaining names go to the remaining parts
  /// in order.
  ///
  /// - Parameters:
  ///   - wanted: The names of the parts, at least one.
  ///   - stems: Names of files without extensions.
  /// - Returns: The template; nil if most file names do not share a form with enough parts.
  package static func guess(_ wanted: [String], from stems: [String]) -> String? {
    let forms = stems.map(DividedName.init)
    if forms.isEmpty { return nil }
    // At least four in five names have this many fields.
    let count = forms.map(\.fields.count).sorted(by: >)[(4 * forms.count - 1) / 5]
    let names = forms.filter { $0.fields.count >= count }.map {
      $0.joiningSurplusFields(upTo: count)
    }
    // Most names share the same separators.
    let groups = Dictionary(grouping: names, by: \.separators).values
    guard let common = groups.max(by: { $0.count < $1.count }), let first = common.first,
      isMost(common.count, of: stems.count)
    else { return nil }
    let parts = (0..<count).map { index in GuessedPart(common.map { $0.fields[index] }) }
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
    guard let template = try? NameTemplate(source),
      isMost(stems.count { template.match(path: "\($0).png") != nil }, of: stems.count)
    else { return nil }
    return source
  }

  private static func isMost(_ count: Int, of all: Int) -> Bool { 5 * count >= 4 * all }
}

/// A name, divided into fields and the separators between them.
private struct DividedName {
  var fields: [Substring]
  var separators: [Character]

  private static let allSeparators: Set<Character> = ["_", "-", " ", "=", "."]

  init(_ name: String) {
    (fields, separators) = ([], [])
    var start = name.startIndex
    for index in name.indices where Self.isSeparator(at: index, of: name) {
      fields.append(name[start..<index])
      separators.append(name[index])
      start = name.index(after: index)
    }
    fields.append(name[start...])
  }

  /// Whether a character separates fields; a point between two digits is a decimal point.
  private static func isSeparator(at index: String.Index, of name: String) -> Bool {
    guard allSeparators.contains(name[index]) else { return false }
    let next = name.index(after: index)
    guard name[index] == ".", index > name.startIndex, next < name.endIndex else { return true }
    return !(name[name.index(before: index)].isDigit && name[next].isDigit)
  }

  /// The name with at most this many fields; surplus fields are joined into the first.
  func joiningSurplusFields(upTo count: Int) -> DividedName {
    var name = self
    let surplus = fields.count - count
    guard surplus > 0 else { return name }
    let first = zip(fields, separators).prefix(surplus).map { "\($0)\($1)" }.joined()
    name.fields = [Substring(first + fields[surplus])] + fields[(surplus + 1)...]
    name.separators.removeFirst(surplus)
    return name
  }
}

/// A field at the same position in all names.
private struct GuessedPart {
  /// The text, if it is the same in all names; nil if it differs.
  let constant: Substring?
  /// The text before and after the number in the field, if it is the same in all names; otherwise
  /// nil.
  let affixes: (before: String, after: String)?
  /// Whether any of the numbers has decimals.
  private let hasDecimals: Bool

  init(_ values: [Substring]) {
    constant = values.count > 1 && Set(values).count == 1 ? values.first : nil
    let affixes = values.map { value in
      let before = value.prefix { !$0.isDigit }
      return [before, value.dropFirst(before.count).drop { $0.isDigit || $0 == "." }]
    }
    hasDecimals = values.contains { $0.contains(".") }
    let isNumber = Set(affixes).count == 1 && values[0].contains(where: \.isDigit)
    let after = affixes[0][1]
    self.affixes =
      isNumber && !after.contains(where: \.isDigit) ? ("\(affixes[0][0])", "\(after)") : nil
  }

  /// Whether the part is a number next to the given word.
  func isNumber(of word: String) -> Bool {
    guard let affixes else { return false }
    return [affixes.before, affixes.after].contains { $0.lowercased() == word.lowercased() }
  }

  /// The part as written in a template, under the given name.
  private func text(_ name: String) -> String {
    guard let affixes else { return "{\(name)}" }
    let digits = hasDecimals ? "" : ":1"
    return "\(affixes.before.escaped){\(name)\(digits)}\(affixes.after.escaped)"
  }

  /// The parts as written in a template, with the wanted names; nil if there are too few parts.
  static func named(_ parts: [GuessedPart], _ wanted: [String]) -> [String]? {
    var names: [Int: String] = [:]
    func isFree(_ index: Int) -> Bool { names[index] == nil && parts[index].constant == nil }
    var others: [String] = []
    for name in wanted {
      let numbers = parts.indices.filter { parts[$0].isNumber(of: name) }
      // A number may follow its word: seed_12.
      let after = parts.indices.dropFirst().filter { parts[$0 - 1].constant?.lowercased() == name }
      // A named number may be the same in all file names.
      if let index = (numbers + after).first(where: { names[$0] == nil }) {
        names[index] = name
      } else {
        others.append(name)
      }
    }
    let free = parts.indices.filter(isFree)
    guard others.count <= free.count else { return nil }
    for (index, name) in zip(free, others) { names[index] = name }
    return parts.indices.map { index in
      names[index].map(parts[index].text) ?? parts[index].constant.map { String($0).escaped } ?? "*"
    }
  }
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
