internal import SheetImaging
internal import SheetModel
internal import SheetPlanning

/// Comparison with other pictures.
struct CompareOptions: OptionSection {
  /// The comparison, which is made only if ``RawOptions/compares`` is true.
  var comparison = FolderComparison()
  var show: ShownComparison?

  /// Whether `--allow`, if it is given, allows only that there are no pictures.
  var allowsOnlyNothing: Bool { comparison.allow.allSatisfy { "\($0)" == "nothing" } }

  static let title = "Compare"
  @OptionListBuilder static var options: [Option] {
    Option(
      "compare", \.compare.comparison.before, value: "folder or file", .folder,
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Compare images with those in this folder, paired by path, and show a row for each pair that \
      differs. Subfolders are included. The exit status is 3 if anything differs. The sheet is \
      written even then, so a makefile must delete or backdate it; otherwise, the next make \
      succeeds. '-r before after --layout matrix' shows all pairs, without a column of differences.
      """)
    Option(
      "match", \.compare.comparison.match, value: "new => old",
      .checked { try NameMatch(parsing: $0) },
      """
      Pair images by name, as in '{test}-actual => {test}-expected': each pair of braces, written as \
      for --parse, must match the same text in both names. Without --compare, both images of a \
      pair come from the images you name. '{scene}_{spp} => {scene}_reference' compares all images \
      of a scene with one reference.
      """)
    Option(
      "compare-show", \.compare.show, value: "pairs", .shownComparison, default: ShownComparison(),
      """
      Choose the pairs to show; with none, the sheet contains only a line with the number of \
      differences. heat colours pixels by how much they changed, from orange (or white with \
      --tolerance 0) to dark red; all pairs share one scale, which a legend shows. all,heat also \
      shows pairs that are equal or whose differences are allowed.
      """)
    Option(
      "compare-zoom", \.[\.compare.comparison.zoom],
      """
      Show only the part of each image that contains all changes, with a margin. Small parts are \
      enlarged by integer factors.
      """)
    Option(
      "allow", \.[\.compare.comparison.allow], value: "glob=N", .list(.rule(.allowed)), default: [],
      """
      Allow changes, which then do not cause exit status 3. Give a number or percentage of \
      pixels, as in 'login.png=150', 'charts/*=0.2%', or 0.1% for all pairs; a condition on the \
      pair, as in '{psnr} >= 40' or 'charts/*={ssim} > 0.98'; 'added' or 'removed', as in '--allow \
      removed' when only some tests ran; or 'nothing', to accept that no images are compared. May \
      be repeated; if several limits on pixels apply to a pair, the last is used. Without a \
      comparison, '--allow nothing' accepts a run without images: no sheet is written, and the \
      exit status is 0.
      """)
    Option(
      "ignore-area", \.[\.compare.comparison.ignoreArea], value: "glob=x,y,w,h",
      .list(.rule(.ignoredArea)),
      default: [],
      """
      Ignore an area: left, top, width and height in pixels or per cent, as in \
      'header*=0,0,100%,48', '{width} > 600=0,0,100%,48', or '0,0,100%,48' for all pairs. The area \
      is hatched in the difference image. May be repeated; every area whose pattern matches a pair \
      is ignored.
      """)
    Option(
      "masks", \.compare.comparison.masks, value: "folder", .folder.restricted(by: .input),
      """
      Ignore the areas that are opaque black in the masks in this folder. Each mask has the same \
      path as its image.
      """)
    Option(
      "tolerance", \.[\.compare.comparison.tolerance], value: "N",
      .written("a number from 0 to 1") { text in
        Double(decimal: text).flatMap { 0...1 ~= $0 ? $0 : nil }
      }, default: ComparisonRule.defaultTolerance,
      "Ignore colour differences up to N, from 0 (none) to 1 (black against white).")
    Option(
      "ignore-antialiasing", \.[\.compare.comparison.ignoreAntialiasing],
      """
      Ignore pixels that differ only because of antialiasing. This is the default; \
      --no-ignore-antialiasing counts them as changed.
      """)
  }

  /// Options that determine how a comparison looks, and options that need a comparison.
  static let rules: [OptionRule] = [
    .needs(
      .any(
        "compare-show", "compare-zoom", "ignore-area", "masks", "tolerance", "ignore-antialiasing"),
      "compare", "match", because: "whose comparison it adjusts"),
    .needs(
      .given("allow") { !$0.compare.allowsOnlyNothing },
      "compare", "match", because: "in which it allows changes"),
    .excludes(
      .any("compare", "match"),
      .given("layout") { $0.layout.layout.map { $0.kind != .matrix } ?? false }
    ) { "\($0.flag) makes a matrix, not \($1.layoutKind.singular); leave out one of them" },
    .idle(
      .names(OptionCatalog.all.filter { $0.layouts?.contains(.matrix) == false }.map(\.name)),
      .any("compare", "match"), "makes a matrix"),
    .idle(
      .any("columns-by", "on-clash"),
      .any("compare", "match"), "determines the rows and columns"),
    .idle(.any("trim"), .any("compare", "match"), "shows both images whole"),
    .idle(.any("scale", "upscale", "filter"), .any("compare-zoom"), "sets the scale"),
    .excludes(.any("compare", "match"), .any("limit", "every", "spread", "group-limit")) {
      comparing, _ in
      "\(comparing.flag) compares all pairs; select some with --where"
    },
    .idle(.any("bands"), .any("compare", "match"), "compares images in their own colours"),
    .idle(.any("stretch"), .any("compare", "match"), "compares images without stretching them"),
    .idle(
      .any("colormap", "colormap-title"), .any("compare", "match"),
      "compares images in their own colours"),
    .idle(
      .any("duplicates", "stack", "frames", "missing"), .any("compare", "match"), "shows pairs"),
  ]
}

/// The pairs that are shown, and what their difference images show.
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
            "there are too many words; write one of \(names.joined(separator: ", ")), or two as in 'all,heat'"
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
