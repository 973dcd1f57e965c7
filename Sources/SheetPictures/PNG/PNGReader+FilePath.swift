internal import SheetFiles
package import SheetPNG
package import SystemPackage

extension PNGReader {
  /// Opens the file at a path, whose name need not be UTF-8.
  package init(at path: FilePath) throws(PictureFileError) {
    try self.init(nullTerminatedPath: path.nullTerminated)
  }

  /// Whether a file has the mark of a contact sheet, whatever libpng says of it.
  package static func isMarked(fileAt path: FilePath) -> Bool {
    isMarked(fileAt: path.nullTerminated)
  }
}

extension FilePath {
  fileprivate var nullTerminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
