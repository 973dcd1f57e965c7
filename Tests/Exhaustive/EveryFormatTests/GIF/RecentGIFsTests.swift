import FormatFixtures
import SheetFixtures
import SheetImaging
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct RecentGIFsTests {
  private let folder = TemporaryFolder()
  private let recent = RecentGIFs()

  /// Keeps a canvas of a file; the canvas has the given number of bytes.
  private func keep(_ bytes: Int, of name: String) throws {
    try keep([UInt8](repeating: 0, count: bytes), of: name)
  }

  private func keep(_ pixels: [UInt8], of name: String) throws {
    try folder.write([0], to: name)
    recent.keep(
      RecentGIFs.Canvas(next: 1, pixels: pixels), of: try OpenPictureFile(folder[name]))
  }

  /// Whether the canvas of a file is kept; asking counts as using the canvas.
  private func isKept(_ name: String) throws -> Bool {
    try recent.canvas(of: OpenPictureFile(folder[name]), before: 1...1) != nil
  }

  @Test(
    "The canvases of several GIFs of 2560 x 1440 are kept; those used last are kept the longest")
  func bytes() throws {
    let pixels = [UInt8](repeating: 0, count: 4 * 2560 * 1440)
    let names = ["a", "b", "c", "d"]
    for name in names { try keep(pixels, of: name) }
    for name in names { #expect(try isKept(name), "\(name)") }
    #expect(try isKept("a"))
    #expect(recent.keepAtMost(2 * pixels.count) == 2 * pixels.count)
    #expect(try names.filter(isKept) == ["a", "d"])
    for name in names { try keep(pixels, of: name + "2") }
    #expect(try !isKept("a") && !isKept("d") && isKept("a2"))
    #expect(recent.keepAtMost(.max) <= RecentGIFs.maximumBytes)
  }

  @Test("A canvas that is too large is not kept, and only a limited number of canvases is kept")
  func limits() throws {
    try keep(RecentGIFs.maximumCanvasBytes, of: "large")
    try keep(RecentGIFs.maximumCanvasBytes + 4, of: "larger")
    #expect(try isKept("large") && !isKept("larger"))
    for number in 0...RecentGIFs.maximumFiles { try keep(4, of: "\(number)") }
    #expect(try !isKept("large") && !isKept("0"))
    for number in 1...RecentGIFs.maximumFiles { #expect(try isKept("\(number)"), "\(number)") }
  }

  @Test("The frames of a GIF are located once; a failure is remembered only if the file is damaged")
  func frames() throws {
    let frame = GIFFixture.Frame(width: 1, height: 1)
    let gif = GIFFixture(width: 1, height: 1, colors: [[1, 2, 3]], frames: [frame]).encoded()
    var reads = 0
    func failure(
      _ version: FileVersion, _ error: PictureFileError?
    ) -> PictureFileError? {
      do throws(PictureFileError) {
        _ = try recent.container(of: version) { () throws(PictureFileError) -> GIFContainer in
          reads += 1
          if let error { throw error }
          return try GIFContainer(ByteView(gif))
        }
        return nil
      } catch {
        return error
      }
    }
    func version(_ name: String) throws -> FileVersion {
      try folder.write([0], to: name)
      let file = try OpenPictureFile(folder[name])
      let version = FileVersion(file.descriptor)
      return try #require(version)
    }
    let whole = try version("whole")
    for error in [.system(errorNumber: 5), .outOfMemory] as [PictureFileError] {
      #expect(failure(whole, error) == error)
    }
    #expect(failure(whole, nil) == nil && reads == 3)
    #expect(failure(whole, .endOfFile) == nil && reads == 3)
    let damaged = try version("damaged")
    #expect(failure(damaged, .endOfFile) == .endOfFile && reads == 4)
    #expect(failure(damaged, nil) == .endOfFile && reads == 4)
  }

  @Test("A canvas of up to a quarter of the budget is dropped only if a task cannot wait")
  func budget() throws {
    try keep(40, of: "a")
    var memory = MemoryBudget(200, recent)
    let waiting = [100, 61, 60, 0].map { memory.take($0, canWait: true) }
    #expect(waiting == [true, false, true, true] && memory.free == 40)
    #expect(try isKept("a"))
    let isStarted = memory.take(1)
    #expect(isStarted && memory.free == 39)
    #expect(try !isKept("a"))
    // Canvases may take up to a quarter of the budget.
    for (bytes, stays) in [(48, true), (52, false)] {
      try keep(bytes, of: "b")
      var memory = MemoryBudget(200, recent)
      let isStarted = memory.take(1, canWait: true)
      #expect(isStarted)
      #expect(try isKept("b") == stays, "\(bytes)")
    }
  }
}
