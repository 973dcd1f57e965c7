internal import SheetFiles

/// A picture that a table names but that does not exist, such as the photo of a pupil who was ill.
///
/// It has a cell with a text and a label, and is neither opened nor reported as unreadable.
package struct AbsentPicture: PictureSource {
  /// The path in its row of the table or, if the row has no path, the row's other fields.
  package let name: String
  /// The text in its cell.
  package let text: String
  /// The position of its row among the rows of pictures that do not exist; nil if the picture comes
  /// from a plan.
  package let row: Int?

  /// Never succeeds.
  package func header() throws -> PictureHeader { throw reason }

  /// Never succeeds.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows { throw reason }

  /// Why there are no pixels.
  fileprivate var reason: UnreadablePicture {
    UnreadablePicture(.text(name), reason: text, isAbsent: true)
  }
}

extension SheetPicture {
  /// Creates a picture that does not exist, and whose cell shows a text.
  package init(absent name: String, showing text: String, row: Int? = nil) {
    let source = AbsentPicture(name: name, text: text, row: row)
    self.init(source, .failure(source.reason))
  }

  /// What is known about a picture that does not exist; nil for other pictures.
  package var absent: AbsentPicture? { source as? AbsentPicture }

  /// The text in the cell of a picture that does not exist; nil for other pictures.
  package var absence: String? { absent?.text }
}
