package import SheetFiles
package import SheetModel
internal import Synchronization
package import SystemPackage

/// The XMP sidecars of pictures, and the text files beside them.
///
/// Each folder is searched once, for its first picture. All pictures of a run share one object,
/// which therefore records all files that were read.
package final class Sidecars: Sendable {
  /// The maximum number of bytes read from a file: 4 MiB.
  package static let maximumSize = 4 << 20

  private struct State {
    /// The folders, by the part of a picture's path before the file name.
    var folders: [ArraySlice<UInt8>: FolderSidecars] = [:]
    /// The folders by identity, since a folder may have several paths.
    var known: [FileIdentity: FolderSidecars] = [:]
    var files: Set<FilePath> = []
    var faults: [FilePath: String] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The contents of a picture's sidecars; earlier ones override later ones.
  ///
  /// - Parameters:
  ///   - picture: The picture's file.
  ///   - alone: Whether to leave out sidecars named after a RAW file next to this picture.
  /// - Returns: The contents, and whether each belongs to this picture alone, judged by the
  ///   sidecar's name; nil if it belongs to another picture.
  package func contents(
    beside picture: FilePath, alone: Bool = false
  ) -> [(contents: [UInt8], isOwn: Bool?)] {
    let name = picture.nameBytes
    let folder = picture.bytes[..<name.startIndex]
    let names = sidecars(in: folder, of: picture, reports: !alone).names(of: name)
    return names.compactMap { name, owner in
      if alone, owner == .namedRaw { return nil }
      let isOwn = owner == .namedRaw && !picture.isNamedJPEG ? nil : owner == .picture
      return contents(of: FilePath(bytes: folder + name), atMost: Self.maximumSize)
        .map { ($0, isOwn) }
    }
  }

  /// The contents of the text files beside a picture; earlier ones override later ones.
  ///
  /// They have the picture's name with or without its extension. Because these files may contain
  /// any text, and a sheet shows all of it, links that lead out of the picture's folder are not
  /// followed.
  func texts(beside picture: FilePath) -> [[UInt8]] {
    let name = picture.nameBytes
    let folder = picture.bytes[..<name.startIndex]
    let names = sidecars(in: folder, of: picture, reports: true).textNames(of: name)
    guard !names.isEmpty, let root = try? OpenFolder(picture.folder) else { return [] }
    return names.compactMap {
      contents(
        of: FilePath(bytes: folder + $0), atMost: GeneratorSettings.longestFile, below: root)
    }
  }

  /// The sidecars in a picture's folder, whose path as bytes is `folder`; `reports` says whether a
  /// folder that cannot be listed counts as a fault.
  private func sidecars(
    in folder: ArraySlice<UInt8>, of picture: FilePath, reports: Bool
  ) -> FolderSidecars {
    state.withLock { state in
      if let known = state.folders[folder] { return known }
      let identity = FileIdentity(picture.folder)
      let sidecars: FolderSidecars
      if let known = identity.flatMap({ state.known[$0] }) {
        sidecars = known
      } else {
        do throws(Errno) { sidecars = FolderSidecars(try picture.folder.folderEntries()) } catch {
          if reports { state.faults[picture.folder] = "\(error)" }
          sidecars = FolderSidecars([])
        }
      }
      if let identity { state.known[identity] = sidecars }
      state.folders[folder] = sidecars
      return sidecars
    }
  }

  /// The contents of a file, which must be below the folder `root` unless `root` is nil.
  private func contents(
    of file: FilePath, atMost limit: Int, below root: OpenFolder? = nil
  ) -> [UInt8]? {
    do throws(ContentsError) {
      let contents = try file.contents(atMost: limit, below: root)
      state.withLock { _ = $0.files.insert(file) }
      return contents
    } catch {
      let isOutside = if case .system(let error) = error { error.isOutside } else { false }
      let reason = isOutside ? "the link leads out of its folder" : "\(error)"
      state.withLock { $0.faults[file] = reason }
      return nil
    }
  }

  /// The files that were read, in order of name.
  package var files: [FilePath] {
    state.withLock { $0.files.sorted { $0.string < $1.string } }
  }

  /// The note about files that could not be read; nil if all could be read.
  package var note: Note? {
    let faults = state.withLock(\.faults)
    return faults.firstByName(\.key).map { path, reason in
      Note(
        .unreadSidecars, about: .path(path),
        "cannot read \(path.quoted(ofCount: faults.count)): \(reason); images lack "
          + "\(faults.count == 1 ? "its" : "their") metadata"
      )
    }
  }
}

extension FolderEntry {
  /// Whether this is the name of an XMP file.
  package var isXMP: Bool { name[...].hasSuffix(".xmp") }
  /// Whether this is the name of a text file.
  package var isText: Bool { name[...].hasSuffix(".txt") }
}

/// The names of the XMP files and the text files in a folder.
private struct FolderSidecars {
  /// Which picture a sidecar belongs to, judged by its name.
  enum Owner {
    case picture
    /// A RAW file whose name differs from the picture's only in its extension.
    case raw
    /// A RAW file whose extension is part of the sidecar's name, and a JPEG that stands for it.
    case namedRaw
  }

  /// The names of XMP files, by the part before `.xmp`.
  private var names = SpelledNames<[UInt8]>()
  /// The names of sidecars of RAW files, by the RAW files' names without extension.
  private var rawNames = SpelledNames<[UInt8]>()
  /// The names of RAW files without their extensions.
  private var raws = SpelledNames<Void>()
  /// The names of text files, by the part before `.txt`.
  private var texts = SpelledNames<[UInt8]>()

  init(_ entries: [FolderEntry]) {
    let inOrder = entries.filter(\.isText).map(\.name)
      .sorted { $0.lexicographicallyPrecedes($1) }
    for name in inOrder { texts[name.dropLast(4)] = name }
    let all = entries.filter(\.isXMP).map(\.name)
    // If both `a.XMP` and `a.xmp` exist, the second is used.
    for name in all.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let owner = name.dropLast(4)
      names[owner] = name
      if let stem = Self.rawStem(of: owner), rawNames[stem] == nil { rawNames[stem] = name }
    }
    if names.isEmpty { return }
    for stem in entries.compactMap({ Self.rawStem(of: $0.name[...]) }) { raws[stem] = () }
  }

  /// The names of a picture's sidecars, and which picture each belongs to.
  ///
  /// A sidecar has the picture's name: with the picture's extension, with the extension of a RAW
  /// file, or without an extension. It may instead belong to a RAW file next to the picture.
  func names(of picture: ArraySlice<UInt8>) -> [(name: [UInt8], owner: Owner)] {
    if names.isEmpty { return [] }
    let stem = Self.stem(of: picture)
    let isRaw = Self.rawStem(of: picture) != nil
    var found: [(name: [UInt8], owner: Owner)] = []
    let candidates: [(name: [UInt8]?, owner: Owner)] = [
      (names[picture], .picture), (names[stem], isRaw || raws[stem] == nil ? .picture : .raw),
      (rawNames[stem], .namedRaw),
    ]
    for (name, owner) in candidates {
      if let name, !found.contains(where: { $0.name == name }) { found.append((name, owner)) }
    }
    return found
  }

  /// The names of the text files beside a picture: its name with and without its extension.
  func textNames(of picture: ArraySlice<UInt8>) -> [[UInt8]] {
    let found = [texts[picture], texts[Self.stem(of: picture)]].compactMap(\.self)
    return found.count == 2 && found[0] == found[1] ? [found[0]] : found
  }

  /// A name without its extension; the leading dot of a hidden file does not start an extension.
  private static func stem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.dropFirst().lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
  }

  /// The name of a RAW file without its extension; nil if it is not a RAW file.
  private static func rawStem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    return rawExtensions.contains(suffix) ? name[..<dot] : nil
  }

  private static let rawExtensions = Set(FoundImage.rawExtensions + ["gpr", "raw"])
}
