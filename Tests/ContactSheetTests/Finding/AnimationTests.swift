import PNGFixtures
import SheetFixtures
import SheetModel
import SheetPictures
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Animated files, of which only the first frame is shown.
@Suite struct AnimationTests {
  private let folder = TemporaryFolder()

  /// A PNG that announces a number of frames; nil for one without an acTL chunk.
  private static func png(frames: UInt32?, isAfterPixels: Bool = false) throws -> [UInt8] {
    let still = PNGFixture(
      width: 8, height: 6, colorType: .gray, samples: Array(repeating: 9, count: 48))
    guard let frames else { return still.encoded() }
    var chunks = try #require(PNGChunk.chunks(of: still.encoded()))
    let data = [24, 16, 8, 0].map { UInt8(frames >> $0 & 0xFF) } + [0, 0, 0, 0]
    let place = isAfterPixels ? chunks.count - 1 : 1
    chunks.insert(PNGChunk(type: "acTL", data: data), at: place)
    return PNGChunk.file(chunks)
  }

  private func notes(frames: Sheet.Frames = .first) async throws -> [Note] {
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.frames = frames
    let notes = Notes()
    _ = try await job.plan(notes: notes)
    return notes.of(.otherFrames)
  }

  @Test("A note counts animated PNGs, and gives a command that extracts the frames of the first")
  func animatedPNGs() async throws {
    try folder.write(try Self.png(frames: nil), to: "in/still.png")
    try folder.write(try Self.png(frames: 1), to: "in/one.png")
    try folder.write(try Self.png(frames: 7, isAfterPixels: true), to: "in/late.png")
    #expect(try await notes() == [])
    try folder.write(try Self.png(frames: 7), to: "in/a b.png")
    let path = folder["in/a b.png"].string
    for frames in [Sheet.Frames.first, .all] {
      let note = try #require(try await notes(frames: frames).first)
      #expect(
        "\(note)"
          == "'\(path)' is animated, and only its first frame is shown; mkdir frames && ffmpeg -i "
          + "'\(path)' -fps_mode passthrough frames/%03d.png makes a PNG of each of its frames")
      #expect(note.measures == [.count: 1])
    }
    try folder.write(try Self.png(frames: .max), to: "in/z.png")
    let both = try #require(try await notes().first)
    #expect(both.text.hasPrefix("2 images are animated, and only their first frames are shown; "))
    #expect(both.text.hasSuffix("'\(path)'") && both.measures == [.count: 2])
  }

  /// A GIF with `frames` frames of one pixel.
  private static func gif(frames: Int) -> [UInt8] {
    var file = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 9, 9, 9, 200, 200, 200]
    for _ in 0..<frames {
      file += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    }
    return file + [0x3B]
  }

  @Test(
    "A note says how to show the other frames of an animated GIF, unless they are shown",
    .needs(.library("libgif.so.7", of: "libgif7")))
  func animatedGIFs() async throws {
    try folder.write(Self.gif(frames: 1), to: "in/one.gif")
    #expect(try await notes() == [])
    try folder.write(Self.gif(frames: 3), to: "in/a b.gif")
    let path = folder["in/a b.gif"].string
    let note = try #require(try await notes().first)
    #expect(
      "\(note)"
        == "'\(path)' is animated, and only its first frame is shown; frames all shows all frames, "
        + "and naming '\(path)[1]' shows the second")
    #expect(try await notes(frames: .all) == [])
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.frames = .all
    let all = Notes()
    #expect(try await job.plan(notes: all).pictures.count == 4 && all.of(.otherPages).isEmpty)
  }

  @Test("A damaged acTL chunk does not make a PNG count as animated", arguments: [0, 4, 7, 9, 200])
  func damaged(count: Int) async throws {
    var chunks = try #require(PNGChunk.chunks(of: try Self.png(frames: nil)))
    let data = [UInt8](repeating: 3, count: count)
    chunks.insert(PNGChunk(type: "acTL", data: data), at: 1)
    try folder.write(PNGChunk.file(chunks), to: "in/a.png")
    #expect(try await notes() == [])
  }
}
