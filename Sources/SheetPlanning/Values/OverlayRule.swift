internal import SheetFiles
package import SheetModel
package import SystemPackage

extension RuleForm<WrittenOverlay> {
  /// The overlays that are drawn over pictures; all matches are drawn, in this order.
  package static let overlay = RuleForm(
    values: "a folder or a file, with or without a colour and an opacity",
    examples: ["masks", "truth=green,40%", "s3/image*=masks"], effect: "draws overlays",
    mayStandAlone: { _ in true }, isUsuallyAlone: true,
    sign: { WrittenOverlay.sign(in: $0) },
    read: { $0.hasBalancedBraces ? try WrittenOverlay(parsing: $0) : nil })
}

extension WrittenOverlay {
  /// Finds the equals sign between the selector of pictures and the path; nil if all pictures have
  /// the overlay.
  ///
  /// Paths may contain equals signs too, as in `lr=0.01/masks`. The sign is therefore the first one
  /// that precedes the path of an existing file or folder, or the last one if there is none.
  fileprivate static func sign(in text: String, from folder: FilePath = "") -> String.Index? {
    let start = withoutStyle(text)
    let signs = start.ruleSigns
    return signs.first { exists(start[start.index(after: $0)...], in: folder) } ?? signs.last
  }

  /// The text of a rule, without a colour or an opacity at its end.
  private static func withoutStyle(_ text: String) -> Substring {
    // A colour or an opacity follows an equals sign too.
    text.prefix(WrittenOverlay(text).path.count)
  }

  /// Whether there is a file or folder with a path relative to a folder.
  fileprivate static func exists(
    _ path: some StringProtocol, in folder: FilePath = ""
  ) -> Bool {
    !path.isEmpty && (try? folder.pushing(FilePath(String(path))).stat()) != nil
  }

  /// The part of a rule before its path, `s3/image*=` in `s3/image*=masks=green`, and the rest; the
  /// first part is empty if all pictures have the overlay.
  ///
  /// If there is a file or folder with the whole text as its path, relative to `folder`, the text is
  /// that path.
  package static func parts(
    of text: String, in folder: FilePath = ""
  ) -> (pictures: Substring, overlay: Substring) {
    guard let sign = sign(in: text, from: folder), !exists(withoutStyle(text), in: folder)
    else { return ("", text[...]) }
    return (text[...sign], text[text.index(after: sign)...])
  }
}

extension PictureRule<WrittenOverlay> {
  /// Reads an overlay, or a rule with one.
  ///
  /// - Throws: The mistake in the rule.
  init(overlay rule: Sheet.Rule<String>) throws {
    switch rule.content {
    case .written(let text): try self.init(written: text)
    case .parts: try self.init(rule, as: .overlay) { try WrittenOverlay(parsing: $0) }
    }
  }

  /// Reads an overlay or a rule as it is written; the path may contain an equals sign if there is a
  /// file or folder with that path.
  ///
  /// - Throws: The mistake in the rule, or that the rule is ambiguous because it is also an existing
  ///   path.
  private init(written text: String) throws {
    if WrittenOverlay.parts(of: text).pictures.isEmpty {
      let overlay = try WrittenOverlay(parsing: text)
      self.init(source: text, pictures: .all, value: overlay)
      if let rule = try? PictureRule(text, as: .overlay), rule.pictures != .all,
        WrittenOverlay.exists(rule.value.path)
      {
        throw AmbiguousOverlay(path: overlay.path, other: rule.value.path)
      }
    } else if let rule = try PictureRule(text, as: .overlay) {
      if rule.seemsMisspelt { throw MisspeltOverlay(text: rule.value.path) }
      self = rule
    } else {
      throw RuleError.form(text, RuleForm.overlay.description)
    }
  }
}

extension PictureRule<WrittenOverlay> {
  /// Whether the rule is probably a path with a misspelt colour or opacity, such as `masks=grean`.
  ///
  /// This is so if there is a file or folder with the path before the equals sign, and none with
  /// the path after the sign.
  fileprivate var seemsMisspelt: Bool {
    guard let text = pictures.plainName else { return false }
    return WrittenOverlay.exists(text) && !WrittenOverlay.exists(value.path)
  }
}

private struct MisspeltOverlay: Error, CustomStringConvertible {
  let text: String

  var description: String {
    "there is no '\(text.shortPrintable)', and it is neither a colour nor an opacity; "
      + "write masks=green, masks=40% or masks=green,40%"
  }
}

/// An overlay that may be a rule or a path.
private struct AmbiguousOverlay: Error, CustomStringConvertible {
  let path: String
  let other: String

  var description: String {
    "there are both '\(path.shortPrintable)' and '\(other.shortPrintable)'; rename one of them"
  }
}
