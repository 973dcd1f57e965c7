internal import SheetFiles
internal import SheetModel
internal import SheetPlanning
internal import SystemPackage

/// A line of a list that selects a picture in folders, as people and programs write it.
struct ListEntry {
  /// The line as written.
  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  /// The maximum number of components at the end of a path from another computer that are compared.
  private static let maximumDepth = 4

  /// Whether the line contains only blanks.
  var isBlank: Bool { String(validating: path)?.allSatisfy(\.isWhitespace) ?? false }

  /// The spellings that differ from the line, strictest first: without surrounding blanks and
  /// quotation marks, then the ends of a path from another computer, longest first.
  private var otherSpellings: [FilePath] {
    let trimmed = Self.trimmed(text[...])
    guard !trimmed.isEmpty else { return [] }
    var spellings = trimmed == text ? [] : [FilePath(trimmed)]
    if trimmed.contains("\\") || trimmed.hasPrefix("/") {
      let parts = trimmed.split { $0 == "\\" || $0 == "/" }.suffix(Self.maximumDepth)
      for start in parts.indices {
        spellings.append(FilePath(parts[start...].joined(separator: "/")))
      }
    }
    return spellings
  }

  /// The items of a line such as `4021, 4022, 4024`; empty if it has no comma.
  var items: [FilePath] {
    guard text.contains(",") else { return [] }
    return text.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }.map { FilePath($0) }
  }

  /// The picture that the line means, the spelling by which it was found, and the page if that
  /// spelling names one.
  ///
  /// A file whose name really is `scan.tif[3]` takes precedence over a page of `scan.tif`.
  func meaning(
    among known: inout WrittenPaths
  ) -> (meaning: WrittenPaths.Meaning, spelling: FilePath, page: Int?) {
    if let found = Self.meaning(of: path, among: &known) { return found }
    let others = otherSpellings
    for spelling in others {
      if let found = Self.meaning(of: spelling, among: &known) { return found }
    }
    for spelling in [path] + others {
      let meaning = known.findOtherFormat(of: spelling)
      if meaning != .none { return (meaning, spelling, nil) }
    }
    for spelling in [path] + others {
      if let index = known.findLoosely(spelling) { return (.one(index), spelling, nil) }
    }
    return (.none, path, nil)
  }

  /// Whether the line or one of its ``items`` is a range of numbers, such as `4060-4064`.
  var hasRange: Bool { isRange || items.contains { ListEntry($0).isRange } }

  private var isRange: Bool {
    let ends = text.split(omittingEmptySubsequences: false) { "-–—".contains($0) }
      .map { UInt64(Self.trimmed($0)) }
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return false }
    return first < last
  }

  private static func meaning(
    of spelling: FilePath, among known: inout WrittenPaths
  ) -> (meaning: WrittenPaths.Meaning, spelling: FilePath, page: Int?)? {
    let meaning = known.find(spelling)
    if meaning != .none { return (meaning, spelling, nil) }
    guard let (file, page) = spelling.pageInBrackets else { return nil }
    let paged = known.find(file)
    return paged == .none ? nil : (paged, file, page)
  }

  /// The line as text; empty if it is not valid UTF-8, so that only the whole line is compared.
  private var text: String { String(validating: path) ?? "" }

  private static func trimmed(_ text: Substring) -> String {
    func isOutside(_ character: Character) -> Bool {
      character.isWhitespace || "\"'`“”„‘’‚«»‹›".contains(character)
    }
    var text = text.drop(while: isOutside)
    while let last = text.last, isOutside(last) { text.removeLast() }
    return String(text)
  }
}
