import SheetFixtures
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@testable import SheetModel
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetText

/// Properties of pages of a given size, for many numbers and ratios of pictures, lengths of labels
/// and sizes of pages.
@Suite struct PageBarsTests {
  /// The page size in pixels: paper at 300 pixels per inch, or a screen.
  enum Form: String, CaseIterable {
    case a4, a4Landscape, letter, a6, postcard, screen

    var size: PixelSize {
      switch self {
      case .a4: PixelSize(width: 2480, height: 3508)
      case .a4Landscape: PixelSize(width: 3508, height: 2480)
      case .letter: PixelSize(width: 2550, height: 3300)
      case .a6: PixelSize(width: 1240, height: 1748)
      case .postcard: PixelSize(width: 1181, height: 1772)
      case .screen: PixelSize(width: 1920, height: 1080)
      }
    }

    var isPaper: Bool { self != .screen }
    var gap: Int { isPaper ? 35 : 8 }
    var margin: Int { isPaper ? 118 : 8 }
    /// The smallest type size of labels.
    var smallestType: Double { isPaper ? 5.5 * 300 / 72 : 9 }
  }

  /// 35 mm at 300 pixels per inch.
  static let side = 413
  static let sizes = [(2000, 3000), (2400, 2400), (3000, 2000), (3200, 1800)].map {
    PixelSize(width: $0, height: $1)
  }

  /// One sheet of the test table.
  ///
  /// If `shape` is the number of sizes, the pictures have all sizes, mixed.
  struct Case: CustomTestStringConvertible {
    let count: Int
    let form: Form
    let shape: Int
    var testDescription: String { "\(count) of shape \(shape) on \(form)" }

    func job(_ layout: any Layout) throws -> SheetJob {
      var random = SeededGenerator(seed: UInt64(7 * count + shape))
      let lengths = [6...12, 13...30, 31...60, 6...60][(count + shape) % 4]
      let words = ["IMG_", "holiday ", "norway-", "lr0.1_", "seed", "2024", "final.", "DSC", "x"]
      var job = SheetJob(
        sources: (0..<count).map { index in
          let length = Int.random(in: lengths, using: &random)
          var name = ""
          while name.count < length { name += words[random.number(below: words.count)] }
          let own = shape < sizes.count ? shape : random.number(below: sizes.count)
          return StubPicture(name: "\(name.prefix(length - 5))\(index).png", size: sizes[own])
        })
      job.layout = layout
      job.gap = PixelSpacing(horizontal: form.gap, vertical: form.gap) ?? .standard
      job.margin = PixelSpacing(horizontal: form.margin, vertical: form.margin) ?? .standard
      job.texts.font = .builtin
      job.texts.label = try PictureTemplate("{name}")
      if form.isPaper {
        (job.paging.minimumHeight, job.paging.maximumHeight) = (form.size.height, form.size.height)
        job.paging.minimumPictureSide = side
        job.encoding.pixelsPerInch = 300
        job.texts.medium = .paper
      }
      return job
    }
  }

