internal import SheetFiles
package import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SheetPlans
package import SystemPackage

// Why pictures for a sheet could not be found.

extension ContactSheetError {
  /// A path that was given as an argument does not exist.
  package static func missing(_ path: FilePath) -> Self {
    Self(
      .inputNotFound, "cannot read \(path.quoted): it does not exist",
      remedy: path.isOfURL
        ? "download the images first, because URLs are not supported" : "correct the name",
      cause: path.isOfURL ? nil : MissingInput(path: path))
  }

  /// A link given as an argument leads to something that does not exist.
  package static func brokenLink(_ path: FilePath, target: FilePath) -> Self {
    Self(
      .inputNotFound,
      "cannot read \(path.quoted): the link leads to \(target.quoted), which does not exist",
      remedy: "correct the link")
  }

  /// The system does not allow a path to be examined.
  package static func unreadable(_ path: FilePath, _ error: Errno) -> Self {
    Self(.inputNotFound, "cannot read \(path.quoted): \(error)", cause: error)
  }

  /// A folder cannot be listed.
  package static func unreadableFolder(_ path: FilePath, _ error: Errno) -> Self {
    Self(
      .inputNotFound, "cannot read the folder \(path.quoted): \(error)",
      remedy: "leave out a subfolder with \(.exclude)", cause: error)
  }

  /// A list of paths cannot be read.
  package static func unreadableList(_ source: PathList.Source, _ error: Errno) -> Self {
    error == .noSuchFileOrDirectory
      ? list(source, "it does not exist", "correct the name") : list(source, "\(error)", nil, error)
  }

  /// A list of paths exceeds a limit.
  package static func listTooLong(_ source: PathList.Source, _ limit: PathList.Limit) -> Self {
    list(source, "\(limit)", "split it")
  }

  /// A list contains NULs, but does not look like a NUL-separated list of paths.
  package static func listHoldsNUL(_ source: PathList.Source) -> Self {
    list(source, "it contains NUL characters", "\(adding: .null) if they separate its paths")
  }

  /// A list that should be NUL-separated is separated by line breaks.
  package static func listLacksNUL(_ source: PathList.Source) -> Self {
    list(
      source, "its paths are separated by line breaks, not by NUL characters",
      "leave out \(.null)")
  }

  /// A picture was given instead of a list; `format` is the noun for its format.
  package static func listIsPicture(_ source: PathList.Source, format: String) -> Self {
    list(
      source, "it is \(format), not a list of paths", "name the file of the image as an argument")
  }

  private static func list(
    _ source: PathList.Source, _ reason: String, _ remedy: Remedy?, _ cause: Errno? = nil
  ) -> Self {
    Self(
      .inputNotFound, "cannot read the list \(source): \(reason)", remedy: remedy, cause: cause)
  }

  /// A pipe, device or socket was named as a picture.
  package static func notAFile(_ path: FilePath) -> Self {
    Self(
      .inputNotFound,
      "cannot read \(path.quoted): it is a pipe or device, but images are read twice",
      remedy: "save it to a file first")
  }

  /// A picture would be overwritten by the sheet.
  package static func inputIsOutput(_ path: FilePath) -> Self {
    Self(
      .wouldOverwrite, "cannot write \(path.quoted): it is both an input and an output",
      remedy: .otherOutput)
  }

  /// A picture that was found but is not on the sheet would be overwritten.
  package static func pictureIsOutput(_ path: FilePath) -> Self {
    Self(
      .wouldOverwrite,
      "cannot write \(path.quoted): it is an image in a folder that was searched",
      remedy: .otherOutput)
  }

  /// All given files are sheets that an earlier run wrote to the output; the message names the
  /// first.
  package static func onlyOutput(_ path: FilePath) -> Self {
    let reason = "there are no images other than \(path.quoted), which an earlier run wrote"
    return Self(
      .noPictures, "cannot make a sheet: \(reason)", remedy: .otherOutput,
      cause: NoPictures(reason: reason))
  }

  /// No pictures were found; `folders` is empty if only files or lists were given.
  ///
  /// In a comparison, the remedy also says how to allow that nothing is compared.
  package static func noImages(
    _ folders: [EmptyFolder], hasPatterns: Bool = true, isComparing: Bool = false
  ) -> Self {
    let remedy =
      (folders.isEmpty ? hasPatterns ? .otherPatterns : nil : folders.remedy)
      ?? (isComparing ? nil : folders.conversion) ?? "name files or a folder with images"
    let reason =
      folders.isEmpty
      ? hasPatterns
        ? "there are no images, because the lists are empty or the patterns exclude everything"
        : "there are no images, because the lists are empty"
      : folders.map(\.description).listed(by: "; ")
    // If a library is missing, there may well be images.
    let isSure = folders.allSatisfy(\.otherFiles.missingLibraries.isEmpty)
    return Self(
      .noPictures,
      (isComparing ? "nothing was compared: " : "cannot make a sheet: ") + reason,
      remedy: isComparing
        ? "\(remedy), or \(giving: .allow, "nothing") to accept that nothing is compared" : remedy,
      cause: isSure ? NoPictures(reason: reason) : nil)
  }
}

