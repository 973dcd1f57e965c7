internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetText
internal import SystemPackage

/// What pictures are compared with.
struct CompareOptions: OptionSection {
  static let title = "Compare"

  let compare = Option<String?>(
    "compare", value: "folder or file", .folder,
    onlyOnCommandLine: "it names what a single run is about",
    """
    Show what changed since the pictures in this folder, matched by their paths: a row for each pair \
    that differs. Subfolders count too. The exit status is 3 where something differs.
    """,
    .job { job, _, arguments in job.comparison = try arguments.comparison() })
  let match = Option<NameTemplate?>(
    "match", value: "template", .parsed { try NameTemplate($0) },
    """
    Compare pictures with names like '{test}-actual' with those that --match-with names, by what is \
    between the braces, as for --parse; without --compare, both are among those that are named.
    """, .detail)
  let matchWith = Option<NameTemplate?>(
    "match-with", value: "template", .parsed { try NameTemplate($0) },
    "What the names of pictures as they were look like, such as '{test}-expected'.", .detail)
  let show = Option<ShownPairs>(
    "compare-show", value: "pairs", .choice, default: .changed,
    "Which pairs are on the sheet; none leaves one line that tells how many differ.", .detail)
  let showAs = Option<ShownDifferences>(
    "compare-show-as", value: "way", .choice, default: .changes,
    """
    What the picture of differences shows: which pixels changed, or as heat how much, in colours from \
    orange to dark red on one scale for all pairs, with its bar.
    """, .detail)
  let zoom = Option(
    "compare-zoom",
    """
    Show the part of pictures that has all that changed, with some surroundings, and not all of them; \
    small parts are enlarged by whole factors.
    """, .detail)
  let allow = Option<[PairRule<PixelAmount>]>(
    "allow", value: "glob=N",
    .list(
      .written(
        "a pattern and pixels or per cent of them, such as 'login.png=150' or 'charts/*=0.2%', or "
          + "'0.1%' for all pairs"
      ) { PairRule<PixelAmount>(parsing: $0) }), default: [],
    """
    How much may change, in pixels or per cent of them: 'login.png=150', 'charts/*=0.2%', or 0.1% for \
    all pairs. Such a pair is allowed, and no reason for exit status 3; may be repeated, and the \
    last that matches a pair counts.
    """, .detail)
  let ignoreArea = Option<[PairRule<PictureArea>]>(
    "ignore-area", value: "glob=x,y,w,h",
    .list(
      .written(
        "a pattern and left, top, width and height in pixels or per cent, such as "
          + "'header*=0,0,100%,48', or these alone for all pairs"
      ) { PairRule<PictureArea>(parsing: $0) }), default: [],
    """
    Do not compare an area: left, top, width and height in pixels or per cent of the picture, such as \
    'header*=0,0,100%,48', or without a pattern in all pairs. It is hatched in the difference; may be \
    repeated, and all count.
    """, .detail)
  let masks = Option<String?>(
    "masks", value: "folder", .folder.held(to: .ownFile),
    """
    A folder of pictures with the paths of those that are compared: what is black and opaque there is \
    not compared.
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
    let (layout, matrix) = (options.layout, options.matrix)
    let ofOtherLayouts = LayoutKind.byTakenOption.filter { _, takers in
      !takers.contains { $0.name == MatrixLayout.name }
    }
    return [
      .needs(
        .any(show, showAs, zoom, allow, ignoreArea, masks, tolerance, ignoreAntialiasing), compare,
        match,
        because: "which it is about"),
      .needs(.any(match), matchWith, because: "which says what to compare with"),
      .needs(.any(matchWith), match, because: "which says what is compared"),
      .excludes(.any(compare, match), .given(layout.layout) { $0.name != MatrixLayout.name }) {
        "\($0.flag) makes a matrix, not \(layout.layout.value($1.given).singular)."
      },
      .idle(.names(Array(ofOtherLayouts.keys)), .any(compare, match), "which makes a matrix"),
      .idle(
        .any(
          matrix.rowsBy, matrix.columnsBy, matrix.rowValues, matrix.columnValues, matrix.onClash),
        .any(compare, match), "which makes the rows and columns"),
      .idle(
        .any(options.tile.trim, options.tile.trimTolerance), .any(compare, match),
        "which shows all of both pictures"),
      .idle(
        .any(options.tile.scale, options.tile.upscale, options.tile.filter), .any(zoom),
        "which decides it"),
      .excludes(.any(compare, match), .any(options.input.limit)) { comparing, _ in
        "--limit has no effect with \(comparing.flag), which looks at all pairs; --where chooses some."
      },
      .excludes(.any(options.input.duplicates, options.input.stack), .any(compare, match)) {
        "\($0.flag) has no effect with \($1.flag), which shows pairs; leave out one of them."
      },
    ]
  }
}

extension Arguments {
  /// What is said of a comparison; nil where nothing is compared.
  ///
  /// - Throws: `ValidationError` where two templates for names do not go together.
  fileprivate func comparison() throws -> FolderComparison? {
    let folder = self[options.compare.compare].map { FilePath($0) }
    var comparison: FolderComparison
    if let match = self[options.compare.match], let other = self[options.compare.matchWith] {
      guard let match = NameMatch(match, with: other) else {
        throw ValidationError(
          "--match \(match.source.shortPrintable) and --match-with \(other.source.shortPrintable) "
            + "need the same names between braces.")
      }
      comparison = FolderComparison(matching: match, with: folder)
    } else if let folder {
      comparison = FolderComparison(with: folder)
    } else {
      return nil
    }
    comparison.shown = self[options.compare.show]
    comparison.shownAs = self[options.compare.showAs]
    comparison.zooms = given(options.compare.zoom) ?? false
    comparison.allowed = self[options.compare.allow]
    comparison.ignored = self[options.compare.ignoreArea]
    comparison.masks = self[options.compare.masks].map { FilePath($0) }
    comparison.framesPictures = given(options.furniture.border) == nil
    comparison.rule = ComparisonRule(
      tolerance: self[options.compare.tolerance],
      ignoresSmoothing: given(options.compare.ignoreAntialiasing) ?? true)
    return comparison
  }

  /// Whether pictures are compared.
  private var compares: Bool {
    self[options.compare.compare] != nil || self[options.compare.match] != nil
  }

  /// Whether subfolders are searched: as asked for, or where folders are compared, since what is not
  /// looked at cannot be found to differ.
  var searchesSubfolders: Bool {
    given(options.input.recursive) ?? compares
  }

  /// The layout that is asked for.
  var layoutKind: LayoutKind {
    given(options.layout.layout)
      ?? (compares ? .named(MatrixLayout.name) : .standard)
  }
}
