internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// A page of the selected sheets for people, as HTML made piece by piece.
///
/// Over each tile lies a link to its picture, or to the reason why that could not be read.
struct HTMLPieces: Sequence {
  /// The beginning of a page, by which it is recognised.
  static let mark: HTML = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="contactsheet">

    """

  private static let tilesInPiece = 64

  private let manifest: SheetManifest
  private let pages: [SheetPage]
  private let places: TilePlaces
  private let links: RelativeLinks
  /// What is larger is a title or a heading.
  private let labelSize: Double
  /// The headings with which all sheets begin.
  private var commonHeadings: [String] = []

  /// Prepares the page of a plan and its outcome.
  ///
  /// - Parameters:
  ///   - manifest: The plan and its outcome.
  ///   - output: Where the page goes; from standard output, links count from the working folder.
  init(_ manifest: SheetManifest, to output: SheetOutput) {
    self.manifest = manifest
    pages = (try? manifest.plan.selectedPages()) ?? []
    places = TilePlaces(on: pages)
    links = RelativeLinks(from: output.names?.path)
    labelSize =
      TypeScale(
        manifest.plan.type.font, pixelsPerInch: manifest.plan.encoding.pixelsPerInch
      ).label
    guard let first = pages.first else { return }
    commonHeadings = pages.dropFirst().reduce(headings(of: first)) { common, page in
      zip(common, headings(of: page)).prefix { $0 == $1 }.map(\.0)
    }
  }

  func makeIterator() -> AnyIterator<ArraySlice<UInt8>> {
    let style = PageStyle(places: places)
    let unreadable = unreadable
    let parts: [AnySequence<ArraySlice<UInt8>>] = [
      [head(style)].pieces(of: 1), AnySequence(style.pieces),
      [beginning(unreadableCount: unreadable.count)].pieces(of: 1),
      AnySequence(pages.lazy.flatMap(pieces(of:))),
      self.list(of: unreadable), ["</main>\n</body>\n</html>\n"].pieces(of: 1),
    ]
    return AnyIterator(parts.joined().makeIterator())
  }

  /// Whether the file at `path` is such a page.
  static func isPage(_ path: FilePath) -> Bool {
    path.begins(with: mark.bytes)
  }

  /// Everything ahead of the style sheet.
  private func head(_ style: PageStyle) -> HTML {
    """
    \(Self.mark)\
    <meta http-equiv="Content-Security-Policy" content="\(style.policy)">
    <meta name="viewport" content="width=device-width">
    <title>\(title)</title>
    <style>
    """
  }

  /// Everything from the end of the style sheet to the first sheet.
  private func beginning(unreadableCount: Int) -> HTML {
    var facts: HTML =
      "\(pages.reduce(0) { $0 + $1.tiles.count }.counted("picture"))"
    if pages.count > 1 { facts += " on \(pages.count) pages" }
    if unreadableCount > 0 {
      facts += "; <a href=\"#unreadable\">\(unreadableCount) could not be read</a>"
    }
    var html: HTML = "</style>\n</head>\n<body>\n<header>\n<h1>\(title)</h1>\n<p>\(facts)</p>\n"
    if pages.count > 1 {
      html += "<nav aria-label=\"Pages\">\n<ul>\n"
      for page in pages {
        html += "<li><a href=\"#page-\(page.number)\">\(page.number)</a></li>\n"
      }
      html += "</ul>\n</nav>\n"
    }
    html += "</header>\n<main>\n"
    return html
  }
}

// MARK: - Sheets

extension HTMLPieces {
  private func pieces(of page: SheetPage) -> AnySequence<ArraySlice<UInt8>> {
    var beginning: HTML = "<section id=\"page-\(page.number)\">\n"
    if pages.count > 1 {
      let heading = headings(of: page).dropFirst(commonHeadings.count).joined(separator: " – ")
      beginning +=
        "<h2>Page \(page.number)\(heading.isEmpty ? "" : ": \(heading)")</h2>\n"
    }
    guard case .file(let path) = page.output, isWritten(page) else {
      beginning += "<p>None of its pictures could be read.</p>\n</section>\n"
      return [beginning].pieces(of: 1)
    }
    let link = links.link(to: path)
    let texts = page.texts.filter { $0.size <= labelSize }.map(\.text)
    let description = ["Contact sheet of \(page.tiles.count.counted("picture"))"] + texts
    let loading: HTML = page.number == pages.first?.number ? "" : " loading=\"lazy\""
    beginning += """
      <figure>
      <div>
      <img src="\(link)" width="\(page.size.width)" height="\(page.size.height)"\(loading) \
      alt="\(description.joined(separator: "; "))">

