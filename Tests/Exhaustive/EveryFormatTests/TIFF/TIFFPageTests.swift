import FormatFixtures
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// Files with several pictures, each of which is a page.
@Suite(.needs(.tiff))
struct TIFFPageTests {
  /// A file whose directories are a chain of `count` small pictures, the last leading to `end`.
  private static func chain(_ count: Int, thenTo end: Int = 0) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let fields = [
      (256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 1), (279, 1),
    ]
    let table =
      number(fields.count, 2)
      + fields.flatMap { number($0.0, 2) + number(3, 2) + number(1, 4) + number($0.1, 4) }
    var file = Array("II*\0".utf8) + number(16, 4) + number(200, 8)
    for index in 1...count {
      file += table
      file += number(index < count ? file.count + 4 : end, 4)
    }
    return file
  }

  private static func picture(
    _ file: [UInt8], page: Int?, _ name: String = "a.tif", _ facts: [FactKey] = []
  ) throws -> SheetPicture {
    let folder = TemporaryFolder()
    try folder.write(file, to: name)
    let query = FactQuery(facts)
    var metadata = MetadataUse()
    metadata.needs = query.needs
    return try SheetPicture(fileAt: folder[name], page: page, metadata, query, .standard)
  }

  @Test("Pages are counted from 0, and reduced copies and masks are not counted")
  func pages() throws {
    let file = TIFFFixture.pages([(7, 0), (3, 1), (9, 0), (7, 4), (11, 2), (4, 1)])
    for (page, width) in [(nil, 7), (0, 7), (1, 9), (2, 11)] as [(Int?, Int)] {
      let header = try Self.picture(file, page: page).header.get()
      #expect(header.size.width == width && header.page?.count == 3)
      #expect(header.page?.index == page ?? 0)
    }
    #expect(
      try Self.picture(TIFFFixture.pages([(7, 0), (3, 1)]), page: 0).header.get().page == nil)
  }

  @Test("The description in the first page gives the pixel size of later pages as well")
  func described() throws {
    let text = "<OME><Image><Pixels PhysicalSizeX=\"0.25\"><TiffData/></Pixels></Image></OME>"
    let file = TIFFFixture.pages([(7, 0), (9, 0), (3, 1), (11, 0)], description: text)
    for page in [nil, 0, 1, 2] {
      let picture = try Self.picture(file, page: page, "a.tif", [.pixelSize])
      #expect(picture.metadataFacts[.pixelSize]?.number == 0.25, "\(page ?? -1)")
    }
    let bare = TIFFFixture.pages([(7, 0), (9, 0)])
    #expect(try Self.picture(bare, page: 1, "a.tif", [.pixelSize]).metadataFacts.isEmpty)
  }

  @Test("The error about a page that does not exist says how many there are")
  func outside() throws {
    let three = TIFFFixture.pages([(7, 0), (9, 0), (11, 0)])
    let missing = try Self.picture(three, page: 3).unreadable
    #expect(missing?.reason == "the file has 3 pages; name one from [0] to [2]")
    #expect(missing?.name.hasSuffix("a.tif[3]") == true)
    let alone = try Self.picture(TIFFFixture.pages([(7, 0)]), page: 1).unreadable
    #expect(alone?.reason == "the file has one page; name it without a number")
  }

  @Test(
    "A chain of directories ends where it leads back into itself",
    arguments: [16, 16 + 2 + 9 * 12 + 4])
  func cycle(end: Int) throws {
    let header = try Self.picture(Self.chain(5, thenTo: end), page: nil).header.get()
    #expect(header.page?.count == 5)
  }

  @Test("All of 60,000 pages are found, but only the first 65,536 of 70,000")
  func many() throws {
    #expect(try Self.picture(Self.chain(60_000), page: 59_999).header.get().page?.index == 59_999)
    let header = try Self.picture(Self.chain(70_000), page: nil).header.get()
    #expect(header.page?.count == TIFFPages.maximumDirectories)
  }

  @Test("A name followed by a number in brackets is a page, unless a file has that name")
  func names() throws {
    let folder = TemporaryFolder()
    for name in ["a.tif", "b.tif", "b.tif[1]"] { try folder.write([1], to: name) }
    func read(_ name: String) -> (String, Int?) {
      let (file, page) = folder[name].fileAndPage
      return (String(decoding: file.nameBytes, as: UTF8.self), page)
    }
    #expect(read("a.tif[12]") == ("a.tif", 12))
    #expect(read("b.tif[1]") == ("b.tif[1]", nil))
    for name in ["a.tif", "c.tif[1]", "a.tif[]", "a.tif[-1]", "a.tif[1", "a.tif[1234567890]"] {
      #expect(read(name) == (name, nil), "\(name)")
    }
  }
}
