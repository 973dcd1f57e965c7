import ContactSheet
import SheetFixtures
import TestSupport
import Testing

/// Layouts supplied by programs.
@Suite struct PageLayoutTests {
  /// A layout implemented by a function.
  struct Placed: PageLayout {
    let place: @Sendable (Sheet.LayoutRequest) throws -> Sheet.Arrangement

    func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement {
      try place(request)
    }
  }

  static let pictures = (0..<6).map { SheetTests.gray("\($0)") }

  static func sheet(
    _ place: @escaping @Sendable (Sheet.LayoutRequest) throws -> Sheet.Arrangement
  ) -> Sheet {
    var sheet = Sheet(pictures: pictures)
    (sheet.margin, sheet.layout) = (10, .custom(Placed(place: place)))
    return sheet
  }

  /// Squares of one size, one below the other.
  static func column(_ request: Sheet.LayoutRequest) -> Sheet.Arrangement {
    let frames = request.pictures.indices.map {
      Sheet.Rect(x: 0, y: Double($0) * 50, width: 50, height: 50)
    }
    return Sheet.Arrangement(
      size: Sheet.Size(width: request.width, height: Double(frames.count) * 50), frames: frames)
  }

  @Test("Cells are where the layout puts them, inside the margins")
  func cells() async throws {
    var sheet = Self.sheet { request in
      #expect(request.pictures == Array(repeating: Sheet.Size(width: 40, height: 30), count: 6))
      #expect(request.width == 580 && request.height == nil)
      #expect(request.gap == Sheet.Size(width: 8, height: 8))
      #expect(request.ratios == Array(repeating: 4.0 / 3, count: 6))
      return Self.column(request)
    }
    sheet.size = .init(width: 600)
    let plan = try await sheet.plan()
    #expect(
      plan.pages[0].tiles.map(\.cell)
        == (0..<6).map { Sheet.Rect(x: 10, y: 10 + 50 * Double($0), width: 50, height: 50) })
    #expect((plan.pages[0].width, plan.pages[0].height) == (600, 320))
  }

  @Test("Pages break between rows, and at the given number of pictures")
  func pages() async throws {
    var sheet = Self.sheet(Self.column)
    sheet.maxHeight = 175
    #expect(try await sheet.plan().pages.map(\.tiles.count) == [3, 3])
    (sheet.maxHeight, sheet.perPage) = (nil, 4)
    #expect(try await sheet.plan().pages.map(\.tiles.count) == [4, 2])
    (sheet.perPage, sheet.groupBy, sheet.groupBreak) = (nil, .by("{stem}"), .section)
    #expect(try await sheet.plan().pages.map(\.tiles.count) == [6])
    (sheet.groupBy, sheet.size) = (nil, .init(width: 400, height: 500))
    let page = try #require(try await sheet.plan().pages.first)
    #expect((page.width, page.height) == (400, 500))
  }

  struct Full: Error, CustomStringConvertible { let description = "the page is full" }

  /// An invalid layout, and part of the message about it.
  struct Wrong: Sendable {
    let reason: String
    let place: @Sendable (Sheet.LayoutRequest) throws -> Sheet.Arrangement

    /// Squares one below the other, changed by a closure.
    init(_ reason: String, _ change: @escaping @Sendable (inout Sheet.Arrangement) throws -> Void) {
      self.reason = reason
      place = { request in
        var arrangement = column(request)
        try change(&arrangement)
        return arrangement
      }
    }
  }

  @Test(
    "Invalid arrangements and errors that layouts throw end planning with a code and a reason",
    arguments: [
      Wrong("the page is full") { _ in throw Full() },
      Wrong("5 frames for 6 images") { $0.frames.removeLast() },
      Wrong("must be inside the page") { $0.frames[2].x = .nan },
      Wrong("must be inside the page") { $0.frames[2].y = -1 },
      Wrong("must be inside the page") { $0.frames[2].width = 0 },
      Wrong("must be inside the page") { $0.frames[2].height = .infinity },
      Wrong("must be inside the page") { $0.frames[2].x = 1e300 },
      Wrong("its page is") { $0.size.height = .nan },
      Wrong("its page is") { $0.size.width = 1e300 },
      Wrong("its page is") { $0.size.width = 0 },
    ])
  func wrong(wrong: Wrong) async throws {
    let error = await #expect(throws: ContactSheetError.self) {
      try await Self.sheet(wrong.place).plan()
    }
    #expect(error?.code == .layoutFailed)
    #expect(error?.description.contains(wrong.reason) == true, "\(error?.description ?? "")")
  }

  @Test("Layout geometry can be used on its own, and gives rows, columns and frames, or an error")
  func geometry() throws {
    let grid = try Sheet.Arrangement.grid(
      10, filling: Sheet.Size(width: 300, height: 200), ratio: 4.0 / 3)
    #expect([grid.rows, grid.columns] == [3, 4] && grid.frames.count == 10)
    #expect(grid.frames[9].midX == 112.5 && grid.frames[0].width == 75)
    let ratios = [1.5, 0.7, 1, 2]
    for arrangement in [
      try .rows(ratios, width: 400, height: 100), try .masonry(ratios, width: 400, columns: 2),
      try .collage(ratios, width: 400, height: 300), try .tiered(4, width: 400),
    ] as [Sheet.Arrangement] {
      #expect(arrangement.frames.count == 4 && arrangement.size.width == 400)
    }
    for wrong in [
      { try .rows([.nan], width: 400, height: 100) },
      { try .masonry(ratios, width: -1, columns: 2) },
      { try .grid(3, filling: .zero, ratio: 0) },
    ] as [() throws -> Sheet.Arrangement] {
      #expect(throws: ContactSheetError.self) { try wrong() }
    }
  }
}
