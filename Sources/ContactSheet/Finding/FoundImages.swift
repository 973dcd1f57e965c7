internal import SheetFiles
internal import SheetModel
internal import SheetPictures
package import SystemPackage

/// The result of an ``ImageFinder``.
struct FoundImages: Equatable, Sendable {
  /// The pictures, in no particular order: ``ImageOrder`` sorts them.
  var images: [FoundImage] = []
  /// The files in folders that were left out because they are the output or pages of an earlier
  /// run.
  var previousPages: [FilePath] = []
  /// The files given by name that were left out for the same reason as ``previousPages``, each
  /// listed once.
  var namedPages: [FilePath] = []
  /// The files given by name that were left out because they are documents of an earlier run.
  var namedDocuments: [FilePath] = []
  /// The files other than pictures that were found in folders.
  var otherFiles = OtherFiles()
  /// The files that were given by name but are excluded by patterns.
  var excluded: [FilePath] = []
  /// The folders that were searched, including subfolders.
  var searchedFolders: [FilePath] = []
  /// The system folders that were skipped.
  var skippedFolders: [FilePath] = []
  /// The given folders in which no pictures were found.
  var emptyFolders: [EmptyFolder] = []
  /// The notes on paths in lists, and on folders that are given more than once.
  var inputNotes: [Note] = []
}

/// A folder in which no pictures were found, and what it contains.
package struct EmptyFolder: Equatable, Sendable {
  /// The folder as it was given.
  package let path: FilePath
  /// The files whose names do not belong to a picture format that can be read.
  package internal(set) var otherFiles = OtherFiles()
  /// The number of pictures that `PictureSearch` left out.
  package internal(set) var filteredOut = 0
  /// The pattern with an extension added, if it is the only pattern and would then match a picture;
  /// otherwise nil.
  package internal(set) var patternMeant: String?
  /// The number of pictures that were left out because they are hidden.
  package internal(set) var hidden = 0
  /// The number of files that are the output or pages of an earlier run.
  package internal(set) var previousPages = 0
  /// The number of system folders that were skipped.
  var skippedFolders = 0
  /// The number of subfolders that were not searched.
  package internal(set) var subfolders = 0
}

extension FoundImages {
  /// Adds the files given by name that are left out because an earlier run wrote them.
  mutating func noteLeftOut(of named: ImageFinder.NamedPaths) {
    namedPages += named.pages
    namedDocuments += named.documents
  }

  /// Notes that a folder is given again; `first` is the path by which it was given first.
  mutating func noteRepeated(_ folder: FilePath, first: FilePath) {
    let fact =
      folder == first
      ? "the folder \(folder.quoted) is given more than once, but its"
      : "the folders \(first.quoted) and \(folder.quoted) are the same, so their"
    let note = Note(
      .repeatedFolder, about: .path(folder), "\(fact) images are shown only once",
      remedy: "to repeat an image, name its file more than once; \(.copies, 3) repeats all images")
    if !inputNotes.contains(note) { inputNotes.append(note) }
  }

  /// The notes on empty folders, on inputs, and on files and folders that were left out.
  var notes: [Note] {
    let empty = emptyFolders.prefix(10).map(\.note)
    let more = emptyFolders.count - empty.count
    let missesLibrary = !otherFiles.missingLibraries.isEmpty
    return empty + inputNotes
      + [
        more > 0 ? Note(.emptyFolder, "no images in \(more.counted("more folder"))") : nil,
        otherFiles.leftOut.map { Note(.unreadFiles, as: missesLibrary ? .warning : .note, $0) },
        noteOnNamedPages, noteOnNamedDocuments,
      ].compactMap(\.self)
      + pagesInFoldersAlone.map {
        Note(
          .ownPage, as: .detail, about: .path($0),
          "left out \($0.quoted), which is named like the output")
      }
      + skippedFolders.sortedNaturally().map {
        Note(
          .passedFolder, as: .detail, about: .path($0),
          "skipped \($0.quoted), a system folder", remedy: "name it to search it")
      }
  }

