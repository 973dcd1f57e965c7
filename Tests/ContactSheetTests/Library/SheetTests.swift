import ContactSheet
import Foundation
import PNGFixtures
import SheetFixtures
import SheetPictures
import SheetPlanning
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Sheets made with the API that other packages see.
@Suite struct SheetTests {
  /// A folder of pictures of several sizes.
  static func photos(_ sizes: [(Int, Int)] = [(40, 30), (30, 40), (50, 20)]) throws
    -> TemporaryFolder
  {
    let folder = TemporaryFolder()
    for (index, size) in sizes.enumerated() {
      try folder.write(pictureFile(size.0, size.1), to: "photos/\(index).png")
    }
    return folder
  }

  /// A grey picture that calls a function before each row.
  static func gray(
    _ name: String, width: Int = 40, height: Int = 30,
    beforeRow: @escaping @Sendable () throws -> Void = {}
  ) -> Sheet.Picture {
    Sheet.Picture(name: name, width: width, height: height, channels: .gray) {
      {
        try beforeRow()
        return [UInt8](repeating: 77, count: width)
      }
    }
  }

  /// A square grey picture of noise, which cannot be compressed.
  static func noise(
    _ name: String, side: Int, beforeRow: @escaping @Sendable () throws -> Void = {}
  ) -> Sheet.Picture {
    Sheet.Picture(name: name, width: side, height: side, channels: .gray) {
      var number = name.utf8.reduce(UInt64(1)) { $0 &* 31 &+ UInt64($1) }
      return {
        try beforeRow()
        return (0..<side).map { _ in
          number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(truncatingIfNeeded: number >> 56)
        }
      }
    }
  }

  @Test("The code in the README makes a sheet of rows on black, with names, progress and issues")
  func readme() async throws {
    let folder = try Self.photos()
    try folder.write("photos/cut.png", "no picture")
    var sheet = Sheet(folder: folder["photos"].string)
    sheet.layout = .rows(height: 240)
    sheet.background = .black
    sheet.label = "{name}"
    let plan = try await sheet.plan()
    #expect(plan.pages.flatMap(\.tiles).map(\.label) == ["0.png", "1.png", "2.png", "cut.png"])
    let seen = Mutex<[Double]>([])
    let report = try await plan.render(to: folder["sheet.png"].string, overwrite: .sheetsOnly) {
      progress in seen.withLock { $0.append(progress.fraction) }
    }
    let fractions = seen.withLock(\.self)
    #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions[0] > 0)
    #expect(report.pages.map(\.path) == [folder["sheet.png"].string])
    #expect(report.issues.map(\.kind).contains(.unreadablePicture))
    #expect(report.unreadable == [folder["photos/cut.png"].string] && !report.isComplete)
    #expect(try await plan.render(to: folder["sheet.png"].string).issues == report.issues)
    let reader = try PNGReader(path: folder["sheet.png"].string)
    #expect(reader.header.width == plan.pages[0].width)
    #expect(reader.header.height == plan.pages[0].height)
  }

  @Test("A decoded plan equals the original and renders to the same bytes")
  func codable() async throws {
    let folder = try Self.photos()
    var sheet = Sheet(folder: folder["photos"].string)
    (sheet.title, sheet.border, sheet.perPage) = ("A", .init(width: 2), 2)
    let plan = try await sheet.plan()
    let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
    #expect(decoded == plan && decoded.pages == plan.pages && plan.pages.count == 2)
    try await plan.render(to: folder["a-%d.png"].string)
    try await decoded.render(to: folder["b-%d.png"].string)
    for page in 1...2 {
      #expect(folder.contents("a-\(page).png") == folder.contents("b-\(page).png"))
      #expect(folder.contents("a-\(page).png") != nil)
    }
    var second = Sheet.RenderOptions()
    (second.pages, second.manifest) = (2...2, folder["sheet.json"].string)
    let report = try await decoded.render(to: folder["c-%d.png"].string, options: second)
    #expect(report.pages.map(\.path) == [folder["c-2.png"].string])
    #expect(try Sheet.Plan(contentsOf: folder["sheet.json"].string) == plan)
  }

