internal import SheetFiles
package import SheetText
internal import Synchronization
package import SystemPackage

/// The XMP files beside pictures.
///
/// Folders are looked through once each, where the first picture in them asks. A reference, which all
/// pictures of a run share, so that it knows in the end what was read.
package final class Sidecars: Sendable {
  /// The most bytes of a file that is read: 4 MiB.
  package static let maximumSize = 4 << 20

  private struct State {
    var folders: [FilePath: FolderSidecars] = [:]
    var files: Set<FilePath> = []
    var faults: [FilePath: String] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The packets of a picture's files, of which an earlier one counts more.
  func packets(beside picture: FilePath) -> [XMPPacket] {
    let folder = picture.removingLastComponent()
    let names = state.withLock { state in
      if let known = state.folders[folder] { return known.names(of: picture.nameBytes) }
      let sidecars: FolderSidecars
      do throws(Errno) { sidecars = FolderSidecars(try picture.folder.folderEntries()) } catch {
        state.faults[picture.folder] = "\(error)"
        sidecars = FolderSidecars([])
      }
      state.folders[folder] = sidecars
      return sidecars.names(of: picture.nameBytes)
    }
    return names.compactMap { packet(in: folder.appending(nameBytes: $0)) }
  }

  private func packet(in file: FilePath) -> XMPPacket? {
    do throws(ContentsError) {
      let packet = XMPPacket(try file.contents(atMost: Self.maximumSize))
      state.withLock { _ = $0.files.insert(file) }
      return packet
    } catch {
      state.withLock { $0.faults[file] = "\(error)" }
      return nil
    }
  }

  /// The files that were read, in the order of their names.
  package var files: [FilePath] {
    state.withLock { $0.files.sorted { $0.string < $1.string } }
  }

  /// The note on files that could not be read; nil if all could.
  package var note: Note? {
    let faults = state.withLock(\.faults)
    return faults.min { $0.key.string < $1.key.string }.map { path, reason in
      Note(
        .unreadSidecars, about: path.string,
        "cannot read \(path.quoted(ofCount: faults.count)): \(reason); pictures lack what stands there"
      )
    }
  }
}

/// The names of XMP files in a folder.
private struct FolderSidecars {
  /// By what stands ahead of `.xmp`.
  private var names: [ArraySlice<UInt8>: [UInt8]] = [:]
  /// Those of RAW files, by the names of these without their extensions.
  private var rawNames: [ArraySlice<UInt8>: [UInt8]] = [:]

  init(_ entries: [FolderEntry]) {
    let all = entries.map(\.name).filter { $0[...].hasSuffix(".xmp") }
    // Of `a.XMP` and `a.xmp` the second counts.
    for name in all.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let owner = name.dropLast(4)
      names[owner] = name
      guard let dot = owner.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let suffix = String(decoding: owner[(dot + 1)...], as: UTF8.self).lowercased()
      if Self.rawExtensions.contains(suffix), rawNames[owner[..<dot]] == nil {
        rawNames[owner[..<dot]] = name
      }
    }
  }

  /// The names of the files of a picture: by its name, by that without its extension, of a RAW file.
  func names(of picture: ArraySlice<UInt8>) -> [[UInt8]] {
    if names.isEmpty { return [] }
    let stem =
      picture.dropFirst().lastIndex(of: UInt8(ascii: ".")).map { picture[..<$0] } ?? picture
    var found: [[UInt8]] = []
    for name in [names[picture], names[stem], rawNames[stem]] {
      if let name, !found.contains(name) { found.append(name) }
    }
    return found
  }

  private static let rawExtensions = Set(FileFormat.raw.extensions + ["gpr", "raw"])
}
