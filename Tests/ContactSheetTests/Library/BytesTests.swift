import ContactSheet
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Files and sheets in memory, as servers use them.
@Suite struct BytesTests {
  private static func upload(_ name: String, _ width: Int = 40, _ height: Int = 30) -> Sheet.Picture
  {
    Sheet.Picture(name: name, encoded: pictureFile(width, height))
  }

  @Test("A sheet of encoded pictures is byte-identical to a sheet of the files that contain them")
  func encoded() async throws {
    let folder = try SheetTests.photos()
    let files = (0..<3).map { folder["photos/\($0).png"].string }
    var ofFiles = Sheet(files: files)
    var ofBytes = Sheet(pictures: [(40, 30), (30, 40), (50, 20)].map { Self.upload("x", $0, $1) })
    (ofFiles.border, ofBytes.border) = (.init(width: 2), .init(width: 2))
    let bytes = try await ofBytes.render(as: .png)
    try await ofFiles.render(to: folder["a.png"].string)
    #expect(folder.contents("a.png") == bytes)
    // The pieces are small and in order.
    let pieces = Mutex<[[UInt8]]>([])
    let report = try await ofBytes.render(as: .png) { piece in pieces.withLock { $0.append(piece) }
    }
    #expect(pieces.withLock { Array($0.joined()) } == bytes)
    #expect(pieces.withLock { $0.allSatisfy { $0.count <= 1 << 16 } } && report.isComplete)
    #expect(report.pages.count == 1)
  }

  @Test("A decoded plan finds its encoded pictures by their identifiers")
  func plans() async throws {
    let pictures = [
      Self.upload("../x.png"), Sheet.Picture(name: "../x.png", id: "b", encoded: pictureFile(9, 9)),
    ]
    let sheet = Sheet(pictures: pictures)
    let plan = try await sheet.plan()
    let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
    let again = try Sheet.Plan(decoded, pictures: pictures.reversed())
    let one = Mutex<[UInt8]>([])
    let other = Mutex<[UInt8]>([])
    try await plan.render(as: .png) { piece in one.withLock { $0 += piece } }
    try await again.render(as: .png) { piece in other.withLock { $0 += piece } }
    #expect(one.withLock(\.self) == other.withLock(\.self))
    await #expect(throws: ContactSheetError.self) { try await decoded.render(as: .png) { _ in } }
    // The picture with the same identifier has another size.
    #expect(throws: ContactSheetError.self) {
      try Sheet.Plan(decoded, pictures: [Self.upload("../x.png", 7, 7), pictures[1]])
    }
  }

  @Test(
    "Bytes that are not a picture are shown as an unreadable picture beside the others",
    arguments: [[], [1, 2, 3], Array("GIF89a".utf8), Array(pictureFile(40, 30).dropLast(30))]
      as [[UInt8]])
  func broken(bytes: [UInt8]) async throws {
    let sheet = Sheet(pictures: [Self.upload("good"), Sheet.Picture(name: "bad", encoded: bytes)])
    let report = try await sheet.render(as: .png) { _ in }
    #expect(report.unreadable == ["bad"])
  }

  @Test("An error thrown by the receiver ends the run; only a PDF can have several pages in memory")
  func errors() async throws {
    var sheet = Sheet(pictures: (0..<4).map { Self.upload("\($0)") })
    await #expect(throws: CocoaError.self) {
      try await sheet.render(as: .png) { _ in throw CocoaError(.fileWriteUnknown) }
    }
    // The rest of a large sheet is not rendered: its pixels are noise, which fills the pipe, and
    // they take more than the 16 MB that are rendered in advance.
    let rows = Mutex(0)
    let side = 256
    let large = Sheet(
      pictures: (0..<400).map { name in
        SheetTests.noise("\(name)", side: side) { rows.withLock { $0 += 1 } }
      })
    var options = Sheet.RenderOptions()
    options.jobs = 1
    await #expect(throws: CocoaError.self) {
      try await large.render(as: .png, options: options) { _ in
        throw CocoaError(.fileWriteUnknown)
      }
    }
    #expect(rows.withLock(\.self) < 400 * side)
    sheet.perPage = 1
    await #expect(throws: ContactSheetError.self) { try await sheet.render(as: .png) }
    options.pages = 2...2
    #expect(try await sheet.render(as: .png, options: options).starts(with: [0x89, 0x50]))
    #expect(try await sheet.render(as: .pdf).starts(with: Array("%PDF".utf8)))
    await #expect(throws: ContactSheetError.self) { try await Sheet(pictures: []).render(as: .png) }
  }

  @Test(
    "A PDF in memory does not depend on its descriptor's number, and causes no note about links")
  func documents() async throws {
    let folder = try SheetTests.photos()
    let sheet = Sheet(folder: folder["photos"].string)
    let one = try await sheet.render(as: .pdf)
    let held = try (0..<20).map { _ in
      try FileDescriptor.open(folder["photos/0.png"], .readOnly)
    }
    defer { for descriptor in held { try? descriptor.close() } }
    let plan = try await sheet.plan()
    let bytes = Mutex<[UInt8]>([])
    let report = try await plan.render(as: .pdf) { piece in bytes.withLock { $0 += piece } }
    #expect(bytes.withLock(\.self).count == one.count)
    #expect(!report.issues.contains { $0.text.contains("/proc") })
    var options = Sheet.RenderOptions()
    for shard in [(1, 0), (1, -1), (3, 2), (0, 2)] {
      options.shard = .init(shard.0, of: shard.1)
      await #expect(throws: ContactSheetError.self, "\(shard)") {
        try await plan.render(to: folder["x.png"].string, options: options)
      }
    }
  }

  @Test("Sheets can be made in memory concurrently, and leave no descriptor open")
  func concurrent() async throws {
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let sheet = Sheet(pictures: (0..<9).map { Self.upload("\($0)") })
    let expected = try await sheet.render(as: .png)
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try await sheet.render(as: .png) } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == expected })
    // Other tests open files too, but not as many as a hundred.
    #expect(try openFiles() < 200)
  }

  @Test("JPEGs have the requested quality", .needs(.jpeg))
  func quality() async throws {
    let sheet = Sheet(pictures: [Self.upload("a", 400, 300)])
    let sizes = try await [20, 95].asyncMap { try await sheet.render(as: .jpeg(quality: $0)).count }
    #expect(sizes[0] < sizes[1])
    let plan = try await sheet.plan()
    let count = Mutex(0)
    try await plan.render(as: .jpeg(quality: 20)) { piece in count.withLock { $0 += piece.count } }
    #expect(count.withLock(\.self) == sizes[0])
    await #expect(throws: ContactSheetError.self) {
      try await sheet.render(as: .jpeg(quality: 101))
    }
  }
}

extension Array {
  fileprivate func asyncMap<Other>(_ transform: (Element) async throws -> Other) async rethrows
    -> [Other]
  {
    var all: [Other] = []
    for element in self { all.append(try await transform(element)) }
    return all
  }
}
