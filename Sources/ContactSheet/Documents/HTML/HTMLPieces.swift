internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension DocumentMaker {
  /// The sheets with links to their pictures, as a page for people.
  static let html = DocumentMaker(
    isOwn: HTMLPieces.isPage,
    making: .withPages { subject in
      PreparedDocument {
        AnySequence(
          HTMLPieces(subject.sheet, unreadable: $0.unreadable, inside: $1, to: subject.output))
      }
    })
}

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
  /// The first sheets, which load with the page: a screenshot does not wait for later ones.
  private static let nearCount = 4

  private let sheet: ResolvedSheet
  /// The pictures that could not be read, by their index.
  private let unreadable: [Int: UnreadablePicture]
  /// The contents of the page; nil if it has links instead.
  private let inside: EmbeddedPage?
  let places: TilePlaces
  private let links: RelativeLinks
  /// The headings that all sheets begin with.
  private var commonHeadings: [String] = []
  /// The title of the page.
  private var title: String {
    commonHeadings.isEmpty ? otherTitle : commonHeadings.joined(separator: " – ")
  }
  /// The title of the page if sheets have no headings.
  private let otherTitle: String

  /// Prepares the page of a sheet and its outcome.
  ///
  /// - Parameters:
  ///   - sheet: The sheet.
  ///   - unreadable: The pictures that turned out to be unreadable, by their index.
  ///   - inside: The contents of the page; nil if it has links.
  ///   - output: The destination of the page; links from standard output are relative to the working
  ///     folder.
  init(
    _ sheet: ResolvedSheet, unreadable: [Int: UnreadablePicture], inside: EmbeddedPage? = nil,
    to output: SheetOutput
  ) {
    (self.sheet, self.inside) = (sheet, inside)
    self.unreadable = sheet.unreadableByIndex(with: unreadable)
    places = TilePlaces(on: sheet.renderedPages.map(\.page))
    links = RelativeLinks(from: output.names?.path)
    otherTitle = sheet.comparisonTitle ?? "Contact sheet"
    guard let first = pages.first else { return }
    commonHeadings = pages.dropFirst().reduce(headings(of: first.page)) { common, page in
      zip(common, headings(of: page.page)).prefix { $0 == $1 }.map(\.0)
    }
  }

  private var pages: [PageDestination] { sheet.renderedPages }

  func makeIterator() -> AnyIterator<ArraySlice<UInt8>> {
    let pairs = PagePairs(sheet, links, inside: inside)
    let stacks = StackLinks(sheet, inside == nil ? links : nil).markup
    let style = PageStyle(places: places, pairs: pairs, isEmbedded: inside != nil)
    let shownPages = inside?.pairs == nil ? pages.indices : 0..<0
    let unreadable = unreadableInOrder
    let parts: [AnySequence<ArraySlice<UInt8>>] = [
      [head(style)].pieces(of: 1), AnySequence(style.pieces),
      [beginning(unreadableCount: unreadable.count)].pieces(of: 1),
      AnySequence(shownPages.lazy.flatMap(pieces(ofPage:))), pairs.pieces,
      stacks.pieces(of: Self.tilesInPiece),
      self.list(of: unreadable), self.views,
      ["</main>\n"].pieces(of: 1), script, ["</body>\n</html>\n"].pieces(of: 1),
    ]
    return AnyIterator(parts.joined().makeIterator())
  }

  /// The pictures inside the page, to be viewed one by one.
  private var views: AnySequence<ArraySlice<UInt8>> {
    inside.map { PictureViews(sheet, $0).pieces } ?? DocumentPieces([])
  }

  private var script: AnySequence<ArraySlice<UInt8>> {
    (inside == nil ? [] : ["<script>\(PageScript.source)</script>\n"]).pieces(of: 1)
  }

  /// Whether the file at `path` is an HTML page of this library.
  static func isPage(_ path: FilePath) -> Bool {
    path.begins(with: mark.bytes)
  }

  /// The markup before the style sheet.
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
    let pairs = inside?.pairs
    let compared = sheet.plan.comparison?.pairs ?? []
    let summary = compared.isEmpty ? nil : "\(ComparisonSummary(compared))"
    var facts: HTML =
      "\(summary ?? pages.reduce(0) { $0 + $1.page.tiles.count }.counted("picture"))"
    if pages.count > 1, summary == nil { facts += " on \(pages.count) pages" }
    if unreadableCount > 0 {
      facts += "; <a href=\"#unreadable\">\(unreadableCount) could not be read</a>"
    }
    var html: HTML = "</style>\n</head>\n<body>\n<header>\n"
    let look: HTML = showsTitle && pairs == nil ? " class=\"drawn\"" : ""
    html += "<h1\(look)>\(title)</h1>\n<p>\(facts)</p>\n"
    if pages.count > 1, pairs == nil {
      html += "<nav aria-label=\"Pages\">\n<ul>\n"
      for page in pages {
        html += "<li><a href=\"#page-\(page.page.number)\">\(page.page.number)</a></li>\n"
      }
      html += "</ul>\n</nav>\n"
    }
    if pairs == nil { html += sectionLinks }
    html += "</header>\n<main>\n"
    return html
  }
}

