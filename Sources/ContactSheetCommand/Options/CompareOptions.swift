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
    .job { job, _, arguments in job.comparison = arguments.comparison })
  let match = Option<NameMatch?>(
    "match", value: "now => before", .parsed { try NameMatch(parsing: $0) },
    """
    Pair pictures by their names, as in '{test}-actual => {test}-expected', by what is between the \
    braces, as for --parse; without --compare, both are among those that are named. \
    '{scene}_{spp} => {scene}_reference' compares all pictures of a scene with one.
    """, .detail)
  let show = Option<ShownComparison>(
    "compare-show", value: "pairs", .shownComparison, default: ShownComparison(),
    """
    Which pairs are on the sheet; none leaves one line that tells how many differ. With heat, or as \
    in all,heat, the picture of differences shows how much pixels changed, and not only which, in \
    colours from orange to dark red on one scale for all pairs, with its bar.
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
        "a pattern and left, top, and width and height above 0, in pixels or per cent, such as "
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
      Double(decimal: text).flatMap { 0...1 ~= $0 ? $0 : nil }
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
        .any(show, zoom, allow, ignoreArea, masks, tolerance, ignoreAntialiasing), compare,
        match,
        because: "which it is about"),
      .excludes(.any(compare, match), .given(layout.layout) { $0.name != MatrixLayout.name }) {
        "\($0.flag) makes a matrix, not \(layout.layout.value($1.given).singular)."
      },
      .idle(.names(Array(ofOtherLayouts.keys)), .any(compare, match), "which makes a matrix"),
      .idle(
        .any(
          matrix.rowsBy, matrix.columnsBy, matrix.rowValues, matrix.columnValues, matrix.onClash),
        .any(compare, match), "which makes the rows and columns"),
      .idle(
        .any(options.tile.trim), .any(compare, match),
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
  /// What is said of a comparison; nil if nothing is compared.
  fileprivate var comparison: FolderComparison? {
    let folder = self[options.compare.compare].map { FilePath($0) }
    var comparison: FolderComparison
    if let match = self[options.compare.match] {
      comparison = FolderComparison(matching: match, with: folder)
    } else if let folder {
      comparison = FolderComparison(with: folder)
    } else {
      return nil
    }
    let shown = self[options.compare.show]
    (comparison.shown, comparison.shownAs) = (shown.pairs, shown.differences)
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

/// Which pairs are shown, and what their pictures of differences show.
struct ShownComparison: Sendable {
  var pairs = ShownPairs.changed
  var differences = ShownDifferences.changes
}

extension ValueForm where Value == ShownComparison {
  /// Pairs, `heat`, or both with a comma between them.
  fileprivate static var shownComparison: Self {
    let heat = ShownDifferences.heat.rawValue
    let names = ShownPairs.allCases.map(\.rawValue) + [heat]
    return parsed(
      { text in
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let wrong = words.first(where: { !names.contains($0) }) {
          throw OtherWords.noName(wrong, names, or: ", or two as in 'all,heat'")
        }
        let pairs = words.compactMap { ShownPairs(rawValue: $0) }
        guard pairs.count <= 1, Set(words).count == words.count else {
          throw CommandError(
            "write one of \(names.joined(separator: ", ")), or two as in 'all,heat'")
        }
        return ShownComparison(
          pairs: pairs.first ?? .changed, differences: words.contains(heat) ? .heat : .changes)
      },
      text: { shown in
        shown.pairs.rawValue + (shown.differences == .heat ? ",\(heat)" : "")
      }
    ).with(\.choices, names)
  }
}
