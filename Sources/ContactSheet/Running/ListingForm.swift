package import SheetPictures

/// How the facts of pictures are listed, with one line for each picture or pair.
package enum ListingForm: Equatable, Sendable {
  /// All facts as a JSON object, by their names in templates, with an `error` if the picture cannot
  /// be read.
  case json
  /// The text of a template.
  case template(PictureTemplate)

  /// The template; nil if the form is JSON.
  package var template: PictureTemplate? {
    if case .template(let template) = self { template } else { nil }
  }
}
