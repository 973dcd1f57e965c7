internal import SheetModel
package import SystemPackage

// Pages of files, as inputs name them: `scan.tif[3]`.

extension FilePath {
  /// The path of a page as an input names it: `scan.tif[3]`.
  package func page(_ index: Int) -> FilePath {
    FilePath(bytes: bytes + "[\(index)]".utf8)
  }

  /// The file that an input names, and the page if it names one.
  ///
  /// If a file is really called `scan.tif[3]`, the path means that file.
  package var fileAndPage: (file: FilePath, page: Int?) {
    guard let (file, page) = pageInBrackets, (try? stat()) == nil,
      (try? file.stat().type) == .regular
    else { return (self, nil) }
    return (file, page)
  }

  /// The file and the page that a name such as `scan.tif[3]` stands for, whether or not there is
  /// such a file; nil if the name does not end with a number in brackets.
  package var pageInBrackets: (file: FilePath, page: Int)? {
    let bytes = bytes
    guard bytes.last == UInt8(ascii: "]"),
      let start = bytes.lastIndex(of: UInt8(ascii: "[")), start > 0
    else { return nil }
    let digits = bytes[(start + 1)...].dropLast()
    guard 1...9 ~= digits.count, let page = Int(digits: String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (FilePath(bytes: bytes[..<start]), page)
  }
}
