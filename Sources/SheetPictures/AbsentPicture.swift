internal import SheetFiles

/// A picture that a table names but that does not exist, such as the photo of a pupil who was ill.
///
/// Its cell shows text and a label. The picture is neither opened nor reported as unreadable.
package struct AbsentPicture: PictureSource {
  /// The path where the picture would be; if its row of the table has no path, the row's other
  /// fields serve as its name.
  package let name: String
  /// The text in the picture's cell; empty until planning sets it.
  package let text: String
  /// The position of the picture's row among the rows of pictures that do not exist; nil if the
  /// picture comes from a plan.
  package let row: Int?
  /// The folder where the picture would be, if that folder was given as input or is below one that
  /// was; otherwise nil.
  package let folder: FoundFolder?
  /// Whether it is known in which folder the picture would be.
  package let hasFolder: Bool

  /// Always throws, because there is no file.
  package func header() throws -> PictureHeader { throw reason }

  /// Always throws, because there is no file.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows { throw reason }

  /// Returns the picture with the given text in its cell.
  package func showing(_ text: String) -> SheetPicture {
    SheetPicture(absent: name, showing: text, row: row, in: folder, hasFolder: hasFolder)
  }

  /// Why there are no pixels.
  fileprivate var reason: UnreadablePicture {
    UnreadablePicture(.text(name), reason: text, isAbsent: true)
  }
}

extension SheetPicture {
  /// Creates the entry for a picture that does not exist; its cell shows the given text.
  package init(
    absent name: String, showing text: String = "", row: Int? = nil, in folder: FoundFolder? = nil,
    hasFolder: Bool = false
  ) {
    let source = AbsentPicture(
      name: name, text: text, row: row, folder: folder, hasFolder: hasFolder)
    self.init(source, .failure(source.reason))
  }

  /// What is known about a picture that does not exist; nil for other pictures.
  package var absent: AbsentPicture? { isFoundFile ? nil : source as? AbsentPicture }

  /// Whether the picture does not exist.
  package var isAbsent: Bool { absent != nil }

  /// Whether the picture does not exist, and it is not known in which folder it would be.
  package var lacksFolder: Bool { absent?.hasFolder == false }

  /// The text in the cell of a picture that does not exist; nil for other pictures.
  package var absence: String? { absent?.text }
}