      """
    let end: HTML = """
      </div>
      <figcaption><a href="\(link)">\(String(decoding: path.nameBytes, as: UTF8.self))</a>, \
      \(page.size.width) × \(page.size.height) pixels</figcaption>
      </figure>
      </section>

      """
    let tiles = page.tiles.lazy.map { tile(of: $0, on: page) }
    return AnySequence(
      [
        [beginning].pieces(of: 1), tiles.pieces(of: Self.tilesInPiece), [end].pieces(of: 1),
      ].joined())
  }

  /// What lies over a tile.
  private func tile(of tile: PlannedTile, on page: SheetPage) -> HTML {
    let picture = manifest.plan.pictures[tile.index]
    let classes = places.classes(of: tile.cell, on: page.size)
    let name = Lettering.shownName(picture.source.name)
    if manifest.unreadable[tile.index] != nil {
      return """
        <a class="\(classes)" href="#unreadable-\(tile.index)"><span>\(name), could not be read\
        </span></a>

        """
    }
    let text: HTML = "<span>\(tile.label?.text ?? name)</span>"
    guard let path = picture.path else { return "<b class=\"\(classes)\">\(text)</b>\n" }
    return "<a class=\"\(classes)\" href=\"\(links.link(to: path))\">\(text)</a>\n"
  }

  /// Whether there is a file of the page: it is not written where none of its pictures can be read.
  private func isWritten(_ page: SheetPage) -> Bool {
    page.tiles.isEmpty || page.tiles.contains { manifest.unreadable[$0.index] == nil }
  }
}

// MARK: - Headings

extension HTMLPieces {
  /// What all sheets are called.
  private var title: String {
    commonHeadings.isEmpty ? "Contact sheet" : commonHeadings.joined(separator: " – ")
  }

  /// The title and the heading of a sheet, line by line, which are larger than all other texts.
  private func headings(of page: SheetPage) -> [String] {
    page.texts.filter { $0.size > labelSize }.map(\.text)
  }
}

// MARK: - Unreadable pictures

extension HTMLPieces {
  /// The pictures that are not shown, those that were left out first, which have no tile.
  private var unreadable: [(index: Int?, picture: UnreadablePicture)] {
    manifest.plan.skipped.compactMap(\.unreadable).map { (nil, $0) }
      + pages.lazy.flatMap(\.tiles).compactMap { tile in
        manifest.unreadable[tile.index].map { (tile.index, $0) }
      }
  }

  private func list(
    of unreadable: [(index: Int?, picture: UnreadablePicture)]
  ) -> AnySequence<ArraySlice<UInt8>> {
    guard !unreadable.isEmpty else { return AnySequence([]) }
    let items = unreadable.lazy.map { index, picture -> HTML in
      let id: HTML = if let index { " id=\"unreadable-\(index)\"" } else { "" }
      return "<li\(id)><bdi>\(picture.name)</bdi><span>: \(picture.reason)</span></li>\n"
    }
    return AnySequence(
      [
        [
          "<section id=\"unreadable\">\n<h2>Pictures that could not be read</h2>\n<ul>\n"
        ].pieces(of: 1), items.pieces(of: Self.tilesInPiece), ["</ul>\n</section>\n"].pieces(of: 1),
      ].joined())
  }
}
