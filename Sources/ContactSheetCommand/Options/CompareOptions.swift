internal import SheetImaging
internal import SheetModel
internal import SheetPlanning

/// Comparison with other pictures.
struct CompareOptions: OptionSection {
  /// The comparison, if ``RawOptions/compares``.
  var comparison = FolderComparison()
  var show: ShownComparison?

  static let title = "Compare"
  @OptionListBuilder static var options: [Option] {
    Option(
      "compare", \.compare.comparison.before, value: "folder or file", .folder,
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Compare with the pictures in this folder, paired by their paths, and show a row for each \
      pair that differs. Subfolders are compared too. The exit status is 3 if something differs. \
      The sheet is written even then: a makefile must delete it or make it old, or the next make \
      succeeds.
      """)
    Option(
      "match", \.compare.comparison.match, value: "now => before",
      .checked { try NameMatch(parsing: $0) },
      """
      Pair pictures by their names, as in '{test}-actual => {test}-expected': the pictures of a \
      pair have equal texts between the braces, as for --parse. Without --compare, both are among \
      the named pictures. '{scene}_{spp} => {scene}_reference' compares all pictures of a scene \
      with one.
      """)
    Option(
      "compare-show", \.compare.show, value: "pairs", .shownComparison, default: ShownComparison(),
      """
      The pairs on the sheet; none leaves one line with the number of pairs that differ. heat, or \
      all,heat, shows how much pixels changed, in colours from orange to dark red. All pairs have \
      one scale, which a bar explains.
      """)
    Option(
      "compare-zoom", \.[\.compare.comparison.zoom],
      """
      Show only the part of pictures that contains all changes, with some surroundings; small \
      parts are enlarged by whole factors.
      """)
    Option(
      "allow", \.[\.compare.comparison.allow], value: "glob=N", .list(.rule(.allowed)), default: [],
      """
      Changes that do not cause exit status 3: a number of pixels or per cent of them, as in \
      'login.png=150', 'charts/*=0.2%', or 0.1% for all pairs; a condition on facts of the pair, \
      such as '{psnr} >= 40' or 'charts/*={ssim} > 0.98'; added or removed pictures, as in \
      '--allow removed' for a part of all tests; 'nothing', if there may be no pictures to compare, \
      as in an empty list. May be repeated; the last rule for the pixels of \
      a pair is used.
      """)
    Option(
      "ignore-area", \.[\.compare.comparison.ignoreArea], value: "glob=x,y,w,h",
      .list(.rule(.ignoredArea)),
      default: [],
      """
      Do not compare an area: left, top, width and height in pixels or per cent of the picture, \
      such as 'header*=0,0,100%,48', or '{width} > 600=0,0,100%,48' with a condition; an area \
      alone, such as '0,0,100%,48', applies to all pairs. The area is hatched in \
      the difference. May be repeated; all areas are left out.
      """)
    Option(
      "masks", \.compare.comparison.masks, value: "folder", .folder.restricted(by: .input),
      """
      A folder of masks with the paths of the compared pictures; black and opaque parts of a mask \
      are not compared.
      """)
    Option(
      "tolerance", \.[\.compare.comparison.tolerance], value: "N",
      .written("a number from 0 to 1") { text in
        Double(decimal: text).flatMap { 0...1 ~= $0 ? $0 : nil }
      }, default: ComparisonRule.usualTolerance,
      "The distance up to which two colours are equal; black and white are 1 apart.")
    Option(
      "ignore-antialiasing", \.[\.compare.comparison.ignoreAntialiasing],
      """
      Ignore pixels that only the smoothing of edges has changed. This is the default; \
      --no-ignore-antialiasing compares them.
      """)
  }

  /// Options that determine how a comparison looks, and options that need a comparison.
  static let rules: [OptionRule] = [
    .needs(
      .any(
        "compare-show", "compare-zoom", "allow", "ignore-area", "masks", "tolerance",
        "ignore-antialiasing"), "compare", "match", because: "whose comparison it changes"),
    .excludes(
      .any("compare", "match"),
      .given("layout") { $0.layout.layout.map { $0.kind != .matrix } ?? false }
    ) { "\($0.flag) makes a matrix, not \($1.layoutKind.singular); leave out one of them" },
    .idle(
      .names(OptionCatalog.all.filter { $0.layouts?.contains(.matrix) == false }.map(\.name)),
      .any("compare", "match"), "makes a matrix"),
    .idle(
      .any("columns-by", "row-values", "column-values", "on-clash"),
      .any("compare", "match"), "makes the rows and columns"),
    .idle(.any("trim"), .any("compare", "match"), "shows all of both pictures"),
    .idle(.any("scale", "upscale", "filter"), .any("compare-zoom"), "decides it"),
    .excludes(.any("compare", "match"), .any("limit")) { comparing, _ in
      "\(comparing.flag) compares all pairs; select some with --where"
    },
    .idle(.any("stretch"), .any("compare", "match"), "compares samples as they are"),
    .idle(.any("duplicates", "stack", "frames"), .any("compare", "match"), "shows pairs"),
  ]
}

/// The pairs that are shown, and what their pictures of differences show.
struct ShownComparison: Sendable {
  var pairs = FolderComparison.ShownPairs.changed
  var differences = ShownDifferences.changes
}

extension ValueParser where Value == ShownComparison {
  /// Pairs, `heat`, or both with a comma between them.
  fileprivate static var shownComparison: Self {
    let heat = ShownDifferences.heat.rawValue
    let names = FolderComparison.ShownPairs.allCases.map(\.rawValue) + [heat]
    return parsed(
      { text in
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let wrong = words.first(where: { !names.contains($0) }) {
          throw Synonyms.noName(wrong, names, or: ", or two as in 'all,heat'")
        }
        let pairs = words.compactMap { FolderComparison.ShownPairs(rawValue: $0) }
        guard pairs.count <= 1, Set(words).count == words.count else {
          throw CommandError(
            "it has too many words; write one of \(names.joined(separator: ", ")), or two as in 'all,heat'"
          )
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
