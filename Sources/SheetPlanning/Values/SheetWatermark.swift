internal import SheetModel
package import SheetPictures
package import SystemPackage

/// The watermark on each picture: text or a picture.
package enum SheetWatermark: Sendable {
  /// Translucent text.
  case text(PictureTemplate)
  /// A translucent picture from a file; the picture is nil until planning has read its header.
  case picture(FilePath, SheetPicture?)

  /// Parses a template, or the path of a picture after `file:`.
  ///
  /// - Throws: `TemplateError` if the text is not a template, or an error that names the remedy.
  package init(parsing text: String) throws {
    switch WrittenWatermark(text) {
    case .template(let template): self = .text(try PictureTemplate(template, others: .any))
    case .file(""): throw NoFile()
    case .file(let path): self = .picture(FilePath(path), nil)
    }
  }

  /// The template of the text; nil if the watermark is a picture.
  package var template: PictureTemplate? {
    if case .text(let template) = self { template } else { nil }
  }

  /// The path of the picture; nil if the watermark is text.
  package var path: FilePath? { if case .picture(let path, _) = self { path } else { nil } }

  /// The picture; nil if the watermark is text, or if its header has not been read.
  package var picture: SheetPicture? {
    if case .picture(_, let picture) = self { picture } else { nil }
  }
}

/// The error for `file:` without a path.
private struct NoFile: Error, CustomStringConvertible {
  let description = "it names no file; write file:logo.png"
}
