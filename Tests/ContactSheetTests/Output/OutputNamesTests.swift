import SheetFiles
import SheetLayout
import SheetPlans
import SystemPackage
import Testing

@testable import ContactSheet

@Suite struct OutputNamesTests {
  static let outputs: [FilePath] = [
    "sheet.png", "out/sheet.png", "/out/sheet.png", "sheet", ".sheet", "a.b.png", "sheet-%03d.png",
    "%d.png", "x%02d0.png", "%%%03d%%.png", "100%.png", "0.png",
  ]

  @Test(
    "In file names of a matrix, the block follows the page number, and a malformed block is not recognised"
  )
  func blocks() {
    let names = OutputNames("out/s.png")
    let block = PageBlock(row: 2, column: 11)
    #expect(names.path(page: 4, of: 9, block: block) == "out/s-004-r2c11.png")
    #expect(names.path(page: 1, of: 1, block: block) == "out/s.png")
    #expect(OutputNames("p%d.png").path(page: 4, of: 9, block: block) == "p4.png")
    let known = ["s-004-r2c11.png", "s-004.png"]
    let others = [
      "s-004-r2.png", "s-004-rc1.png", "s-r1c1.png", "s-004-r1c1c1.png", "s-004-x1c1.png",
    ]
    for (name, isKnown) in known.map({ ($0, true) }) + others.map({ ($0, false) }) {
      #expect(names.includes(nameBytes: Array(name.utf8)[...]) == isKnown, "\(name)")
    }
  }

  @Test(
    "Each page's file has its own name, and all of these names are recognised",
    arguments: outputs)
  func names(output: FilePath) {
    let names = OutputNames(output)
    for count in [1, 2, 12, 999, 1000, 1_234_567] {
      let pages = Set([1, 2, 9, 10, 99, 100, count - 1, count]).filter { 1...count ~= $0 }
      let paths = pages.map { names.path(page: $0, of: count) }
      #expect(Set(paths).count == pages.count)
      #expect(paths.allSatisfy { names.includes(nameBytes: $0.nameBytes) })
      #expect(paths.allSatisfy { $0.removingLastComponent() == output.removingLastComponent() })
    }
  }

  @Test(
    "A page's number goes before the extension, or where the pattern of the name says",
    arguments: [
      ("sheet.png", 1, 1, "sheet.png"),
      ("sheet.png", 1, 2, "sheet-001.png"),
      ("out/sheet.png", 12, 999, "out/sheet-012.png"),
      ("sheet.png", 12, 1000, "sheet-0012.png"),
      ("sheet", 2, 2, "sheet-002"),
      (".sheet", 2, 2, ".sheet-002"),
      ("a.tar.png", 2, 2, "a.tar-002.png"),
      ("p%d.png", 1, 1, "p1.png"),
      ("p%d.png", 12, 20, "p12.png"),
      ("p%03d.png", 7, 20, "p007.png"),
      ("p%03d.png", 1000, 1000, "p1000.png"),
      ("p%d-%d.png", 3, 9, "p3-%d.png"),
      ("100%%-%d.png", 3, 9, "100%-3.png"),
      ("%d-50%%.png", 3, 9, "3-50%.png"),
      ("%d%%%%d.png", 3, 9, "3%%d.png"),
      ("100%%.png", 1, 1, "100%%.png"),
      ("p%x.png", 2, 2, "p%x-002.png"),
      ("d%d/p.png", 1, 1, "d%d/p.png"),
      ("/p.png", 1, 2, "/p-001.png"),
    ] as [(FilePath, Int, Int, FilePath)])
  func path(output: FilePath, page: Int, count: Int, expected: FilePath) {
    #expect(OutputNames(output).path(page: page, of: count) == expected)
  }

  @Test(
    "Names that no page can have are not recognised",
    arguments: [
      ("sheet.png", "sheet-1.png"), ("sheet.png", "sheet-000.png"), ("sheet.png", "sheet-01a.png"),
      ("sheet.png", "sheet-001.PNG"), ("sheet.png", "sheet001.png"), ("sheet.png", "a-sheet.png"),
      ("sheet.png", "sheet-.png"), ("sheet-%03d.png", "sheet-01.png"),
      ("sheet-%03d.png", "sheet-0001.png"), ("sheet-%03d.png", "sheet-%03d.png"),
      ("%d.png", "01.png"), ("%d.png", "0.png"), ("%d.png", ".png"), ("a%da.png", "a.png"),
    ] as [(FilePath, FilePath)])
  func others(output: FilePath, name: FilePath) {
    #expect(!OutputNames(output).includes(nameBytes: name.nameBytes))
  }

  @Test("Page numbers of any length are recognised")
  func longNumbers() {
    let name = FilePath("sheet-" + String(repeating: "9", count: 100) + ".png")
    #expect(OutputNames("sheet.png").includes(nameBytes: name.nameBytes))
  }

  @Test("A name that is not UTF-8 keeps its bytes")
  func bytes() {
    let names = OutputNames(FilePath(bytes: [0xE4] + ".png".utf8))
    #expect(names.path(page: 1, of: 2).bytes == [0xE4] + "-001.png".utf8)
  }
}
