package import SheetFiles
package import SystemPackage

/// A picture that was found: its path and the status of its file.
package struct FoundImage: Equatable, Sendable {
  /// The path as given; for a picture in a folder, the folder as given, followed by the rest of the
  /// path.
  package let path: FilePath
  /// The size of the file in bytes; 0 if there is no file.
  package let size: Int64
  /// The time of the last modification, since the start of 1970 in UTC; zero if there is no file.
  package let modified: Duration
  /// The device and inode of the file; nil if there is no file.
  package let identity: FileIdentity?
  /// The index, among all inputs, of the argument or line of a list that led to the picture.
  package let input: Int
  /// The index of the picture's input, as used for sorting.
  ///
  /// It differs from `input` if a shell had sorted the arguments alphabetically, because the
  /// arguments are then put into natural order.
  package var place: Int
  /// The folder that led to the picture; nil if none did.
  package let folder: FoundFolder?

  /// The RAW file with the same name in the same folder, if the two files are treated as one
  /// picture; otherwise nil.
  @Rare package var raw: FoundImage?
  /// The page of the file, counted from 0; nil if none was requested, as for most files.
  @Rare package var page: Int?
  /// Why a line of a list selects no picture, as a fragment to follow the line and a colon; nil if
  /// it selects one.
  @Rare package var selectionFault: String?

  /// Creates a picture at a path.
  ///
  /// A nil status means that there is no file.
  package init(
    path: FilePath, status: Stat?, input: Int = 0, folder: FoundFolder? = nil
  ) {
    self.init(
      path: path, size: status?.size ?? 0, modified: status?.modified ?? .zero,
      identity: status.map(FileIdentity.init), input: input, folder: folder)
  }

  /// Creates a picture from its path and the properties of its file.
  package init(
    path: FilePath, size: Int64, modified: Duration, identity: FileIdentity?, input: Int = 0,
    folder: FoundFolder? = nil
  ) {
    (self.path, self.size, self.modified) = (path, size, modified)
    (self.identity, self.folder) = (identity, folder)
    (self.input, place) = (input, input)
    (raw, page, selectionFault) = (nil, nil, nil)
  }
}

extension FoundImage {
  /// The extensions of RAW files, in lower case.
  static let rawExtensions = [
    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "orf", "raf", "rw2", "rwl",
    "pef", "srw", "x3f", "3fr", "fff", "iiq", "mos", "mrw", "mef", "erf", "kdc", "dcr",
  ]

  /// The same picture, as found through another input.
  package func named(by input: Int) -> FoundImage {
    var image = FoundImage(
      path: path, size: size, modified: modified, identity: identity, input: input)
    (image.raw, image.page) = (raw, page)
    return image
  }
}

/// A folder in which pictures were found; a class, because all of these pictures refer to it.
package final class FoundFolder: Equatable, Sendable {
  /// The path below the input folder; for the input folder itself, the name of that folder.
  package let name: String
  /// The input folder, as it was given.
  package let input: FilePath
  /// Whether a picture in this folder may have a sidecar; false if the folder was listed and
  /// contains no XMP file.
  package let mayHaveSidecars: Bool
  /// Whether a picture in this folder may have a text file beside it; false if the folder was
  /// listed and contains none.
  package let mayHaveTexts: Bool

  /// Creates a folder below an input folder.
  package init(
    name: String, input: FilePath, mayHaveSidecars: Bool = true, mayHaveTexts: Bool = true
  ) {
    (self.name, self.input) = (name, input)
    (self.mayHaveSidecars, self.mayHaveTexts) = (mayHaveSidecars, mayHaveTexts)
  }

  package static func == (one: FoundFolder, other: FoundFolder) -> Bool {
    one.name == other.name && one.input == other.input
  }
}

extension SheetPicture {
  /// The device and inode of the picture's file; nil if the picture was not found as a file in this
  /// run.
  package var identity: FileIdentity? { found?.identity }
  /// The folder in which the picture was found, or in which it would be if it existed; nil if the
  /// folder is neither an input nor below one.
  private var foundFolder: FoundFolder? { found?.folder ?? absent?.folder }
  /// The path of the picture's folder below the input folder; nil if the picture was not found in a
  /// folder.
  ///
  /// For a picture directly in the input folder, this is the name of that folder.
  package var folder: String? { foundFolder?.name }
  /// The input folder that led to the picture, as given; nil if none did.
  package var inputFolder: FilePath? { foundFolder?.input }
  // Separate properties, because other modules would copy the whole `FoundImage`.

  /// The path of the file; nil if the picture was not found as a file in this run.
  package var foundPath: FilePath? { found?.path }
  /// Whether the picture was found as a file in this run.
  package var isFoundFile: Bool { if case .some = found { true } else { false } }
  /// The index, among all inputs, of the input that led to the picture; 0 if none did.
  package var input: Int { found?.input ?? 0 }
  /// The index of the picture's input once arguments that a shell had sorted have been put into
  /// natural order; 0 if no input led to the picture.
  package var place: Int { found?.place ?? 0 }
  /// The size of the file in bytes and the time of its last modification; nil if there is no file.
  var fileStatus: (size: Int64, modified: Duration)? {
    found.flatMap { $0.identity == nil ? nil : ($0.size, $0.modified) }
  }
}