  /// The note on files given by name that were left out; nil if there are none.
  private var noteOnNamedPages: Note? {
    namedPages.first.map {
      Note(
        .ownPage, about: .path($0),
        "left out \($0.quoted(ofCount: namedPages.count)), "
          + (namedPages.count == 1 ? "the sheet" : "sheets") + " of an earlier run",
        remedy: "choose another \(.output) to show \(namedPages.count == 1 ? "it" : "them")",
        [.count: namedPages.count])
    }
  }

  /// The note on documents given by name that were left out; nil if there are none.
  private var noteOnNamedDocuments: Note? {
    namedDocuments.first.map {
      Note(
        .ownDocument, about: .path($0),
        "left out \($0.quoted(ofCount: namedDocuments.count)), which contactsheet wrote and which "
          + (namedDocuments.count == 1 ? "is not an image" : "are not images"))
    }
  }

  /// The pages that were found only in folders and not given by name.
  private var pagesInFoldersAlone: [FilePath] {
    let named = Set(namedPages.map { FileIdentity($0) })
    return previousPages.filter { named.isEmpty || !named.contains(FileIdentity($0)) }
  }
}

extension EmptyFolder {
  fileprivate var note: Note {
    Note(
      .emptyFolder, about: .path(path), description, remedy: [self].remedy)
  }
}

extension EmptyFolder: CustomStringConvertible {
  /// The contents: `no pictures in 'pics' (12 TGA files, 1 other file; 3 hidden)`.
  package var description: String {
    var found: [String] = []
    if previousPages > 0 {
      found.append("\(previousPages.counted("file")) written by an earlier run")
    }
    if otherFiles.count > 0 { found.append(otherFiles.parts.listed()) }
    if filteredOut > 0 { found.append("\(filteredOut) left out by patterns") }
    if hidden > 0 { found.append("\(hidden) hidden") }
    if skippedFolders > 0 { found.append("\(skippedFolders.counted("system folder"))") }
    if subfolders > 0 { found.append("\(subfolders.counted("subfolder")) not searched") }
    if found.isEmpty { found.append("the folder is empty") }
    let notFound = "no images in \(path.quoted) (\(found.joined(separator: "; ")))"
    let remedy = otherFiles.missingLibraries.isEmpty ? nil : otherFiles.leftOut
    return [notFound, remedy].compactMap(\.self).joined(separator: "; ")
  }
}

extension [FoundImage] {
  /// The pictures in folders, with a RAW file and a JPEG of the same stem merged into one picture.
  ///
  /// Both files must be in the same folder. The picture is the JPEG, which refers to the RAW file.
  ///
  /// Stems are compared without regard to case. If several JPEGs have the same stem, the first JPEG
  /// by name takes the RAW files, and refers to the first of these files.
  func withRawsInPlace(_ formats: FormatTable) -> [FoundImage] {
    func names(_ format: FileFormat) -> [Int] {
      indices.filter { formats.named(self[$0].path.nameBytes)?.name == format.name }
        .sorted { self[$0].path.string < self[$1].path.string }
    }
    let raws = names(.raw)
    guard !raws.isEmpty else { return self }
    let photographs = Dictionary(names(.jpeg).map { (self[$0].stemKey, $0) }) { first, _ in first }
    var images = self
    var joined: Set<Int> = []
    for raw in raws {
      guard let photograph = photographs[self[raw].stemKey] else { continue }
      joined.insert(raw)
      if images[photograph].raw == nil { images[photograph].raw = self[raw] }
    }
    return images.indices.filter { !joined.contains($0) }.map { images[$0] }
  }
}

extension FoundImage {
  /// What a RAW file and its JPEG have in common.
  fileprivate struct Stem: Hashable {
    let folder: FilePath
    /// The name without its extension, in lower case.
    let name: String
    /// The bytes of a name that is not UTF-8, without its extension; empty for other names.
    let bytes: ArraySlice<UInt8>
  }

  fileprivate var stemKey: Stem {
    let bytes = path.nameBytes
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    return Stem(
      folder: path.removingLastComponent(), name: PathText(path.string).stem.lowercased(),
      bytes: isText ? [] : bytes[..<end])
  }
}
