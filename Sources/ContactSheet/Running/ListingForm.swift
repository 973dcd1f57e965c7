package import SheetPictures

/// The form in which the facts of pictures are listed, one line for each picture or pair.
package enum ListingForm: Equatable, Sendable {
  /// All facts, as a JSON object by their names in templates; with an `error` if the picture cannot be
  /// read.
  case json
  /// The text of a template.
  case template(PictureTemplate)

  /// The template; nil if the form is JSON.
  package var template: PictureTemplate? {
    if case .template(let template) = self { template } else { nil }
  }
}
