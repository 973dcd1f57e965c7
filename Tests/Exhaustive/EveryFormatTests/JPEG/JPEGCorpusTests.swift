import Foundation
import JPEGFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// Real files from many cameras and programs, and damaged ones.
private enum JPEGCorpus {
  static let folder = Corpora.folder.appending(path: "jpeg")

  /// The lines of the index: a path and what Pillow found.
  static let files: [(path: String, found: String)] = {
    let index = try? String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
    return (index ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      return fields.count >= 2 ? (fields[0], fields[1]) : nil
    }
  }()
}

@Suite(.needs(.corpus("jpeg"), .jpeg))
struct JPEGCorpusTests {

  private func read(_ path: String) -> (ReadPicture?, reason: String?) {
    do {
      let read = try ReadPicture(jpeg: FilePath(JPEGCorpus.folder.appending(path: path).path))
      return (read, read.failure)
    } catch {
      return (nil, "\(error)")
    }
  }

  @Test("Undamaged files are read, in the sizes that Pillow reports")
  func whole() throws {
    let whole = JPEGCorpus.files.filter { $0.path.contains("/good/") }
    try #require(whole.count == 150)
    for (path, found) in whole {
      let (read, reason) = read(path)
      if let read {
        #expect(found.hasPrefix("\(read.header.size.width)x"), "\(path)")
        let file = try Array(Data(contentsOf: JPEGCorpus.folder.appending(path: path)))
        let twin = JPEGFixture.decoded(file)
        if reason == nil, twin.channels < 4, read.header.format.depth == .eight {
          let pixels = read.rows.reduce(into: [], +=)
          #expect(firstDifference(pixels, twin.bytes) == nil, "\(path)")
        }
      }
      // Pillow reads lossless files, and accepts files as complete that libjpeg warns about. Two
      // files have only a few of their rows before the end marker.
      let known = ["corrupt JPEG data", "lossless", "ogus DAC", "unexpected end of file"]
      #expect(
        reason == nil || known.contains { reason?.contains($0) == true },
        "\(path): \(reason ?? "")")
    }
  }

  @Test(
    "Damaged files are reported, except those with unusual headers to which only Pillow objects")
  func damaged() throws {
    let damaged = JPEGCorpus.files.filter { $0.path.contains("/damaged/") }
    try #require(damaged.count == 117)
    for (path, found) in damaged where read(path).reason == nil {
      // Pillow objects to unusual headers that change no pixel.
      #expect(found.contains("truncated") || found.contains("broken data"), "\(path): \(found)")
    }
  }
}
