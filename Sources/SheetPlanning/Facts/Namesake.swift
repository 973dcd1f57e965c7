internal import SheetModel

/// A word that a fact is compared with, and that also names a column or a part of file names.
struct Namesake {
  private let left: FactKey
  private let value: String
  /// What the word names, as written in a condition, and whether that is a column or a part of file
  /// names.
  private let written: String
  private let meaning: String

  /// Nil if the right side of a test is neither a bare word nor a pattern without wildcards, or if
  /// the word names no column and no part of file names.
  init?(_ test: FactTest, _ names: FactNames) {
    let value: String
    switch test.comparison?.operand {
    case .value(let word) where word.isBareWord: value = word.text
    case .pattern(let pattern):
      guard let literal = pattern.literal else { return nil }
      value = literal
    default: return nil
    }
    let parts = names.parsing.flatMap(\.names)
    func isMeant(_ name: String) -> Bool { name.lowercased() == value.lowercased() }
    let column = names.columns.first(where: isMeant)
    guard let name = column ?? parts.first(where: isMeant) else { return nil }
    (left, self.value) = (test.key, value)
    written = names.token(of: name)
    meaning = column == nil ? "part of the file names" : "column"
  }

  /// The note on the word; nil if the fact of one of the pictures is this very word.
  func note(_ condition: Condition, _ pictures: [PictureFacts], holdsForAll: Bool) -> Note? {
    let isValue = pictures.contains { picture in
      picture.fact(left)?.items.contains { $0.text.lowercased() == value.lowercased() } == true
    }
    if isValue { return nil }
    return Note(
      .vagueWords,
      "'\(value.shortPrintable)' is taken as text in '\(condition.source.shortPrintable)'"
        + (holdsForAll ? ", which all images meet" : ""),
      remedy: "\(written.shortPrintable) stands for the \(meaning)")
  }
}
