import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// Rows and columns of pictures, sorted by hand.
@Suite struct MatrixSortingTests {
  /// Pictures with the given paths, in this order.
  ///
  /// They are below an input folder if one precedes `//`.
  static func pictures(_ paths: [String], _ parse: String? = nil) throws -> [PictureFacts] {
    var inputs: [String] = []
    let pictures = try paths.map { path in
      let parts = path.split(separator: "//", maxSplits: 1)
      let folder = parts.count == 2 ? String(parts[0]) : nil
      let name = parts.joined(separator: "/")
      if !inputs.contains(folder ?? name) { inputs.append(folder ?? name) }
      return try SheetPicture(
        probing: StubPicture(name: name, size: PixelSize(width: 40, height: 30)),
        as: FoundImage(
          path: FilePath(name), status: nil, input: inputs.firstIndex(of: folder ?? name) ?? 0,
          folder: folder.map { input in
            let path = FilePath(name).removingLastComponent().string
            let below = path.dropFirst(input.count + 1)
            return FoundFolder(name: below.isEmpty ? input : String(below), input: FilePath(input))
          }), .none)
    }
    return PictureFactsBuilder(
      pictures, table: nil, parsing: try parse.map { [try NameTemplate($0)] } ?? []
    ).pictures
  }

  /// The rows and columns of a matrix, the contents of its cells, and its notes.
  struct Outcome {
    var rows: [String] = []
    var columns: [String] = []
    /// The names of the pictures, row by row; empty for an empty cell.
    var cells: [[String]] = []
    var notes = MatrixNotes()
  }

  static func outcome(
    _ paths: [String], parse: String? = nil, _ axes: MatrixAxes, order: ImageOrder = ImageOrder(),
    rowLimit: Int? = nil, usualRowLimit: Int = .max
  ) throws -> Outcome {
    let pictures = try Self.pictures(paths, parse)
    var outcome = Outcome()
    let sorting = MatrixSorting(
      axes: axes, order: order, sharesColumns: false, rowLimit: rowLimit,
      usualRowLimit: usualRowLimit)
    let results = try sorting.matrices(of: [pictures], &outcome.notes)
    let matrix = results[0].matrix
    outcome.rows = matrix.rows.map(\.text)
    outcome.columns = matrix.columns.map(\.text)
    outcome.cells = matrix.rows.map { _ in matrix.columns.map { _ in "" } }
    for (index, place) in zip(results[0].shown, matrix.places) {
      outcome.cells[place.row][place.column] = PathText(pictures[index].picture.source.name).stem
    }
    return outcome
  }

  static func axis(_ template: String, _ values: [String]? = nil) throws -> MatrixAxis {
    MatrixAxis(try PictureTemplate(template, others: .any), values: values)
  }

  @Test(
    "Numbers are sorted by value, equal numbers share the first heading, and text is in natural order"
  )
  func numbers() throws {
    let found = try Self.outcome(
      ["b10_064.png", "b10_8.png", "b2_64.png", "b2_128.png"], parse: "{scene}_{spp}",
      MatrixAxes(rows: Self.axis("{scene}"), columns: Self.axis("{spp}")))
    #expect(found.rows == ["b2", "b10"])
    #expect(found.columns == ["8", "064", "128"])
    #expect(found.cells == [["", "b2_64", "b2_128"], ["b10_8", "b10_064", ""]])
  }

  @Test("Words around tokens do not change the order of numbers")
  func words() throws {
    let found = try Self.outcome(
      ["a_0.8.png", "a_0.05.png", "a_0.2.png"], parse: "{x}_{damping}",
      MatrixAxes(rows: Self.axis("all"), columns: Self.axis("damping {damping}")))
    #expect(found.rows == ["all"])
    #expect(found.columns == ["damping 0.05", "damping 0.2", "damping 0.8"])
  }

  @Test("With --sort given, rows and columns are in the order of their first pictures")
  func givenOrder() throws {
    let found = try Self.outcome(
      ["b_64.png", "a_8.png", "a_64.png"], parse: "{scene}_{spp}",
      MatrixAxes(rows: Self.axis("{scene}"), columns: Self.axis("{spp}")),
      order: ImageOrder(by: .given))
    #expect(found.rows == ["b", "a"])
    #expect(found.columns == ["64", "8"])
    let reversed = try Self.outcome(
      ["a_8.png", "b_64.png"], parse: "{scene}_{spp}",
      MatrixAxes(rows: Self.axis("{scene}"), columns: Self.axis("{spp}")),
      order: ImageOrder(isReversed: true))
    #expect(reversed.rows == ["b", "a"] && reversed.columns == ["64", "8"])
  }

