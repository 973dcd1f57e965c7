internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SystemPackage

/// What pictures are compared with.
struct CompareOptions: OptionSection {
  static let title = "Compare"

  let compare = Option<String?>(
    "compare", value: "folder", .folder,
    onlyOnCommandLine: "it names what a single run is about",
    """
    Show what changed since the pictures in this folder, matched by their paths: a row for each pair \
    that differs. Subfolders count too. The exit status is 3 where something differs.
    """,
    .job { job, folder, arguments in
      job.comparison = folder.map { arguments.comparison(with: FilePath($0)) }
    })
  let show = Option<ShownPairs>(
    "compare-show", value: "pairs", .choice, default: .changed,
    "Which pairs are on the sheet; none leaves one line that tells how many differ.", .detail)
  let allow = Option<[PairRule<AllowedChange>]>(
    "allow", value: "glob=N",
    .list(
      .written(
        "a pattern and pixels or per cent of them, such as 'login.png=150' or 'charts/*=0.2%', or "
          + "'0.1%' for all pairs"
      ) { PairRule<AllowedChange>(parsing: $0) }), default: [],
    """
    How much may change, in pixels or per cent of them: 'login.png=150', 'charts/*=0.2%', or 0.1% for \
    all pairs. Such a pair is allowed, and no reason for exit status 3; may be repeated, and the \
    last that matches a pair counts.
    """, .detail)
  let tolerance = Option<Double>(
    "tolerance", value: "N",
    .written("a number from 0 to 1") { text in
      // Double would also accept "nan" and "0x1p-3".
      guard text.allSatisfy({ $0.isNumber || $0 == "." }), let value = Double(text) else {
        return nil
      }
      return 0...1 ~= value ? value : nil
    }, default: ComparisonRule.usualTolerance,
    "How far apart two colours may be and count as equal; black and white are 1 apart.", .detail)
  let ignoreAntialiasing = Option(
    "ignore-antialiasing",
    """
    Leave out pixels that only the smoothing of edges has changed; this is the default, and \
    --no-ignore-antialiasing counts them.
    """, .detail)
}

extension CompareOptions {
  /// What settles how a comparison is shown, and what needs one.
  var rules: [OptionRule] {
    let (layout, matrix, plan) = (options.layout, options.matrix, options.plan)
    let ofOtherLayouts = LayoutKind.byTakenOption.filter { _, takers in
      !takers.contains { $0.name == MatrixLayout.name }
    }
    return [
      .needs(
        .any(show, allow, tolerance, ignoreAntialiasing), compare, because: "which it is about"),
      .excludes(.any(compare), .given(layout.layout) { $0.name != MatrixLayout.name }) {
        "--compare makes a matrix, not \(layout.layout.value($1.given).singular)."
      },
      .idle(.names(Array(ofOtherLayouts.keys)), .any(compare), "which makes a matrix"),
      .idle(
        .any(
          matrix.rowsBy, matrix.columnsBy, matrix.rowValues, matrix.columnValues, matrix.onClash),
        .any(compare), "which makes the rows and columns"),
      .idle(
        .any(options.tile.trim, options.tile.trimTolerance), .any(compare),
        "which shows all of both pictures"),
      .excludes(.any(compare), .any(options.input.limit)) { _, _ in
        "--limit has no effect with --compare, which looks at all pairs; --where chooses some."
      },
      .excludes(.any(options.input.duplicates, options.input.stack), .any(compare)) {
        option, _ in
        "\(option.flag) has no effect with --compare, which shows pairs; leave out one of them."
      },
      .idle(.any(compare), .any(plan.list, plan.listFormat), "which makes no sheet"),
    ]
  }
}

extension Arguments {
  /// What is said of a comparison.
  fileprivate func comparison(with folder: FilePath) -> FolderComparison {
    var comparison = FolderComparison(with: folder)
    comparison.shown = self[options.compare.show]
    comparison.allowed = self[options.compare.allow]
    comparison.framesPictures = given(options.furniture.border) == nil
    comparison.rule = ComparisonRule(
      tolerance: self[options.compare.tolerance],
      ignoresSmoothing: given(options.compare.ignoreAntialiasing) ?? true)
    return comparison
  }

  /// Whether subfolders are searched: as asked for, or where folders are compared, since what is not
  /// looked at cannot be found to differ.
  var searchesSubfolders: Bool {
    given(options.input.recursive) ?? (self[options.compare.compare] != nil)
  }

  /// The layout that is asked for.
  var layoutKind: LayoutKind {
    given(options.layout.layout)
      ?? (self[options.compare.compare] == nil ? .standard : .named(MatrixLayout.name))
  }
}
