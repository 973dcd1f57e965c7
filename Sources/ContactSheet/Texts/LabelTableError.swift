public import SheetText
public import SystemPackage

/// Why a table of labels cannot be used.
///
/// Descriptions name the file and stand alone.
public enum LabelTableError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(FilePath, Errno)
  /// There is a folder, a pipe or a device instead of a file.
  case notFile(FilePath)
  /// There are more than ``LabelTable/largestSize`` bytes.
  case tooLarge(FilePath)
  /// The row that starts in this line is none of a table of labels.
  case row(FilePath, line: Int, LabelRowError)
}

/// What is wrong with a row of a table of labels.
public enum LabelRowError: Error, Equatable, Sendable {
  /// It is text in another encoding, or no text.
  case notUTF8
  /// It holds a NUL, which neither a path nor a label has.
  case holdsNUL
  /// A quotation mark opens a text that no other closes.
  case openQuotation
  /// More text follows the quotation mark that closes one.
  case textAfterQuotation
  /// There is only one column.
  case noLabel
  /// There are so many columns, which are more than two.
  case columns(Int)
  /// The first column is empty, and the second is not.
  case noPath
  /// The label has a backslash without meaning.
  case label(TemplateError)
}

extension LabelTableError: CustomStringConvertible {
  /// What is wrong, with the file and the line, and what helps.
  public var description: String {
    switch self {
    case .unreadable(let path, let error): "cannot read the labels \(path.quoted): \(error)"
    case .notFile(let path):
      "cannot read the labels \(path.quoted): it is not a regular file; - reads standard input"
    case .tooLarge(let path):
      "cannot read the labels \(path.quoted): a table has at most \(LabelTable.largestSize >> 20) MiB; "
        + "keep the rows of the pictures on this sheet"
    case .row(let path, let line, let error): "\(path.quoted), line \(line): \(error)"
    }
  }
}

extension LabelRowError: CustomStringConvertible {
  /// What is wrong with the row, and what helps.
  public var description: String {
    switch self {
    case .notUTF8: "this is not UTF-8; save the table in that encoding"
    case .holdsNUL: "this holds a NUL character; save the table as text in UTF-8"
    case .openQuotation: "a quotation mark is not closed; write \"\" for one that is part of a text"
    case .textAfterQuotation:
      "more text follows a closing quotation mark; write \"\" for one that is part of a text"
    case .noLabel: "there is no second column; separate path and label by a comma or a tab"
    case .columns(let count):
      "there are \(count) columns, but only a path and a label are wanted; put a label that has "
        + "the separator in it between quotation marks"
    case .noPath: "there is a label without a path"
    case .label(let error): "the label, \(error)"
    }
  }
}