  @Test(
    "In rows and columns by folder, given folders keep their order, and subfolders are in natural order"
  )
  func givenFolders() throws {
    let paths = ["out//b10/1.png", "out//b9/1.png", "in//1.png", "GT//1.png"]
    let columns = MatrixAxes(
      rows: try Self.axis("{stem}"),
      columns: MatrixAxis(try PictureTemplate(ofLines: "{folder} {v.mean:.1f}")))
    let found = try Self.outcome(paths, parse: "{v}", columns)
    #expect(found.columns.map { $0.prefix { $0 != " " } } == ["b9", "b10", "in", "GT"])
    let rows = MatrixAxes(rows: try Self.axis("{folder}"), columns: try Self.axis("{stem}"))
    #expect(try Self.outcome(paths, rows).rows == ["b9", "b10", "in", "GT"])
    let reversed = try Self.outcome(paths, rows, order: ImageOrder(isReversed: true))
    #expect(reversed.rows == ["GT", "in", "b10", "b9"])
  }

  @Test(
    "Rows and columns named like the given folders keep their order, unless it is alphabetical")
  func namesOfGivenFolders() throws {
    let paths = ["G/before//shop/1.png", "G/after//shop/1.png", "G/after//home/2.png"]
    let (parse, states) = ("{state}/{area}/{view}", try Self.axis("state {state}"))
    let areas = try Self.axis("{area}")
    func found(_ paths: [String], _ order: ImageOrder = ImageOrder()) throws -> Outcome {
      try Self.outcome(paths, parse: parse, MatrixAxes(rows: areas, columns: states), order: order)
    }
    let usual = try found(paths)
    #expect(usual.columns == ["state before", "state after"] && usual.rows == ["home", "shop"])
    let reversed = try found(paths, ImageOrder(isReversed: true))
    #expect(reversed.columns == ["state after", "state before"])
    let rows = MatrixAxes(rows: states, columns: areas)
    #expect(
      try Self.outcome(paths, parse: parse, rows).rows == ["state before", "state after"])
    // If one value is not the name of a given folder, all columns are sorted by their values.
    let others = try found(paths + ["G/after//x/shop/1.png"])
    #expect(others.columns == ["state after", "state before", "state x"])
    // A shell may have sorted the months, but not the second list.
    let months = ["april", "august", "january"].map { "\($0)//a/1.png" }
    #expect(try found(months).columns == ["state january", "state april", "state august"])
    let mixed = [months[1], months[2], months[0]]
    #expect(try found(mixed).columns == ["state august", "state january", "state april"])
  }

  @Test("If rows are folders, columns are picture names, or unnamed if no two folders share a name")
  func foldersAsRows() throws {
    let axes = MatrixAxes(rows: try Self.axis("{folder}"))
    let shared = ["in//a/2.png", "in//a/10.png", "in//b/2.png"]
    let named = try Self.outcome(shared, axes)
    #expect(named.rows == ["a", "b"] && named.columns == ["2", "10"])
    #expect(named.cells == [["2", "10"], ["2", ""]])
    #expect(named.notes.all.isEmpty)
    var turned = axes
    turned.isTransposed = true
    let transposed = try Self.outcome(shared, turned)
    #expect(transposed.rows == ["2", "10"] && transposed.columns == ["a", "b"])
    let alone = try Self.outcome(["in//a/1.png", "in//b/2.png"], axes)
    #expect(alone.rows == ["a", "b"] && alone.columns == [""])
    #expect(alone.cells == [["1"], ["2"]])
    #expect(alone.notes.all.map(\.kind) == [.unnamedColumns])
    var stacked = axes
    stacked.clashPolicy = .stack
    let stacks = try Self.outcome(["in//a/1.png", "in//b/2.png"], stacked)
    #expect(stacks.columns == ["a", "b"] && stacks.notes.all.map(\.kind) == [.equalAxes])
    let single = try Self.outcome(["in//a/2.png", "in//a/1.png"], axes)
    #expect(single.cells == [["2", "1"]])
    // There is no note if columns are given, or if there is only one picture.
    let byName = MatrixAxes(rows: axes.rows, columns: try Self.axis("{stem}"))
    for (paths, axes) in [
      (["in//a/1.png", "in//b/2.png"], byName),
      (
        ["in//a/1.png", "in//b/2.png"],
        MatrixAxes(rows: axes.rows, columns: MatrixAxis(values: ["b", "a"]))
      ),
      (["in//a/1.png"], axes),
      // Several rows share a column.
      (["in//a/x/1.png", "in//a/y/2.png", "in//b/x/1.png"], axes),
    ] as [([String], MatrixAxes)] {
      #expect(try Self.outcome(paths, axes).notes.all.isEmpty, "\(paths)")
    }
  }

  /// Paths of pictures in folders, of which only a few have the same name.
  private static func classes(_ random: inout SeededGenerator) -> [String] {
    let counts = (0..<2 + random.number(below: 4)).map { _ in 1 + random.number(below: 20) }
    let paths = counts.enumerated().flatMap { folder, count in
      // In each folder, the last picture may have the name of a picture in another folder.
      (0..<count).map { number in
        number > 2 && number == count - 1
          ? "in//c\(folder)/same.png" : "in//c\(folder)/\(folder)-\(number).png"
      }
    }
    return paths.shuffled(using: &random)
  }

  @Test(
    "Rows with unnamed columns show the first pictures of their folders, in order, up to a limit")
  func sequences() throws {
    let axes = MatrixAxes(rows: try Self.axis("{folder}"))
    var random = SeededGenerator(seed: 84)
    for round in 0..<60 {
      let paths = Self.classes(&random)
      var folders: [String: [String]] = [:]
      for path in paths { folders[Self.folder(of: path), default: []].append(PathText(path).stem) }
      let (limit, isGiven) = (1 + random.number(below: 22), round % 2 == 0)
      let key = [SortKey.auto, .given, .shuffle(seed: 3)][round % 3]
      var found = try Self.outcome(
        paths, axes, order: ImageOrder(by: key), rowLimit: isGiven ? limit : nil,
        usualRowLimit: limit)
      let names = key == .given ? Self.firsts(of: paths) : folders.keys.sorted()
      #expect(found.rows == names)
      #expect(found.columns.allSatisfy { $0.isEmpty })
      for (row, name) in names.enumerated() {
        let cells = found.cells[row]
        let expected = Array((folders[name] ?? []).prefix(limit))
        #expect(cells.prefix(expected.count) == expected[...])
        #expect(cells.dropFirst(expected.count).allSatisfy { $0.isEmpty })
      }
      let longest = folders.values.map(\.count).max() ?? 0
      #expect(found.columns.count == min(limit, longest))
      let left = folders.values.reduce(0) { $0 + max(0, $1.count - limit) }
      #expect(found.notes.beyondLimit == left)
      let kinds: [Note.Kind] =
        left > 0 && !isGiven ? [.unnamedColumns, .longRows] : [.unnamedColumns]
      let severity: Note.Severity = isGiven ? .detail : .note
      #expect(found.notes.all.map(\.kind) == kinds)
      #expect(found.notes.all[0].severity == severity)
      // Transposed, the rows are columns.
      var turned = axes
      turned.isTransposed = true
      let cells = found.cells
      found = try Self.outcome(
        paths, turned, order: ImageOrder(by: key), rowLimit: isGiven ? limit : nil,
        usualRowLimit: limit)
      #expect(found.rows.allSatisfy(\.isEmpty) && found.columns.count == names.count)
      for (row, line) in found.cells.enumerated() { #expect(line == cells.map { $0[row] }) }
    }
  }

  /// The folders of pictures in the order of their first pictures.
  private static func firsts(of paths: [String]) -> [String] {
    var folders: [String] = []
    for folder in paths.map(folder) where !folders.contains(folder) { folders.append(folder) }
    return folders
  }

  private static func folder(of path: String) -> String {
    String(path.split(separator: "/").dropLast().last ?? "")
  }

  @Test(
    "The pictures of a row are listed in sequence if columns by folder would hide any of them"
  )
  func sequencesOfFacts() throws {
    let axes = MatrixAxes(rows: try Self.axis("{truth}"))
    func found(_ paths: [String], _ axes: MatrixAxes) throws -> Outcome {
      try Self.outcome(paths, parse: "{truth}_{n}", axes)
    }
    let one = ["in//cat_1.png", "in//dog_7.png", "in//cat_3.png"]
    for paths in [one, one.map { $0.replacing("in//", with: "in//all/") }] {
      let row = try found(paths, axes)
      #expect(row.rows == ["cat", "dog"] && row.columns == ["", ""])
      #expect(row.cells == [["cat_1", "cat_3"], ["dog_7", ""]])
      #expect(row.notes.all.map(\.kind) == [.unnamedColumns])
    }
    var random = SeededGenerator(seed: 94)
    for _ in 0..<60 {
      // Each row is in one folder, and one row has two pictures or more.
      let paths = (0..<20).filter { _ in Bool.random(using: &random) }.map {
        "in//\($0 % 4 % 3)/r\($0 % 4)_\($0).png"
      }.shuffled(using: &random)
      let counts = Dictionary(grouping: paths) { PathText($0).stem.prefix(2) }.mapValues(\.count)
      guard counts.values.contains(where: { $0 > 1 }) else { continue }
      let row = try found(paths, axes)
      #expect(row.cells.joined().count { !$0.isEmpty } == paths.count)
      #expect(row.rows == counts.keys.sorted().map { "\($0)" })
      // There are columns if a row is in two folders, or if columns are given or stacked.
      let both = try found(paths + ["in//8/r0_98.png", "in//9/r0_99.png"], axes)
      #expect(both.columns.suffix(2) == ["8", "9"])
      var chosen = axes
      chosen.columns.values = ["0", "1", "2"]
      #expect(try found(paths, chosen).columns == ["0", "1", "2"])
      chosen = axes
      chosen.clashPolicy = .stack
      #expect(try found(paths, chosen).notes.sequence == nil)
    }
    // Rows of one picture each hide none.
    let single = try found(["in//a/cat_1.png", "in//b/dog_1.png"], axes)
    #expect(single.columns == ["a", "b"] && single.notes.all.isEmpty)
    // The common end of folder paths does not matter if folders are not columns.
    var notes = MatrixNotes()
    let apart = try Self.pictures(
      ["x/out//cat_1.png", "x/out//cat_2.png", "y/out//dog_1.png"], "{truth}_{n}")
    let matrices = try MatrixSorting(axes: axes, order: ImageOrder(), sharesColumns: false)
      .matrices(of: [apart], &notes)
    #expect(notes.sequence != nil && matrices[0].matrix.sharedEnd == nil)
  }

  @Test("A few names that folders share by chance do not become columns, but many do")
  func sharedNames() throws {
    let axes = MatrixAxes(rows: try Self.axis("{folder}"))
    func columns(_ shared: Int, of count: Int) throws -> [String] {
      try Self.outcome(
        ["a", "b"].flatMap { folder in
          (0..<count).map { "in//\(folder)/\($0 < shared ? "" : folder)\($0).png" }
        }, axes
      ).columns
    }
    for (shared, count) in [(0, 3), (1, 3), (4, 9)] {
      #expect(try columns(shared, of: count) == Array(repeating: "", count: count))
    }
    for (shared, count) in [(3, 3), (2, 3), (5, 9)] {
      #expect(try columns(shared, of: count).count == 2 * count - shared)
      #expect(try !columns(shared, of: count).contains(""))
    }
    // Random samples of two rows would seldom have the same names.
    let paths = ["a", "b"].flatMap { folder in (0..<9).map { "in//\(folder)/\($0).png" } }
    let sample = try Self.outcome(
      paths, axes, order: ImageOrder(by: .shuffle(seed: 42)), rowLimit: 3)
    #expect(sample.rows == ["a", "b"] && sample.columns == ["", "", ""])
    #expect(try Self.outcome(paths, axes, rowLimit: 3).columns == ["0", "1", "2"])
  }

  @Test("With a limit, each row of any matrix shows only its first pictures")
  func limitedRows() throws {
    let found = try Self.outcome(
      ["b_64.png", "b_8.png", "a_8.png", "b_1.png"], parse: "{scene}_{spp}",
      MatrixAxes(rows: Self.axis("{scene}"), columns: Self.axis("{spp}")), rowLimit: 2)
    #expect(found.rows == ["a", "b"] && found.columns == ["8", "64"])
    #expect(found.cells == [["a_8", ""], ["b_8", "b_64"]])
    #expect(found.notes.all.isEmpty && found.notes.beyondLimit == 1)
  }

  @Test("A row limit counts only cells that are shown, and each of them once")
  func limitOfShown() throws {
    var random = SeededGenerator(seed: 93)
    let all = ["a", "b", "c"].flatMap { row in
      (0..<5).flatMap { column in ["x", "y"].map { "\(row)_\(column)_\($0).png" } }
    }
    for round in 0..<60 {
      let paths = all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let wanted = (0..<5).shuffled(using: &random).prefix(3).map { "\($0)" }
      let limit = 1 + random.number(below: 4)
      var axes = MatrixAxes(
        rows: try Self.axis("{r}"), columns: try Self.axis("{c}", round % 2 == 0 ? wanted : nil))
      axes.isTransposed = round % 3 == 0
      let parse = "{r}_{c}_{n}"
      let limited = try Self.outcome(paths, parse: parse, axes, rowLimit: limit)
      let whole = try Self.outcome(paths, parse: parse, axes)
      func counts(_ found: Outcome) -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in found.cells.joined() where !name.isEmpty {
          counts[String(name.prefix(1)), default: 0] += 1
        }
        return counts
      }
      #expect(counts(limited) == counts(whole).mapValues { min($0, limit) }, "\(paths)")
      let shown = Set(limited.cells.joined().filter { !$0.isEmpty })
      #expect(shown.isSubset(of: Set(whole.cells.joined())))
    }
    let clashes = MatrixAxes(
      rows: try Self.axis("{r}"), columns: try Self.axis("{c}"), clashPolicy: .fail)
    #expect(throws: ContactSheetError.self) {
      try Self.outcome(all, parse: "{r}_{c}_{n}", clashes, rowLimit: 1)
    }
  }

  @Test("If each picture has its own column, and no rows are given, there is a single row")
  func singleRow() throws {
    let epochs = ["in//e_10.png", "in//e_2.png", "in//e_1.png"]
    let axes = MatrixAxes(columns: try Self.axis("{e}"))
    let row = try Self.outcome(epochs, parse: "e_{e}", axes)
    #expect(row.rows == [""] && row.columns == ["1", "2", "10"])
    #expect(row.cells == [["e_1", "e_2", "e_10"]])
    var turned = axes
    turned.isTransposed = true
    #expect(try Self.outcome(epochs, parse: "e_{e}", turned).cells == [["e_1"], ["e_2"], ["e_10"]])
    let chosen = MatrixAxes(columns: try Self.axis("{e}", ["10", "1"]))
    #expect(try Self.outcome(epochs, parse: "e_{e}", chosen).cells == [["e_10", "e_1"]])
    // A single row could not show both pictures of a column.
    let shared = try Self.outcome(["in//a_1.png", "in//b_1.png"], parse: "{s}_{e}", axes)
    #expect(shared.rows == ["a_1", "b_1"])
    let named = try Self.outcome(
      epochs, parse: "e_{e}", MatrixAxes(rows: try Self.axis("{stem}"), columns: axes.columns))
    #expect(named.rows == ["e_1", "e_2", "e_10"])
    let empty = try Self.outcome(
      ["in//a_1.png", "in//b_2.png"], parse: "{s}_{e}",
      MatrixAxes(rows: try Self.axis(""), columns: try Self.axis("{e}")))
    #expect(empty.rows == [""] && empty.cells == [["a_1", "b_2"]])
  }

  @Test("Headings can summarise the pictures of a row or column without dividing it")
  func summaries() throws {
    let paths = ["a_m_2.png", "a_n_4.png", "b_m_3.png", "b_n_9.png"]
    func axis(_ template: String, _ values: [String]? = nil) throws -> MatrixAxis {
      MatrixAxis(try PictureTemplate(ofLines: template), values: values)
    }
    let rows = try axis("{s}: {v.max}")
    let found = try Self.outcome(
      paths, parse: "{s}_{m}_{v}",
      MatrixAxes(rows: rows, columns: axis("{m}\\n{v.mean:.1f} dB")))
    #expect(found.columns == ["m\n2.5 dB", "n\n6.5 dB"] && found.rows == ["a: 4", "b: 9"])
    #expect(found.cells == [["a_m_2", "a_n_4"], ["b_m_3", "b_n_9"]])
    // A heading in a list replaces only the value, and the summary follows it.
    let listed = try Self.outcome(
      paths, parse: "{s}_{m}_{v}",
      MatrixAxes(rows: rows, columns: axis("{m} {v.mean:.1f}", ["n=Ours", "m", "x"])))
    #expect(listed.columns == ["Ours 6.5", "m 2.5", "x"])
    // A line without any fact is left out.
    let none = try Self.outcome(
      paths, parse: "{s}_{m}_{v}", MatrixAxes(rows: rows, columns: axis("{m}\\n{w.mean} dB")))
    #expect(none.columns == ["m", "n"])
    #expect(throws: TemplateError.self) { try PictureTemplate("{v.mean}", others: .any) }
  }

  @Test("The heading of a column has no mean in a section in which the column has no pictures")
  func emptySummaries() throws {
    func found(_ template: String, _ values: [String]? = nil) throws -> (
      headings: [[String]], notes: [String]
    ) {
      let axes = MatrixAxes(
        rows: try Self.axis("{s}"),
        columns: MatrixAxis(try PictureTemplate(ofLines: template), values: values))
      var notes = MatrixNotes()
      let groups = try [
        ["p_cnn_20.png", "p_gan_22.png", "q_cnn_20.png"], ["p_gan_24.png", "p_vit_26.png"],
      ].map { try Self.pictures($0, "{s}_{m}_{v}") }
      let matrices = try MatrixSorting(axes: axes, order: ImageOrder(), sharesColumns: true)
        .matrices(of: groups, &notes).map(\.matrix)
      #expect(Set(matrices.map(\.columnNames)).count == 1)
      return (
        matrices.map { $0.columns.map(\.text) },
        notes.all.map(\.text) + [Note.emptyCells(of: matrices, by: axes)?.text].compactMap(\.self)
      )
    }
    let lines = try found("{m}\\n{v.mean:.1f} dB")
    #expect(
      lines.headings == [
        ["cnn\n20.0 dB", "gan\n22.0 dB", "vit"], ["cnn", "gan\n24.0 dB", "vit\n26.0 dB"],
      ])
    #expect(lines.notes == ["a cell is empty: q × gan"])
    let listed = try found("Method {m}\\n{v.mean:.0f} dB", ["vit=Ours", "gan", "fcn"])
    #expect(
      listed.headings == [
        ["Method Ours", "Method gan\n22 dB", "fcn"],
        ["Method Ours\n26 dB", "Method gan\n24 dB", "fcn"],
      ])
    #expect(
      listed.notes.contains {
        $0.hasPrefix("no image is in column 'fcn'") && $0.contains("Method cnn, Method gan")
      }, "\(listed.notes)")
    let single = try found("{v.mean:.0f} {m}")
    #expect(single.headings == [["20 cnn", "22 gan", "vit"], ["cnn", "24 gan", "26 vit"]])
  }

  @Test(
    "A note counts empty cells, but is a detail if there are many and rows have several pictures"
  )
  func emptyCells() throws {
    let given = MatrixAxes(
      rows: try Self.axis("{r}"), columns: try Self.axis("{c}", ["1", "2", "9"]))
    func note(
      _ paths: [String], by axes: MatrixAxes? = nil, areExplained: Bool = false
    ) throws -> Note? {
      let axes = axes ?? given
      let pictures = try Self.pictures(paths, "{r}_{c}")
      var notes = MatrixNotes()
      let sorting = MatrixSorting(axes: axes, order: ImageOrder(), sharesColumns: false)
      return Note.emptyCells(
        of: try sorting.matrices(of: [pictures], &notes).map(\.matrix), by: axes,
        areExplained: areExplained)
    }
    #expect(try note(["a_1.png", "a_2.png"]) == nil)
    let many = try #require(try note(["a_1.png", "b_2.png"]))
    #expect(many.severity == .detail)
    #expect(many.text == "2 cells are empty; the first is a × 2")
    let one = try #require(
      try note(["a_1.png", "a_2.png", "b_1.png", "c_1.png", "c_2.png"]))
    #expect(one.severity == .note && one.text == "a cell is empty: b × 2")
    let paths = ["a_1.png", "b_1.png", "c_2.png"]
    let single = try #require(try note(paths))
    #expect(single.severity == .note)
    #expect(
      "\(single)"
        == "3 of 6 cells are empty, because each row has only one image; use facts that do not "
        + "depend on each other, or, for folders with the same file names, layout matrix without "
        + "rows and columns")
    #expect(try note(paths, areExplained: true)?.severity == .detail)
    #expect(
      try note(["a_1.png", "a_2.png", "b_9.png"])?.text
        == "3 of 6 cells are empty, because each column has only one image")
    let folders = try #require(
      try note(["in//a/1.png", "in//a/2.png", "in//b/3.png"], by: MatrixAxes()))
    #expect(
      "\(folders)"
        == "3 of 6 cells are empty, because each row has only one image; rows {folder} shows the "
        + "images of each folder one after another")
  }

  @Test("Pictures without a fact are left out with a note, unless the template has a fallback")
  func leftOut() throws {
    let paths = ["readme.png", "a_8.png", "index.png"]
    let plain = try Self.outcome(
      paths, parse: "{scene}_{spp:1}",
      MatrixAxes(rows: Self.axis("scene {scene}"), columns: Self.axis("{spp}")))
    #expect(plain.cells == [["a_8"]])
    #expect(plain.notes.withoutPlace.map(\.text) == ["readme.png", "index.png"])
    #expect(
      plain.notes.all.map(\.description) == [
        "2 images have no row or no column, so they are left out; the first is 'readme.png'; a "
          + "template such as '{scene|other}' keeps them"
      ])
    let kept = try Self.outcome(
      paths, parse: "{scene}_{spp:1}",
      MatrixAxes(rows: Self.axis("{scene|other}"), columns: Self.axis("{spp|{stem}}")))
    #expect(kept.rows == ["a", "other"])
    #expect(kept.columns == ["8", "index", "readme"])
    #expect(kept.notes.withoutPlace.isEmpty)
  }

  @Test("If two pictures belong to one cell, the first is shown, and a note names both")
  func clash() throws {
    let axes = MatrixAxes(rows: try Self.axis("{scene}"), columns: try Self.axis("{spp}"))
    let paths = ["old/a_64.png", "new/a_064.png", "new/a_8.png"]
    let found = try Self.outcome(paths, parse: "{scene}_{spp}", axes)
    #expect(found.cells == [["a_8", "a_64"]])
    #expect(
      found.notes.all.map(\.description) == [
        "'old/a_64.png' and 'new/a_064.png' are both in row 'a', column '64'; the first is shown"
      ])
    var strict = axes
    strict.clashPolicy = .fail
    let clash = try #require(found.notes.clashes.first)
    #expect(throws: ContactSheetError.clash(clash)) {
      try Self.outcome(paths, parse: "{scene}_{spp}", strict)
    }
  }

  @Test("Requested values are shown in their order, with or without pictures")
  func values() throws {
    let found = try Self.outcome(
      ["a_8.png", "b_64.png", "c_64.png"], parse: "{scene}_{spp}",
      MatrixAxes(
        rows: Self.axis("{scene}", ["c", "x", "b"]), columns: Self.axis("{spp}", ["064", "16"])))
    #expect(found.rows == ["c", "x", "b"])
    #expect(found.columns == ["064", "16"])
    #expect(found.cells == [["c_64", ""], ["", ""], ["b_64", ""]])
    #expect(found.notes.unwanted.map(\.text) == ["a_8.png"])
    #expect(found.notes.emptyLines == ["row 'x'", "column '16'"])
    #expect(
      found.notes.all.last?.text
        == "no image is in row 'x' (images are in a, b, c); 1 more empty row or column")
  }

  @Test(
    "A listed value may have a heading, which is shown instead of the value, with or without pictures"
  )
  func headings() throws {
    let found = try Self.outcome(
      ["a_8.png", "b_64.png", "c_064.png"], parse: "{scene}_{spp}",
      MatrixAxes(
        rows: Self.axis(
          "{scene}", ["c=Scene, lit", "x=Nothing=0", "b=", "=", "a=Same", "c=Other"]),
        columns: Self.axis("{spp}", ["64=Same", "16=1e3", "8=Same"])))
    #expect(found.rows == ["Scene, lit", "Nothing=0", "", "=", "Same"])
    #expect(found.columns == ["Same", "1e3", "Same"])
    #expect(
      found.cells
        == [["c_064", "", ""], ["", "", ""], ["b_64", "", ""], ["", "", ""], ["", "", "a_8"]])
    #expect(found.notes.unwanted.isEmpty)
    #expect(found.notes.emptyLines == ["row 'x'", "row '='", "column '16'"])
    let folders = try Self.outcome(
      ["out/gt//1.png", "out/ours//1.png"],
      MatrixAxes(columns: MatrixAxis(values: ["ours=Ours (proposed)", "gt=Ground truth"])))
    #expect(folders.columns == ["Ours (proposed)", "Ground truth"])
    #expect(folders.cells == [["1", "1"]] && folders.notes.all.isEmpty)
  }

  @Test(
    "A list entry that is itself a value is not split into a value and a heading at equals signs")
  func equalsSigns() throws {
    let paths = ["lr=0.1_x=y=z.png", "lr=0.01_x.png", "lr=0.1_x=y.png", "lr=0.01_y.png"]
    func columns(_ values: [String]) throws -> [String] {
      try Self.outcome(
        paths, parse: "lr={lr}_{t}",
        MatrixAxes(rows: Self.axis("lr={lr}"), columns: Self.axis("{t}", values))
      ).columns
    }
    #expect(try columns(["x=y=z", "x=y", "x", "y"]) == ["x=y=z", "x=y", "x", "y"])
    #expect(try columns(["x=y=z=A", "x=y=B=C", "x=D", "y=x"]) == ["A", "B=C", "D", "x"])
    // If values contain equals signs, a listed text that matches none is a value that no picture
    // has.
    #expect(try columns(["z=9", "x=y"]) == ["z=9", "x=y"])
    let rows = try Self.outcome(
      paths, parse: "lr={lr}_{t}",
      MatrixAxes(
        rows: Self.axis("lr={lr}", ["lr=0.01", "lr=0.1=Fast", "lr=1"]), columns: Self.axis("{t}")))
    #expect(rows.rows == ["lr=0.01", "Fast", "lr=1"])
    #expect(rows.notes.emptyLines == ["row 'lr=1'"])
    // A list of all values shows each of them unchanged, whatever they are.
    var numbers = SeededGenerator(seed: 29)
    for _ in 0..<50 {
      let values = Set(
        (0..<6).map { _ in
          "v" + (0..<5).map { _ in ["=", "a", "b", "1"][numbers.number(below: 4)] }.joined()
        }
      ).sorted()
      let found = try Self.outcome(
        values.map { "s~\($0).png" }, parse: "{s}~{v}",
        MatrixAxes(rows: Self.axis("{s}"), columns: Self.axis("{v}", values)))
      #expect(found.columns == values && found.notes.all.isEmpty)
    }
  }

  @Test("A listed value is shown with the template's words, even if it was listed without them")
  func wordsOfTemplate() throws {
    let axes = MatrixAxes(
      rows: try Self.axis("{s}"),
      columns: try Self.axis(#"epoch\n{e}"#, ["2", "epoch 1", "03", "4=Last", "9"]))
    let found = try Self.outcome(
      ["a_1.png", "a_02.png", "b_2.png", "a_3.png", "a_4.png"], parse: "{s}_{e}", axes)
    #expect(found.columns == ["epoch\n02", "epoch\n1", "epoch\n3", "Last", "9"])
    #expect(found.cells == [["a_02", "a_1", "a_3", "a_4", ""], ["b_2", "", "", "", ""]])
    #expect(found.notes.emptyLines == ["column '9'"])
  }

  @Test("Rows and columns are left out if none of their pictures has a place in the matrix")
  func unfilled() throws {
    let found = try Self.outcome(
      ["a_8.png", "b_.png", "c_9.png"], parse: "{scene}_{spp}",
      MatrixAxes(rows: Self.axis("{scene}", ["a", "b"]), columns: Self.axis("{spp}")))
    #expect(found.columns == ["8"])
  }

  @Test("Several input folders are columns in the given order, and the paths below them are rows")
  func folders() throws {
    let found = try Self.outcome(
      [
        "out/firefox//login.png", "out/firefox//docs/a.b.png", "out/chrome//docs/a.b.png",
        "out/chrome//2.png", "out/chrome//10.png", "out/chrome//.hidden.png",
      ], MatrixAxes())
    #expect(found.columns == ["firefox", "chrome"])
    #expect(found.rows == [".hidden", "2", "10", "login", "docs/a.b"])
    let sorted = try Self.outcome(
      ["x//b.png", "x//a.png"], MatrixAxes(), order: ImageOrder(by: .given))
    #expect(sorted.rows == ["b", "a"])
  }

  @Test("The subfolders of a single input folder are columns in natural order")
  func subfolders() throws {
    let found = try Self.outcome(
      ["r//v10/a.png", "r//v2/a.png", "r//v2/sub/b.png", "r//readme.png"], MatrixAxes())
    #expect(found.columns == ["v2", "v10"])
    #expect(found.rows == ["a", "sub/b"])
    #expect(found.notes.withoutPlace.map(\.text) == ["r/readme.png"])
    #expect(try Self.outcome(["r//a.png", "r//b.png"], MatrixAxes()).columns == ["r"])
  }

  @Test("Folders with the same name are told apart by as much of their paths as needed")
  func names() throws {
    let found = try Self.outcome(
      ["v1/out/chrome//a.png", "v2/out/chrome//a.png", "v2/firefox//a.png"], MatrixAxes())
    #expect(found.columns == ["v1/out/chrome", "v2/out/chrome", "firefox"])
    #expect(found.rows == ["a"])
  }

  @Test("For lists and named pictures, the parent folders are columns")
  func lists() throws {
    let found = try Self.outcome(
      ["s/b/1.png", "s/b/2.png", "s/a/2.png"], MatrixAxes())
    #expect(found.columns == ["b", "a"])
    #expect(found.rows == ["1", "2"])
    #expect(found.cells == [["1", ""], ["2", "2"]])
  }

  @Test(
    "--transpose swaps rows and columns, cells keep their pictures, and folders keep their order")
  func transposed() throws {
    let paths = ["x//b.png", "x//a.png", "w//b.png"]
    let plain = try Self.outcome(paths, MatrixAxes(), order: ImageOrder(by: .given))
    let turned = try Self.outcome(
      paths, MatrixAxes(isTransposed: true), order: ImageOrder(by: .given))
    #expect(turned.rows == plain.columns && turned.columns == plain.rows)
    #expect(turned.rows == ["x", "w"] && turned.columns == ["b", "a"])
    for (row, cells) in plain.cells.enumerated() {
      for (column, cell) in cells.enumerated() { #expect(turned.cells[column][row] == cell) }
    }
  }
}
