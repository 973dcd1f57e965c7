internal import SheetFiles
internal import SheetPlans
internal import SystemPackage

/// URLs of files, relative to a page that links to them.
///
/// Symbolic links in paths are kept: a browser knows the path by which a page was opened, but not
/// where links in that path lead.
final class RelativeLinks {
  private let workingFolder: FilePath
  /// The folder that contains the page.
  private let folder: FilePath
  /// The prefixes of the URLs of files, by the folder of the files.
  private var known: [FilePath: String] = [:]

  /// Prepares links from the page at a path; nil if the page will be in the working folder.
  init(from page: FilePath?, workingFolder: FilePath = .workingFolder) {
    self.workingFolder = workingFolder
    folder = (page?.folder ?? ".").absolute(in: workingFolder)
  }

  /// The URL of a file.
  func link(to file: FilePath) -> String {
    let folder = file.removingLastComponent()
    let beginning = known[folder] ?? relativePath(to: folder.absolute(in: workingFolder))
    known[folder] = beginning
    return beginning + String(addressOf: file.nameBytes)
  }

  /// The address of a file; nil if it is not in the page's folder or below it.
  ///
  /// Whoever receives the page does not have files elsewhere, and should not learn their paths.
  func linkInside(to file: FilePath) -> String? {
    let link = link(to: file)
    return link.hasPrefix("../") || link.hasPrefix("/") ? nil : link
  }

  /// The path from the page's folder to another folder, ending in a slash unless it is empty.
  private func relativePath(to other: FilePath) -> String {
    let path = folder.relativePath(to: other)
    return path.isEmpty ? "" : String(addressOf: path.bytes) + "/"
  }
}

extension String {
  /// A URL that a browser resolves to the path with exactly these bytes.
  ///
  /// Bytes beyond ASCII, or with a meaning in URLs or markup, are percent-encoded, as in `%3F`.
  init(addressOf path: some Sequence<UInt8>) {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
