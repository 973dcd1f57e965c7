internal import SheetImaging
internal import SheetLayout
internal import SheetPlanning
internal import SheetPlans
internal import SheetText

/// A pair that was compared, with its pictures inside a page where they differ.
struct EmbeddedPair: Sendable {
  let finding: ComparedPair
  /// As it was, as it is, and what changed; nil for those that are not inside.
  let pictures: [EmbeddedPicture?]

  /// The two sizes, where both pictures are inside.
  fileprivate var shape: [PixelSize]? {
    guard let before = pictures[0]?.size, let after = pictures[1]?.size else { return nil }
    return [before, after]
  }

  /// The path, behind the one that it had before.
  fileprivate var heading: String {
    [finding.oldPath, finding.path].compactMap(\.self).joined(separator: " → ")
  }

  /// What was found: `different, 1.2 %, 300 pixels`.
  fileprivate var told: String {
    guard let counts = finding.counts, counts.changed > 0 else { return finding.statusText }
    let share = ComparedPair.percent(counts.share)
    return "\(finding.statusText), \(share), \(counts.changed.counted("pixel"))"
  }
}

/// The pairs of a page that has pictures inside, with what chooses among them and how they are shown:
/// side by side, the one over the other, in turn, or only what changed.
///
/// All but searching and ordering are rules of the style sheet, so that no script is needed.
struct EmbeddedPairs {
  private let pairs: [EmbeddedPair]
  private var shapes: [[PixelSize]: Int] = [:]
  private let rule: ComparisonRule?

  init(_ pairs: [EmbeddedPair], comparedBy rule: ComparisonRule?) {
    (self.pairs, self.rule) = (pairs, rule)
    for shape in pairs.compactMap(\.shape) where shapes[shape] == nil {
      shapes[shape] = shapes.count
    }
  }

  /// The rules of the style sheet: which statuses are shown, and the shares of pictures that lie over
  /// one another.
  var rules: some Sequence<HTML> {
    let statuses = ComparedPair.Status.allCases.lazy.map { status -> HTML in
      let name = status.rawValue
      return "body:has(#show-\(name):not(:checked)) #pairs>.\(name){display:none}\n"
    }
    let sizes = shapes.sorted { $0.value < $1.value }.lazy.map { shape, number -> HTML in
      let width = max(shape[0].width, shape[1].width)
      return """
        .w\(number){--w:\(width)px;--r:\(width)/\(max(shape[0].height, shape[1].height));\
        --a:\(TilePlaces.percent(shape[1].width, of: width));\
        --b:\(TilePlaces.containerPercent(shape[0].width, of: width))}

        """
    }
    return [AnySequence(statuses), AnySequence(sizes), AnySequence(bar == nil ? [] : [barLook])]
      .joined()
  }

  /// The bar that tells which colours are how much; nil where they do not tell.
  private var bar: HTML? {
    guard let numbers = rule?.heatNumbers else { return nil }
    return """
      <p id="bar">changed by \(numbers[0]) <span></span> \(numbers[1]) <span></span> \(numbers[2])</p>

      """
  }

  private var barLook: HTML {
    let colors = ChangeColors.anchors.map { "rgb(\($0.red) \($0.green) \($0.blue))" }
    return """
      #bar{margin:0}#bar>span{display:inline-block;width:5rem;height:.75rem;\
      background:linear-gradient(90deg,\(colors.joined(separator: ","))) 0/200%}
      #bar>span+span{background-position:100%}

      """
  }

  /// The pairs, below what chooses among them.
  var pieces: some Sequence<ArraySlice<UInt8>> {
    [
      [tools, "<section id=\"pairs\" aria-label=\"Pairs\">\n"].pieces(of: 1),
      AnySequence(pairs.lazy.flatMap(article(of:))), ["</section>\n"].pieces(of: 1),
    ].joined()
  }

  private var tools: HTML {
    let counts = pairs.reduce(into: [:]) { $0[$1.finding.status, default: 0] += 1 }
    var statuses: HTML = ""
    for status in ComparedPair.Status.allCases {
      guard let count = counts[status] else { continue }
      let checked: HTML = status.isShown ? " checked" : ""
      statuses += """
        <label><input type="checkbox" id="show-\(status.rawValue)"\(checked)>\(status.rawValue) \
        (\(count))</label>

        """
    }
    return """
      <section id="tools" aria-label="Choice">
      <fieldset><legend>Show</legend>
      \(statuses)</fieldset>
      <fieldset><legend>View</legend>
      <label><input type="radio" name="view" id="view-side" checked>side by side</label>
      <label><input type="radio" name="view" id="view-wipe">wipe</label>
      <label><input type="radio" name="view" id="view-flicker">flicker</label>
      <label><input type="radio" name="view" id="view-difference">difference</label>
      </fieldset>
      <fieldset hidden><label>Path <input type="search"></label>
      <label><input type="checkbox" id="by-share">most changed first</label>
      <output></output>
      <kbd>J K: next, previous; 1 to 4: view; ← →: wipe; S: order; /: path</kbd></fieldset>
      \(bar ?? "")\
      </section>

      """
  }

  private func article(of pair: EmbeddedPair) -> AnySequence<ArraySlice<UInt8>> {
    let (status, shape) = (pair.finding.status.rawValue, pair.shape.flatMap { shapes[$0] })
    var note = pair.told
    if pair.pictures.contains(where: { $0?.isReduced == true }) { note += ", smaller in this page" }
    let beginning: HTML = """
      <article class="\(status)" data-share="\("\(pair.finding.share ?? 0)")" tabindex="-1">
      <h2>\(pair.heading)</h2>
      <p>\(note)</p>
      <section class="sides\(shape.map { " both w\($0)" as HTML } ?? "")">

      """
    let names: [HTML] = ["before", "after", "difference"]
    let figures = zip(names, pair.pictures).map { name, picture -> AnySequence<ArraySlice<UInt8>> in
      guard let picture else { return AnySequence([]) }
      let beginning: HTML = "<figure class=\"\(name)\">\n"
      let image = picture.image(" loading=\"lazy\" decoding=\"async\" alt=\"\(name)\"")
      let end: HTML = "<figcaption>\(name)</figcaption>\n</figure>\n"
      return AnySequence([[beginning].pieces(of: 1), image, [end].pieces(of: 1)].joined())
    }
    return AnySequence(
      ([[beginning].pieces(of: 1)] + figures + [["</section>\n</article>\n"].pieces(of: 1)])
        .joined())
  }
}

extension ComparedPair.Status {
  /// Whether pairs of this status have their pictures inside a page, and are shown at first.
  var isShown: Bool { self != .equal && self != .allowed }
}
