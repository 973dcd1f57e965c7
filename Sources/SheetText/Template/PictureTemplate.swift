public import SheetLayout

/// A template that is filled in for each picture, such as a label.
public typealias PictureTemplate = TextTemplate<PictureToken>

/// The tokens of labels.
public enum PictureToken: String, TemplateToken {
  /// The name of the file, with its extension.
  case name
  /// The name of the file without its extension.
  case stem
  /// The path as given, or below the folder as given.
  case path
  /// The folder that the file is in, as ``PictureFacts/folder`` says, or else its name: `.` for a
  /// bare name.
  case folder
  /// The position among the pictures, from 1.
  case index
  /// The number of pictures.
  case count
  /// The width of the upright picture, in pixels.
  case width
  /// The height of the upright picture, in pixels.
  case height
  /// The size of the file, such as `3.2 MB`.
  case size
  /// When the file was modified, such as `2026-11-21 14:05`, in UTC.
  case modified
  /// The number of the page that the picture is on, from 1.
  case page
  /// The first text in the PNG under a keyword, such as `{text:Title}`.
  case text

  /// Digits for numbers, and the keyword of a text.
  public var parameter: TokenParameter {
    switch self {
    case .index, .count, .width, .height, .page: .digits
    case .text: .keyword
    case .name, .stem, .path, .folder, .size, .modified: .none
    }
  }

  /// The token's value as text; nil where the facts lack it.
  public func value(in facts: PictureFacts, keyword: String) -> String? {
    switch self {
    case .name: PathText(facts.path).name
    case .stem: PathText(facts.path).stem
    case .path: facts.path
    case .folder: facts.folder ?? PathText(facts.path).folder
    case .index: String(facts.index)
    case .count: String(facts.count)
    case .width: facts.size.map { String($0.width) }
    case .height: facts.size.map { String($0.height) }
    case .size: facts.byteCount.map { ByteCount($0).description }
    case .modified: facts.modified?.minuteText
    case .page: String(facts.page)
    case .text: facts.texts.first { $0.keyword == keyword }?.text
    }
  }
}

extension TextTemplate<PictureToken> {
  /// Whether the template needs ``PictureFacts/texts``.
  public var needsTexts: Bool { uses(.text) }

  /// Whether the template needs the size of the file or the time when it was modified.
  public var needsFileFacts: Bool { uses(.size) || uses(.modified) }
}

/// What a label can say about its picture.
public struct PictureFacts: Sendable {
  /// The path as given, with U+FFFD for bytes that are not UTF-8.
  public var path: String
  /// The path below the input folder that led to the picture, or the name of that folder for what is
  /// right in it; nil where no folder did.
  public var folder: String?
  /// The position among the pictures, from 1.
  public var index: Int
  /// The number of pictures.
  public var count: Int
  /// The number of the page that the picture is on, from 1.
  public var page: Int
  /// The size of the upright picture in pixels; nil where it cannot be read.
  public var size: PixelSize?
  /// The size of the file in bytes; nil where it is missing.
  public var byteCount: UInt64?
  /// When the file was modified; nil where it is missing.
  public var modified: CivilTime?
  /// The texts in the PNG, in file order; may be left empty where no template
  /// ``TextTemplate/needsTexts``.
  public var texts: [PictureText]

  /// Creates facts.
  public init(
    path: String, folder: String? = nil, index: Int, count: Int, page: Int, size: PixelSize? = nil,
    byteCount: UInt64? = nil, modified: CivilTime? = nil, texts: [PictureText] = []
  ) {
    self.path = path
    self.folder = folder
    self.index = index
    self.count = count
    self.page = page
    self.size = size
    self.byteCount = byteCount
    self.modified = modified
    self.texts = texts
  }
}

/// A text stored in a picture.
public struct PictureText: Equatable, Sendable {
  /// What it is about, such as `Title` or `Author`.
  public var keyword: String
  /// The text, which may hold any character.
  public var text: String

  /// Creates a text.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}

/// The parts of a path, as text.
///
/// Paths are split at the bytes of their slashes: to a `String`, a slash and a combining mark
/// are one character that is no slash, but not to the file system.
struct PathText {
  /// The last component; empty where there is none.
  let name: String
  /// The last component without its extension.
  ///
  /// A dot at the start makes a hidden file, not an extension.
  let stem: String
  /// The name of the folder that holds the last component: `.` for a bare name, `/` for the
  /// root.
  let folder: String

  init(_ path: String) {
    let components = path.utf8.split(separator: UInt8(ascii: "/"))
    let name = components.last ?? ""[...].utf8
    let dot = name.dropFirst().lastIndex(of: UInt8(ascii: "."))
    self.name = String(Substring(name))
    stem = String(Substring(name[..<(dot ?? name.endIndex)]))
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    let folder = components.dropLast().last { !$0.elementsEqual(".".utf8) }
    self.folder = folder.map { String(Substring($0)) } ?? root
  }
}

/// A number of bytes as people read it, in powers of 1000.
package struct ByteCount: CustomStringConvertible {
  private let bytes: UInt64

  /// Creates a number of bytes.
  package init(_ bytes: UInt64) {
    self.bytes = bytes
  }

  /// The number in the largest unit that gives at least 1, such as `999 B`, `3.2 MB` or `32 MB`.
  ///
  /// Rounded to tenths below 10 and to whole numbers from 10 on, halves up.
  package var description: String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var unit: UInt64 = 1000
    for symbol in ["kB", "MB", "GB", "TB", "PB"] {
      let tenths = rounded(to: unit / 10)
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(symbol)" }
      let wholes = rounded(to: unit)
      if wholes < 1000 { return "\(wholes) \(symbol)" }
      unit *= 1000
    }
    let tenths = rounded(to: unit / 10)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) EB" : "\(rounded(to: unit)) EB"
  }

  /// The number of units, halves rounded up.
  private func rounded(to unit: UInt64) -> UInt64 {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