// MARK: - Sheets

extension HTMLPieces {
  private func pieces(ofPage place: Int) -> AnySequence<ArraySlice<UInt8>> {
    let (runPage, page) = (pages[place], pages[place].page)
    var beginning: HTML = "<section id=\"page-\(page.number)\">\n"
    if pages.count > 1 {
      let heading = headings(of: page).dropFirst(commonHeadings.count).joined(separator: " – ")
      beginning +=
        "<h2>Page \(page.number)\(heading.isEmpty ? "" : ": \(heading)")</h2>\n"
    }
    guard case .file(let path) = runPage.output, isWritten(page) else {
      for index in page.sections.indices { beginning += heading(ofSection: index, on: page) }
      beginning += "<p>None of its pictures could be read.</p>\n</section>\n"
      return [beginning].pieces(of: 1)
    }
    let texts = page.texts.filter { [.header, .footer, .note].contains($0.role) }.map(\.text)
    let description = ["Contact sheet of \(page.tiles.count.counted("picture"))"] + texts
    let loading: HTML = place < Self.nearCount ? "" : " loading=\"lazy\""
    beginning += "<figure>\n<div>\n"
    let attributes: HTML = "\(loading) alt=\"\(description.joined(separator: "; "))\""
    let (width, height) = (page.size.width, page.size.height)
    let link = inside == nil ? links.link(to: path) : nil
    let image =
      inside?.sheets[place].map(PageImage.inside) ?? link.map { .beside($0, size: page.size) }
    let name: HTML = "\(String(decoding: path.nameBytes, as: UTF8.self))"
    let end: HTML = """
      </div>
      <figcaption>\(link.map { "<a href=\"\($0)\">\(name)</a>" } ?? name), \
      \(width) × \(height) pixels</figcaption>
      </figure>
      </section>

      """
    return HTML.pieces(
      beginning, image?.tag(attributes) ?? DocumentPieces([]),
      overlays(of: page).pieces(of: Self.tilesInPiece), end: end)
  }

  /// The overlays of a sheet's tiles and of the headings of its sections, in reading order.
  private func overlays(of page: SheetPage) -> AnySequence<HTML> {
    if !page.rows.isEmpty { return tables(of: page) }
    var sections: [Int: Int] = [:]
    var first = 0
    for (index, section) in page.sections.enumerated() {
      sections[first] = index
      first += section.tileCount
    }
    return AnySequence(
      page.tiles.enumerated().lazy.map { [sections] position, tile -> HTML in
        let overlay = self.tile(of: tile, on: page)
        guard let section = sections[position] else { return overlay }
        return "\(placedHeading(ofSection: section, on: page))\(overlay)"
      })
  }