// Lists that select pictures in folders
extension ContactSheetError {
  /// A list beside folders is empty; `folder` is the first of `count` folders.
  package static func emptyList(
    _ source: PathList.Source, beside folder: FilePath, count: Int
  ) -> Self {
    let reason = "the list \(source) is empty"
    return Self(
      .noPictures, "cannot select images in \(folder.quoted(ofCount: count)): \(reason)",
      remedy: "leave out the list to show all images", cause: NoPictures(reason: reason))
  }

  /// No line of the lists selects a picture in the given folders.
  ///
  /// - Parameters:
  ///   - first: The first line that matches nothing; if there is none, the first line.
  ///   - count: The number of lines.
  ///   - folders: The folders.
  ///   - remedy: What to write instead of the first line; nil if that is unknown.
  /// - Returns: The error.
  package static func nothingSelected(
    _ first: FilePath, count: Int, in folders: [FilePath], remedy: Remedy?
  ) -> Self {
    Self(
      .noPictures,
      "cannot select images in \(folders[0].quoted(ofCount: folders.count)): "
        + (count > 1
          ? "none of the \(count) lines of the list, such as \(first.quoted), selects one"
          : "the only line of the list, \(first.quoted), selects none"),
      remedy: remedy ?? "write names or numbers of images, or leave out the list to show all images"
    )
  }
}

// Comparing
extension ContactSheetError {
  /// There is no folder of pictures to compare with.
  package static func noFolderBefore(_ path: FilePath) -> Self {
    Self(
      .notComparable, "cannot compare with \(path.quoted): there is no such folder",
      remedy: .otherFolderBefore)
  }

  /// The path to compare with a file is not a file.
  package static func fileBefore(_ path: FilePath) -> Self {
    Self(
      .notComparable,
      "cannot compare with \(path.quoted): it is a file, so only a single file can be compared with it",
      remedy: "name two files, or two folders")
  }

  /// A template for names matches no picture.
  ///
  /// `taken` is the number of names that fit this template, but fit the other one better.
  package static func nothingFits(_ match: NameMatch, isBefore: Bool, taken: Int) -> Self {
    let (own, other) = isBefore ? (match.before, match.after) : (match.after, match.before)
    let (source, better) = (own.source.shortPrintable, other.source.shortPrintable)
    if source == better {
      return Self(
        .notComparable, "cannot match '\(source)' with itself: both sides match the same names",
        remedy: "write templates for \(.match) that differ, such as '{name}-new => {name}'")
    }
    if taken > 0 {
      return Self(
        .notComparable,
        "cannot match '\(source)': \(taken.counted("name")) \(taken == 1 ? "fits" : "fit") it, but "
          + "\(taken == 1 ? "it also fits" : "they also fit") '\(better)', which takes precedence",
        remedy: "write templates for \(.match) that differ, such as '{name}-new => {name}'")
    }
    return Self(
      .notComparable,
      "cannot match '\(source)': no image has such a name",
      remedy: own.source.contains(".")
        ? "write templates for \(.match) without file extensions"
        : "write templates for \(.match) that fit the names")
  }

  /// Templates pair two pictures on one side with one picture on the other.
  package static func severalMatches(_ one: FilePath, _ other: FilePath) -> Self {
    Self(
      .notComparable,
      "cannot compare \(one.quoted) and \(other.quoted) with one image: the text in the braces "
        + "is the same in both names", remedy: "add braces whose text differs")
  }

  /// The folder of masks does not exist.
  package static func noMasks(_ path: FilePath) -> Self {
    Self(
      .notComparable, "cannot use the masks in \(path.quoted): there is no such folder",
      remedy: "correct the name")
  }

  /// A mask cannot be read, or differs in size from its picture.
  package static func unusableMask(_ path: FilePath, reason: String) -> Self {
    Self(
      .notComparable, "cannot use the mask \(path.quoted): \(reason)",
      remedy: "use one that is as large as its image")
  }

