internal import SheetLayout

/// A template that is filled in for each picture, as `--label` is.
public typealias PictureTemplate = TextTemplate<PictureToken>

/// What a label can say of a picture.
public enum PictureToken: String, TemplateToken {
  /// The name of the file, with its extension.
  case name
  /// The name of the file without its extension.
  case stem
  /// The path as it was given, or below the folder as that was given.
  case path
  /// The name of the folder that the file is in: `.` for a bare name.
  case folder
  /// The place among the pictures, from 1.
  case index
  /// The number of pictures.
  case count
  /// The width in pixels of the upright picture.
  case width
  /// The height in pixels of the upright picture.
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

  /// The token's value as text; nil where the facts do not have it.
  public func value(in facts: PictureFacts, keyword: String) -> String? {
    switch self {
    case .name: PathText(facts.path).name
    case .stem: PathText(facts.path).stem
    case .path: facts.path
    case .folder: PathText(facts.path).folder
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
  /// Whether the texts in the PNG files are needed.
  public var needsTexts: Bool { uses(.text) }

  /// Whether it is needed how large the files are, or when they were modified.
  public var needsFileFacts: Bool { uses(.size) || uses(.modified) }
}
