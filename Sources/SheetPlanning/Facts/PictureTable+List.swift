internal import SheetFiles
package import SystemPackage

extension PictureTable {
  /// The paths in a CSV or tab-separated file that serves as a list, in the order of its rows.
  ///
  /// Only the column of paths is read; unlike in a table, it may be the only column.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The paths; nil if the first row that is not empty does not say which column they are
  ///   in, or if the file cannot be read.
  /// - Throws: ``PictureTableError`` if the file is too large, or if a row cannot be read.
  package static func listedPaths(in path: FilePath) throws(PictureTableError) -> [FilePath]? {
    let bytes: [UInt8]
    do throws(ContentsError) { bytes = try path.contents(atMost: maximumSize) } catch {
      if case .tooLarge = error { throw .tooLarge(path) }
      return nil
    }
    let text = bytes.tableText
    var rows = TableRows(of: text)
    var (heading, column): ([String], Int?) = ([], nil)
    var paths: [FilePath] = []
    do throws(TableRowError) {
      while let fields = try rows.next() {
        if let column {
          if let name = fields[safe: column], !name.isEmpty { paths.append(FilePath(name)) }
        } else if fields.contains(where: { !$0.isEmpty }) {
          guard let found = TableColumns(heading: fields, least: 1)?.path else { return nil }
          (heading, column) = (fields, found)
        }
      }
    } catch {
      // Without a heading, the file may be a list in which commas and quotation marks mean nothing.
      if column == nil { return nil }
      throw .row(
        path, line: text[..<rows.start].lineNumber, error, column: rows.column, of: heading)
    }
    return column == nil ? nil : paths
  }
}

extension TableRows {
  /// Creates a reader for the text of a table.
  ///
  /// The separator is taken from a first line such as `sep=;`, as Excel writes it, or else from the
  /// first row.
  init(of text: [UInt8]) {
    let isMarked = text.starts(with: "sep=".utf8) && text.dropFirst(5).first?.isLineEnd == true
    self.init(
      text[(isMarked ? 5 : 0)...], separator: isMarked ? text[4] : text.firstSeparator)
  }
}