  /// All cases with few pictures, and some of those with many.
  static let cases: [Case] = {
    let counts = [1, 2, 3, 4, 5, 6, 7, 11, 12, 20, 24, 30, 37, 40, 84, 100, 157, 205]
    let all = counts.flatMap { count in
      Form.allCases.flatMap { form in
        (0...sizes.count).map { Case(count: count, form: form, shape: $0) }
      }
    }
    let large = [500, 1000, 2000].enumerated().flatMap { place, count in
      Form.allCases.enumerated().compactMap { index, form in
        isThorough || index % 3 == place
          ? Case(count: count, form: form, shape: (index + place) % (sizes.count + 1)) : nil
      }
    }
    return (isThorough ? all : all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element))
      + large
  }()

  @Test("Grids on pages respect the minimum sizes", arguments: cases)
  func grid(of sheet: Case) throws {
    let form = sheet.form
    let plan = try sheet.job(GridLayout(.sheet(form.size, cellRatio: .automatic))).sheetPlan()
    #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<sheet.count))
    expectReadLabels(plan, form)
    let columns = try #require(plan.pages[0].grid).columns
    let cells = plan.pages.map { $0.tiles.map(\.cell) }

    // Pages differ by at most one row, and only the last row of all pages is short.
    let rows = cells.map { ($0.count - 1) / columns + 1 }
    #expect((rows.max() ?? 0) - (rows.min() ?? 0) <= 1)
    #expect(cells.dropLast().allSatisfy { $0.count % columns == 0 })

    for cells in cells {
      #expect(cells.allSatisfy { $0.width == cells[0].width })
      for (index, cell) in cells.enumerated() {
        if index % columns > 0 {
          #expect(abs(cell.x - cells[index - 1].maxX - form.gap) <= 1)
          #expect(cell.y == cells[index - 1].y && cell.height == cells[index - 1].height)
        } else if index > 0 {
          #expect(abs(cell.y - cells[index - 1].maxY - form.gap) <= 1, "gaps between rows")
        }
        #expect(
          cell.x >= form.margin && cell.maxX <= form.size.width - form.margin
            && cell.y >= form.margin && cell.maxY <= form.size.height - form.margin)
      }
    }

    let label = try #require(plan.type.label)
    let ratio =
      sheet.shape < Self.sizes.count ? PixelSize?.some(Self.sizes[sheet.shape]).ratio : nil
    let frame = Size(
      width: Double(cells[0][0].width),
      height: Double(cells[0].map(\.height).max() ?? 0) - Double(label.height + label.gap))
    if form.isPaper, plan.pages[0].tiles.count > 1 {
      let longest =
        plan.pages[0].tiles.compactMap { $0.placement?.image }
        .map { max($0.width, $0.height) }.max() ?? 0
      #expect(longest >= Self.side - 1, "\(longest) of \(frame)")
    }
    // With one column more or fewer, pictures would be at most 2 % larger.
    if let ratio {
      let count = (sheet.count - 1) / plan.pages.count + 1
      func width(_ columns: Int) -> Double {
        let rows = Double((count - 1) / columns + 1)
        let across = Double(form.size.width - 2 * form.margin + form.gap) / Double(columns)
        let down = Double(form.size.height - 2 * form.margin + form.gap) / rows
        let height = down - Double(form.gap + label.height + label.gap)
        return min(across - Double(form.gap), height * ratio, Double(Self.sizes[sheet.shape].width))
      }
      let own = width(columns)
      #expect(abs(own - frame.width) <= 1.5 || plan.pages.count > 1)
      for other in [columns - 1, columns + 1] where other > 0 && other <= count {
        #expect(own >= 0.98 * width(other) - 1, "\(columns) and \(other) columns of \(count)")
      }
    }
  }

  @Test(
    "On paper, rows are at least 30 mm tall and columns 35 mm wide, with legible labels",
    arguments: cases.filter { $0.form.isPaper && $0.count < 1000 })
  func others(of sheet: Case) throws {
    let extent = PixelExtent(width: sheet.form.size.width, height: nil) ?? .standard
    let rows = try sheet.job(RowLayout(extent: extent)).sheetPlan()
    expectReadLabels(rows, sheet.form)
    for page in rows.pages where page.tiles.count > 1 {
      let least = page.tiles.compactMap { $0.placement?.image.height }.min() ?? 0
      #expect(least >= 350)
    }
    let masonry = try sheet.job(MasonryLayout(extent: extent)).sheetPlan()
    expectReadLabels(masonry, sheet.form)
    for page in masonry.pages where page.tiles.count > 1 {
      #expect(page.tiles.allSatisfy { $0.cell.width >= Self.side })
    }
    for page in rows.pages + masonry.pages { #expect(page.size == sheet.form.size) }
  }

  /// Labels are not shortened if one more line shows them completely at the smallest type size.
  ///
  /// All labels have the same type size, and each is inside its cell.
  private func expectReadLabels(_ plan: SheetPlan, _ form: Form) {
    let tiles = plan.pages.flatMap(\.tiles)
    let labels = tiles.compactMap(\.label)
    if form.isPaper { #expect(labels.count == tiles.count) }
    #expect(Set(labels.map(\.size)).count <= 1)
    let smallest = TypeSetter(.builtin, size: form.smallestType).measure(for: labels.map(\.text))
    for label in labels {
      #expect(
        label.size >= 0.9 * form.smallestType - 0.01 && label.linesHeight <= label.area.height)
      if label.lineTexts == nil { continue }
      #expect(
        smallest.count(of: label.text[...], width: label.area.width, limit: 2) == nil,
        "\(label.text) as \(label.shown ?? "")")
    }
    #expect(tiles.allSatisfy { $0.label.map($0.cell.holds) ?? true })
  }
}

extension PixelRect {
  fileprivate func holds(_ label: PlannedText) -> Bool { label.area.isInside(self) }
}
