internal import SheetFiles
package import SheetLayout
package import SheetModel
internal import SystemPackage

// Errors in pictures that prevent a sheet from being made. A picture that is merely damaged is
// reported as an `UnreadablePicture` and replaced by a placeholder.

extension ContactSheetError {
  /// A picture could not be read, and the settings make that an error.
  package static func unreadable(_ picture: UnreadablePicture) -> Self {
    Self(.unreadablePicture, "\(picture)", remedy: picture.remedy, cause: picture)
  }

  /// One or more pictures could not be read.
  ///
  /// The cause names all of these pictures, so that a folder can be repaired in one go.
  ///
  /// - Precondition: `pictures` is not empty.
  package static func unreadable(all pictures: [UnreadablePicture]) -> Self {
    if pictures.count == 1 { return unreadable(pictures[0]) }
    return Self(
      .unreadablePicture, "cannot make a sheet: \(pictures.count) images cannot be read",
      remedy: pictures[0].remedy, cause: UnreadablePictures(all: pictures))
  }

  /// A picture that a setting names could not be read.
  package static func unreadable(_ picture: UnreadablePicture, as setting: Setting) -> Self {
    Self(
      .unreadablePicture, "\(picture)",
      remedy: picture.remedy ?? "use another image for \(setting)", cause: picture)
  }

  /// None of the pictures could be read, so nothing is written.
  package static func nothingReadable(_ pictures: [UnreadablePicture]) -> Self {
    pictures.count == 1
      ? Self(
        .unreadablePicture, "cannot make a sheet: the only image cannot be read",
        remedy: "name a readable one", cause: UnreadablePictures(all: pictures))
      : Self(
        .unreadablePicture,
        "cannot make a sheet: none of the \(pictures.count) images can be read",
        remedy: "name readable ones", cause: UnreadablePictures(all: pictures))
  }

  /// A picture can be read now, but could not be when the plan was made, so the plan has no place
  /// for it.
  package static func unplanned(_ name: String) -> Self {
    Self(
      .changedPicture,
      "cannot render \(FilePath(name).quoted): it can be read now, but could not be when the plan was made",
      remedy: "make a new plan")
  }

  /// A picture no longer has the bands that the plan shows.
  package static func fewerBands(_ name: String, planned: Sheet.Bands) -> Self {
    Self(
      .changedPicture,
      "cannot render \(FilePath(name).quoted): it no longer has the bands \(planned)",
      remedy: "make a new plan")
  }

  /// The size of a picture has changed since the plan was made.
  package static func changed(_ name: String, planned: PixelSize, found: PixelSize) -> Self {
    Self(
      .changedPicture,
      "cannot render \(FilePath(name).quoted): it is \(found.width) x \(found.height) pixels, but was "
        + "\(planned.width) x \(planned.height) when the plan was made", remedy: "make a new plan")
  }

  /// A picture's colours have changed since the colours of the sheet were counted.
  package static var changedColors: Self {
    Self(
      .changedPicture, "cannot finish the sheet: an image changed while the sheet was being made",
      remedy: "try again")
  }

  /// No file can be opened, because this process, or the whole system, has too many files open.
  package static func tooManyOpenFiles(limit: Int) -> Self {
    Self(
      .systemLimit,
      "cannot open a file: too many files are open, and this process may open only \(limit)",
      remedy: "raise the limit (ulimit -n), or lower \(.jobs)")
  }
}

/// All pictures of a run that could not be read.
package struct UnreadablePictures: Error {
  /// The pictures, each with its reason.
  package let all: [UnreadablePicture]
}
