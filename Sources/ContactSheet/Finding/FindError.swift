internal import SheetFiles
internal import SheetModel
package import SheetPlanning
package import SystemPackage

/// The reason why pictures for a sheet could not be found.
///
/// Descriptions are complete messages that name the file.
package enum FindError: Error, Equatable, Sendable {
  /// A path that was given as an argument does not exist.
  case missing(FilePath)
  /// A link that was given as an argument leads to something that does not exist.
  case brokenLink(FilePath, target: FilePath)
  /// The system does not allow a path to be examined.
  case unreadable(FilePath, Errno)
  /// A folder cannot be listed.
  case unreadableFolder(FilePath, Errno)
  /// A list of paths cannot be read.
  case unreadableList(PathList.Source, Errno)
  /// A list of paths exceeds a limit.
  case listTooLong(PathList.Source, PathList.Limit)
  /// A list of lines contains a NUL.
  case listHoldsNUL(PathList.Source)
  /// A picture was given instead of a list; `format` is the noun of its format.
  case listIsPicture(PathList.Source, format: String)
  /// A pipe, device or socket was named as a picture.
  case notAFile(FilePath)
  /// A picture would be overwritten by the sheet.
  case inputIsOutput(FilePath)
  /// A picture that was found, but is not on the sheet, would be overwritten.
  case pictureIsOutput(FilePath)
  /// There is no folder of pictures to compare with.
  case noFolderBefore(FilePath)
  /// The path that is compared with a file is not a file.
  case fileBefore(FilePath)
  /// A template for names fits no picture.
  case nothingFits(String)
  /// Templates pair two pictures of one side with one picture of the other.
  case severalMatches(FilePath, FilePath)
  /// There is no folder of masks.
  case noMasks(FilePath)
  /// A mask cannot be read, or is not as large as its picture.
  case unusableMask(FilePath, reason: String)
  /// A folder, or each picture, would be compared with itself, after following links.
  case comparedWithItself(FilePath)
  /// No picture has equal paths below two folders. The values have the first picture of each.
  case nothingInCommon(before: FolderContents, after: FolderContents)
  /// A picture to compare is not below the working folder, so that its path has no counterpart.
  case outsideWorkingFolder(FilePath)
  /// All named files are sheets that an earlier run wrote to the output; the value is the first.
  case onlyOutput(FilePath)
  /// There are no pictures. The values are the searched folders with their contents; none if only
  /// files or lists were given.
  case noImages([EmptyFolder])
}

extension FindError {
  /// Pictures of which none has a counterpart.
  package struct FolderContents: Equatable, Sendable, CustomStringConvertible {
    /// The number of pictures.
    package let count: Int
    /// The path of the first, as it is matched.
    package let first: FilePath

    /// `12 pictures, the first is 'a.png'`.
    package var description: String {
      count == 1 ? "only \(first.quoted)" : "\(count) pictures, the first is \(first.quoted)"
    }
  }
}

extension FindError: CustomStringConvertible {
  /// The fault, with the name of the file.
  package var description: String {
    switch self {
    case .missing(let path): "cannot read \(path.quoted): it does not exist"
    case .brokenLink(let path, let target):
      "cannot read \(path.quoted): the link leads to \(target.quoted), which does not exist; correct the link"
    case .unreadable(let path, let error): "cannot read \(path.quoted): \(error)"
    case .unreadableFolder(let path, let error):
      "cannot read the folder \(path.quoted): \(error)"
    case .unreadableList(let source, .noSuchFileOrDirectory):
      "cannot read the list \(source): it does not exist; correct the name"
    case .unreadableList(let source, let error): "cannot read the list \(source): \(error)"
    case .listTooLong(let source, let limit): "cannot read the list \(source): \(limit); divide it"
    case .listHoldsNUL(let source):
      "cannot read the list \(source): it contains NUL characters"
    case .listIsPicture(let source, let format):
      "cannot read the list \(source): it is \(format), and a list has paths; save it to a file, and "
        + "name that"
    case .notAFile(let path):
      "cannot read \(path.quoted): it is a pipe or device, and a picture is read twice; save it to a file "
        + "first"
    case .inputIsOutput(let path):
      "cannot write \(path.quoted): it is both an input and an output"
    case .pictureIsOutput(let path):
      "cannot write \(path.quoted): it is a picture of a folder that was searched"
    case .noFolderBefore(let path):
      "cannot compare with \(path.quoted): there is no such folder"
    case .fileBefore(let path):
      "cannot compare with \(path.quoted): it is a file, with which only one file can be compared; "
        + "name two files, or two folders"
    case .nothingFits(let template):
      "cannot match '\(template.shortPrintable)': no picture has a name like it"
    case .severalMatches(let one, let other):
      "cannot compare \(one.quoted) and \(other.quoted) with one picture: their parts between "
        + "braces are equal; add a part that distinguishes them"
    case .noMasks(let path):
      "cannot use the masks in \(path.quoted): there is no such folder; correct the name"
    case .unusableMask(let path, let reason):
      "cannot use the mask \(path.quoted): \(reason); give one as large as its picture"
    case .comparedWithItself(let path):
      "cannot compare \(path.quoted) with itself: before and after are equal"
    case .nothingInCommon(let before, let after):
      "cannot compare the pictures: no path is in both: before has \(before), after has \(after)"
    case .outsideWorkingFolder(let path):
      "cannot compare \(path.quoted): it is not below the working folder, so its earlier path is "
        + "unknown; compare one folder with another, or start in the folder that paths are relative to"
    case .onlyOutput(let path):
      "cannot make a sheet: there are no pictures other than \(path.quoted), which an earlier run wrote"
    case .noImages(let folders):
      "cannot make a sheet: "
        + (folders.isEmpty
          ? "no pictures, as the lists are empty, or the patterns leave nothing"
          : folders.map(\.description).listed(by: "; "))
    }
  }
}