  /// A folder, or every picture, would be compared with itself once links are followed.
  package static func comparedWithItself(_ path: FilePath) -> Self {
    Self(
      .notComparable,
      "cannot compare \(path.quoted) with itself: before and after are the same",
      remedy: .otherFolderBefore, cause: ComparedWithItself())
  }

  /// No picture has the same path below both folders.
  package static func nothingInCommon(before: FolderContents, after: FolderContents) -> Self {
    Self(
      .notComparable,
      "cannot compare the images: no path occurs in both folders (before has \(before), "
        + "after has \(after))",
      remedy:
        "name the two folders below which the paths are the same, or pair the names with \(.match)"
    )
  }

  /// The error that no pictures were compared, because everything that was found was allowed; nil
  /// if pictures were compared, or if something was not allowed.
  ///
  /// A build that compares nothing by mistake would always pass.
  static func nothingCompared(_ pairs: [Pair<PictureFacts>]) -> Self? {
    let results = pairs.compactMap { $0.result }
    let isAllowed = results.allSatisfy(\.status.isAccepted)
    let ignored = pairs.filter { $0.result?.status == .ignored }
    guard isAllowed, pairs.count(where: { $0.sides.count == 2 }) == ignored.count else {
      return nil
    }
    if let first = ignored.firstByName(\.path) {
      return Self(
        .notComparable,
        "nothing was compared: areas and masks cover all of \(first.path.quoted(ofCount: ignored.count))",
        remedy:
          "ignore less, or \(giving: .allow, "nothing") to accept that nothing is compared")
    }
    return Self(
      .notComparable, "nothing was compared: \(ComparisonSummary(results))",
      remedy:
        "name the folders below which the images have the same paths, or \(giving: .allow, "nothing") to accept that nothing is compared"
    )
  }

  /// A picture to compare is not below the working folder, so its path has no counterpart.
  package static func outsideWorkingFolder(_ path: FilePath) -> Self {
    Self(
      .notComparable,
      "cannot compare \(path.quoted): it is not below the working folder, so the path of its earlier "
        + "version is unknown",
      remedy:
        "compare one folder with another, or run contactsheet in the folder to which the paths are relative"
    )
  }
}

extension FilePath {
  /// Whether the path was meant as a URL: its first component is a scheme.
  fileprivate var isOfURL: Bool {
    !isAbsolute && components.count > 1
      && ["http:", "https:", "s3:", "gs:", "ftp:"].contains(components.first?.string ?? "")
  }
}

/// An input that does not exist; it may have been meant as something else.
package struct MissingInput: Error {
  /// The path that was given.
  package let path: FilePath
}

/// A comparison of every picture with itself, which can find no differences.
package struct ComparedWithItself: Error {}

/// Pictures that have no counterparts.
package struct FolderContents: Equatable, Sendable, CustomStringConvertible {
  /// The number of pictures.
  package let count: Int
  /// The path of the first picture, as used for matching.
  package let first: FilePath

  /// `12 images, the first is 'a.png'`.
  package var description: String {
    count == 1 ? "only \(first.quoted)" : "\(count) images, the first of which is \(first.quoted)"
  }
}

extension Remedy {
  fileprivate static let otherOutput: Remedy = "choose another name for the output"
  fileprivate static let otherFolderBefore: Remedy =
    "name the folder of the earlier images with \(.before)"
  fileprivate static let otherPatterns: Remedy =
    "change the patterns of \(.include) and \(.exclude)"
}

extension [EmptyFolder] {
  /// How to find more pictures in these folders; nil if nothing would help.
  var remedy: Remedy? {
    let remedies: [(isOne: Bool, Remedy)] = [
      (contains { $0.hidden > 0 }, "\(adding: .hidden) to include them"),
      (contains { $0.subfolders > 0 }, "\(adding: .recursive) to search subfolders"),
      (
        contains { $0.filteredOut > 0 },
        lazy.compactMap(\.patternMeant).first.map { "\(.include, $0) also matches extensions" }
          ?? .otherPatterns
      ),
    ]
    return remedies.filter(\.isOne).map(\.1).joined(nil, by: "; ")
  }

  /// How to make images of the files in the first folder for which a command is known; nil if there
  /// is none.
  fileprivate var conversion: Remedy? {
    for folder in self {
      guard let format = folder.otherFiles.mostFrequent else { continue }
      if format.kind == .video {
        return
          "make images of them with ffmpeg, as described on the guide's page 'Videos and documents'"
      }
      if let command = format.convertingCommand(ofFilesIn: folder.path) {
        return "to make \(command.images) of them in '\(command.output)', run: \(command.text)"
      }
    }
    return nil
  }
}