  /// The overlay of a tile.
  func tile(of tile: PlannedTile, on page: SheetPage) -> HTML {
    let picture = sheet.plan.pictures[tile.index]
    let classes = places.classes(of: tile.cell, on: page.size)
    let name = picture.shownName
    if unreadable[tile.index]?.isIncomplete == false {
      return """
        <a class="\(classes)" href="#unreadable-\(tile.index)"><span>\(name), could not be read\
        </span></a>

        """
    }
    var label = tile.label?.text ?? name
    if !picture.stack.isEmpty { label += ", and \(picture.stack.count) more" }
    let text: HTML =
      tile.label?.isEmphasized == true
      ? "<span><strong>\(label)</strong></span>" : "<span>\(label)</span>"
    let index = tile.index
    if let inside, inside.pictures[index] != nil {
      return """
        <a class="\(classes)" id="tile-\(index)" href="#picture-\(index)">\(text)</a>

        """
    }
    guard inside == nil, let path = sheet.linkedPath(of: index) else {
      return "<b class=\"\(classes)\">\(text)</b>\n"
    }
    return "<a class=\"\(classes)\" href=\"\(links.link(to: path))\">\(text)</a>\n"
  }

  /// Whether the page has a file.
  ///
  /// It is not written if none of its pictures can be read.
  private func isWritten(_ page: SheetPage) -> Bool {
    sheet.plan.showsAnything(page) { unreadable[$0]?.isIncomplete == false }
  }
}

// MARK: - Headings

extension HTMLPieces {
  /// Whether all sheets show the title themselves, large enough to be read.
  private var showsTitle: Bool {
    !commonHeadings.isEmpty
      && pages.allSatisfy { isWritten($0.page) && $0.page.size.width <= PageStyle.width }
  }

  /// The title and the heading of a sheet, line by line.
  private func headings(of page: SheetPage) -> [String] {
    (page.texts.filter { $0.role == .title } + page.headings).map(\.text)
  }

  /// The heading of a section, with the place that links lead to.
  private func heading(
    ofSection index: Int, on page: SheetPage, classes: HTML? = nil
  ) -> HTML {
    let look: HTML = if let classes { " class=\"\(classes)\"" } else { "" }
    return """
      <h2\(look) id="section-\(page.number)-\(index)">\(page.sections[index].heading)</h2>

      """
  }

  /// The heading of a section, over its place on the sheet.
  func placedHeading(ofSection index: Int, on page: SheetPage) -> HTML {
    heading(
      ofSection: index, on: page,
      classes: places.classes(of: page.sections[index].headingArea, on: page.size))
  }

  /// Links to all sections.
  ///
  /// A section that continues on another page is linked at its beginning.
  private var sectionLinks: HTML {
    var links: HTML = ""
    for page in pages.map(\.page) {
      for (index, section) in page.sections.enumerated()
      where !section.isContinued || links.bytes.isEmpty {
        links +=
          "<li><a href=\"#section-\(page.number)-\(index)\">\(section.heading)</a></li>\n"
      }
    }
    if links.bytes.isEmpty { return links }
    return "<nav aria-label=\"Sections\">\n<ul>\n\(links)</ul>\n</nav>\n"
  }
}

// MARK: - Unreadable pictures

extension HTMLPieces {
  /// The pictures that are not shown, or only in part.
  ///
  /// Pictures that were left out, which have no tile, come first.
  private var unreadableInOrder: [(index: Int?, picture: UnreadablePicture)] {
    sheet.leftOut.map { (nil, $0) }
      + pages.lazy.flatMap(\.page.tiles).compactMap { tile in
        unreadable[tile.index].map { (tile.index, $0) }
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
    return HTML.pieces(
      "<section id=\"unreadable\">\n<h2>Pictures that could not be read</h2>\n<ul>\n",
      items.pieces(of: Self.tilesInPiece), end: "</ul>\n</section>\n")
  }
}