  @Test("Rendering a decoded plan never replaces the plan's own input files, even with .anyFile")
  func filesOfDecodedPlans() async throws {
    let folder = try Self.photos()
    for name in ["logo.png", "mark.png", "overlay.png"] {
      try folder.write(pictureFile(20, 15), to: name)
    }
    for (name, shade) in [("before", 10), ("after", 250)] as [(String, UInt16)] {
      let picture = PNGFixture.plain(width: 40, height: 30, color: [shade, shade, shade])
      try folder.write(picture.encoded(), to: "\(name)/a.png")
    }
    var sheet = Sheet(folder: folder["photos"].string)
    (sheet.title, sheet.logo, sheet.perPage) = ("A", folder["logo.png"].string, 1)
    sheet.watermark = "file:\(folder["mark.png"].string)"
    sheet.overlay = [Sheet.Rule(.all, folder["overlay.png"].string)]
    let compared = Sheet(
      comparing: FolderComparison(folder["after"].string, with: folder["before"].string))
    for (sheet, files) in [
      (sheet, ["photos/0.png", "photos/2.png", "logo.png", "mark.png", "overlay.png"]),
      (compared, ["before/a.png", "after/a.png"]),
    ] {
      let plan = try await sheet.plan()
      let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
      for file in files {
        let before = folder.contents(file)
        for plan in [plan, decoded] {
          var options = Sheet.RenderOptions()
          (options.pages, options.manifest) = (1...1, folder[file].string)
          await #expect(throws: ContactSheetError.inputIsOutput(folder[file])) {
            try await plan.render(
              to: folder["s-%d.png"].string, overwrite: .anyFile, options: options)
          }
        }
        #expect(folder.contents(file) == before)
      }
      try await decoded.render(to: folder["s-%d.png"].string)
    }
  }

  @Test("A path that ends with a slash is not taken for a file of that name")
  func folderNames() async throws {
    let folder = try Self.photos()
    let sheet = Sheet(folder: folder["photos"].string)
    let plan = try await sheet.plan()
    for path in ["\(folder["out"].string)/", "\(folder["out"].string)//"] {
      func isRefused(_ body: () async throws -> Void) async {
        let error = await #expect(throws: ContactSheetError.self) { try await body() }
        #expect(error?.code == .outputName)
      }
      await isRefused { _ = try await sheet.plan(for: path) }
      await isRefused { try await sheet.render(to: path) }
      await isRefused { try await plan.render(to: path) }
      for document in [\Sheet.RenderOptions.manifest, \.depfile, \.html] {
        var options = Sheet.RenderOptions()
        options[keyPath: document] = path
        await isRefused { [options] in
          try await plan.render(to: folder["s.png"].string, options: options)
        }
      }
    }
    #expect(folder.names == ["photos"])
  }

  @Test("Pictures need not be files, even in a decoded plan")
  func pictures() async throws {
    let folder = TemporaryFolder()
    let red = try Sheet.Picture(
      name: "red", width: 2, height: 1, channels: .rgb, pixels: [255, 0, 0, 255, 0, 0])
    let pictures = [Self.gray("gray"), red]
    var sheet = Sheet(pictures: pictures)
    (sheet.margin, sheet.layout) = (0, .grid(columns: 2, cell: .init(width: 40, height: 30)))
    let plan = try await sheet.plan()
    #expect(plan.pictures == ["gray", "red"])
    #expect(plan.pages[0].tiles.map(\.cell.x) == [0, 48])
    try await plan.render(to: folder["a.png"].string)
    let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
    try await Sheet.Plan(decoded, pictures: pictures.reversed()).render(to: folder["b.png"].string)
    #expect(folder.contents("a.png") == folder.contents("b.png"))
    for (pictures, name) in [([red], "'gray'"), (pictures + [Self.gray("new")], "'new'")] {
      do {
        _ = try Sheet.Plan(decoded, pictures: pictures)
        Issue.record("a plan accepts different pictures")
      } catch let error as ContactSheetError {
        #expect(error.text.contains(name), "\(error)")
      }
    }
  }

  @Test("A supplied picture's name is never opened as a path, even beside files on the same sheet")
  func uploads() async throws {
    let folder = try Self.photos()
    let path = folder["photos/1.png"].string
    var sheet = Sheet(
      files: [folder["photos/2.png"].string], pictures: [Self.gray(path), Self.gray(path)])
    sheet.layout = .grid(columns: 3, cell: .init(width: 40, height: 30))
    let plan = try await sheet.plan()
    try await plan.render(to: folder["a.png"].string)
    let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
    await #expect(throws: ContactSheetError.self) {
      try await decoded.render(to: folder["b.png"].string)
    }
    #expect(folder.contents("b.png") == nil)
    // Two pictures with the same name are told apart by their order.
    try await Sheet.Plan(decoded, pictures: sheet.pictures).render(to: folder["b.png"].string)
    #expect(folder.contents("a.png") == folder.contents("b.png"))
    var options = Sheet.RenderOptions()
    options.manifest = folder["m.json"].string
    try await plan.render(to: folder["c.png"].string, options: options)
    let read = try Sheet.Plan(contentsOf: folder["m.json"].string)
    await #expect(throws: ContactSheetError.self) {
      try await read.render(to: folder["d.png"].string)
    }
  }

  @Test(
    "The name of a supplied picture is not a path, even if the picture is stretched or coloured")
  func coloredUploads() async throws {
    let folder = try Self.photos()
    for colors: (inout Sheet) -> Void in [
      { $0.stretch = .labels }, { $0.colormap = .viridis },
      { ($0.stretch, $0.colormap) = (.labels, .viridis) }, { $0.bands = .gray(1) },
      { ($0.bands, $0.stretch) = (.gray(1), .labels) },
    ] {
      var sheet = Sheet(pictures: [Self.gray(folder["photos/1.png"].string)])
      colors(&sheet)
      let plan = try await sheet.plan()
      try await plan.render(to: folder["a.png"].string, overwrite: .anyFile)
      let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
      await #expect(throws: ContactSheetError.self) {
        try await decoded.render(to: folder["b.png"].string, overwrite: .anyFile)
      }
      try await Sheet.Plan(decoded, pictures: sheet.pictures)
        .render(to: folder["b.png"].string, overwrite: .anyFile)
      #expect(folder.contents("a.png") == folder.contents("b.png"))
    }
  }

  @Test("Supplied pictures have different identifiers, whatever their names are")
  func identifiers() throws {
    for names in [["a", "a", "a (2)"], ["a (2)", "a", "a", "a"], ["a (2)", "a (2)", "a", "a"]] {
      let ids = names.map { Self.gray($0) }.sources.compactMap(\.suppliedID)
      #expect(Set(ids).count == names.count, "\(ids)")
      #expect(names.allSatisfy(ids.contains), "\(ids)")
    }
  }

  @Test(
    "A picture with an invalid size or invalid rows is unreadable; other pictures are shown",
    arguments: [
      Sheet.Picture(name: "bad", width: 0, height: 9) { { [] } },
      Sheet.Picture(name: "bad", width: 9, height: -1) { { [] } },
      Sheet.Picture(name: "bad", width: .max, height: .max) { { [] } },
      Sheet.Picture(name: "bad", width: 3, height: 3) { { [] } },
      gray("bad") { throw CocoaError(.fileReadUnknown) },
    ])
  func wrongPictures(bad: Sheet.Picture) async throws {
    let folder = TemporaryFolder()
    let report = try await Sheet(pictures: [Self.gray("good"), bad])
      .render(to: folder["sheet.png"].string)
    #expect(report.unreadable == ["bad"] && report.pages.count == 1)
  }

  @Test("Neither the work nor progress callbacks run on Swift's thread pool")
  func threads() async throws {
    let folder = TemporaryFolder()
    let own = Mutex<Set<UInt>>([])
    let note: @Sendable () -> Void = { own.withLock { _ = $0.insert(UInt(pthread_self())) } }
    let sheet = Sheet(pictures: (0..<20).map { Self.gray("\($0)", beforeRow: note) })
    // The pool's threads are recorded while the sheet is made, because identifiers of ended threads
    // may be reused.
    let pool = Task.detached {
      var pool: Set<UInt> = []
      while !Task.isCancelled {
        pool.formUnion(
          await withTaskGroup(of: UInt.self, returning: [UInt].self) { group in
            for _ in 0..<8 { group.addTask { UInt(pthread_self()) } }
            return await group.reduce(into: []) { $0.append($1) }
          })
      }
      return pool
    }
    try await sheet.render(to: folder["sheet.png"].string) { _ in note() }
    pool.cancel()
    let threads = own.withLock(\.self)
    let others = await pool.value
    #expect(!threads.isEmpty && threads.isDisjoint(with: others))
  }

  @Test("A cancelled task throws CancellationError and leaves no file", arguments: [0, 300])
  func cancelled(afterRows rows: Int) async throws {
    let folder = TemporaryFolder()
    let count = Mutex(0)
    let task = Mutex<Task<Void, any Error>?>(nil)
    let sheet = Sheet(
      pictures: (0..<500).map { index in
        Self.gray("\(index)") {
          if count.withLock({
            $0 += 1; return $0
          }) == rows {
            task.withLock { $0?.cancel() }
          }
        }
      })
    let work = Task.detached {
      while task.withLock({ $0 == nil }) { await Task.yield() }
      try await sheet.render(to: folder["sheet.png"].string)
    }
    task.withLock { $0 = work }
    if rows == 0 { work.cancel() }
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(folder.names.isEmpty)
  }

  @Test("All errors are of one type, with a code and a complete message")
  func errors() async throws {
    let folder = try Self.photos()
    try folder.write("notes.png", "mine")
    typealias Case = (code: ContactSheetError.Code, change: (inout Sheet) -> Void)
    let wrong: [Case] = [
      (.inputNotFound, { $0.inputs = ["/no/such/folder"] }),
      (.noPictures, { $0 = Sheet() }), (.noPictures, { $0.conditions = ["width > 1000"] }),
      (.invalidValue, { $0.label = "{" }), (.invalidValue, { $0.label = "{noSuchFact}" }),
      (.invalidValue, { $0.conditions = [">"] }), (.invalidValue, { $0.perPage = 0 }),
      (.invalidValue, { $0.gap = -1 }),
      (.invalidValue, { $0.padding = -1 }), (.invalidValue, { $0.radius = .millimetres(.nan) }),
      (.invalidValue, { $0.compression = 10 }), (.invalidValue, { $0.dpi = 0 }),
      (.invalidValue, { $0.quality = 0 }), (.invalidValue, { $0.sharpen = .infinity }),
      (.invalidValue, { $0.font = "" }),
      (
        .invalidValue,
        {
          $0.dpi = 300; $0.gap = .init(.millimetres(-1e300))
        }
      ),
      (.invalidValue, { $0.layout = .grid(columns: 0) }),
      (.invalidValue, { $0.layout = .grid(ratio: .fixed(-.infinity)) }),
      (.invalidValue, { $0.layout = .rows(height: 0) }),
      (.invalidValue, { $0.layout = .matrix(rows: "{") }),
      (.invalidValue, { $0.size = .init(width: 0) }), (.invalidValue, { $0.maxPixels = 0 }),
      (.invalidValue, { $0.shadow = .init(width: 9999) }),
      (.invalidValue, { $0.trim = .upTo(256) }), (.invalidValue, { $0.sort = .by("{") }),
      (.invalidValue, { $0.layout = .tiered([]) }), (.noRoom, { $0.size = .init(width: 3) }),
      (.tooLarge, { $0.maxPixels = 9 }),
      (.clash, { $0.layout = .matrix(rows: "a", columns: "b", onClash: .fail) }),
    ]
    for (index, wrong) in wrong.enumerated() {
      var sheet = Sheet(folder: folder["photos"].string)
      wrong.change(&sheet)
      let error = await #expect(throws: ContactSheetError.self, "\(index)") {
        try await sheet.render(to: folder["sheet.png"].string)
      }
      #expect(error?.code == wrong.code, "\(index): \(error?.description ?? "")")
      #expect(error?.description.hasPrefix("cannot ") == true, "\(error?.description ?? "")")
    }
    let plan = try await Sheet(folder: folder["photos"].string).plan()
    for (output, code) in [
      ("notes.png", ContactSheetError.Code.wouldOverwrite), ("photos/0.png", .wouldOverwrite),
      ("none/sheet.png", .notWritten), ("sheet.gif", .unsupportedFormat),
      ("sheet-{folder}.png", .outputName),
    ] {
      let error = await #expect(throws: ContactSheetError.self, "\(output)") {
        try await plan.render(to: folder[output].string)
      }
      #expect(error?.code == code, "\(output): \(error?.description ?? "")")
    }
    try await plan.render(to: folder["notes.png"].string, overwrite: .anyFile)
    var options = Sheet.RenderOptions()
    options.pages = 2...2
    let error = await #expect(throws: ContactSheetError.self) {
      try await plan.render(to: folder["sheet.png"].string, options: options)
    }
    #expect(error?.code == .noSuchPage)
    #expect(folder.names == ["photos", "notes.png"])
  }

  @Test("A listing has one entry per picture, with the line breaks of its template")
  func list() async throws {
    let folder = try Self.photos()
    let sheet = Sheet(folder: folder["photos"].string)
    #expect(try await sheet.list("{width}x{height}") == ["40x30", "30x40", "50x20"])
  }

  @Test("Folders can be compared with or without a sheet")
  func comparison() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(8, 8), to: "before/a.png")
    try folder.write(pictureFile(8, 8), to: "after/a.png")
    try folder.write(pictureFile(9, 8), to: "before/b.png")
    try folder.write(pictureFile(8, 9), to: "after/b.png")
    try folder.write(pictureFile(8, 8), to: "after/c.png")
    let comparison = FolderComparison(folder["after"].string, with: folder["before"].string)
    let changes = try await comparison.run()
    #expect(changes.pairs.map(\.path) == ["a.png", "b.png", "c.png"])
    #expect(changes.pairs.map(\.status) == [.equal, .resized, .added])
    #expect(changes.pairs[0].changedPixels == 0 && changes.isAnyDifferent)
    #expect(changes.pairs[0].psnr == .infinity && changes.pairs[0].changedArea == nil)
    #expect(changes.pairs[1].mae == nil && changes.pairs[1].ssim == nil)
    let report = try await Sheet(comparing: comparison).render(to: folder["sheet.png"].string)
    #expect(report.changes?.pairs == changes.pairs)
    let plain = PNGFixture.plain(width: 8, height: 8, color: [255, 255, 255]).encoded()
    try folder.write(plain, to: "after/a.png")
    var measured = comparison
    (measured.measuresSimilarity, measured.tolerance, measured.allow) = (true, 0, ["a.png=100%"])
    let pair = try await measured.run().pairs[0]
    #expect(pair.status == .allowed && pair.allowedStatus == .different)
    #expect(pair.changedArea == Sheet.Rect(x: 0, y: 0, width: 8, height: 8))
    #expect(pair.regions.map(\.changedPixels) == [64] && pair.psnr ?? .infinity < 40)
    #expect(pair.mae ?? 0 > 0 && pair.rmse ?? 0 > 0 && pair.mae ?? 1 <= pair.rmse ?? 0)
    var wrong = comparison
    wrong.before = nil
    await #expect(throws: ContactSheetError.self) { try await wrong.run() }
    wrong = comparison
    wrong.tolerance = 2
    await #expect(throws: ContactSheetError.self) { try await wrong.run() }
  }
}
