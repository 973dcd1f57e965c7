internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension DocumentMaker {
  /// An HTML page with the sheets and links to their pictures.
  static let html = DocumentMaker(
    isOwn: HTMLPage.isPage,
    making: .withPages { subject in
      PreparedDocument { (found, inside, output) throws(ContactSheetError) in
        let html = HTMLWriter(to: output)
        HTMLPage(subject.run, unreadable: found.unreadable, inside: inside, to: subject.output)
          .write(to: html)
        try html.finish()
      }
    })
}

/// An HTML page that shows the selected sheets to people.
///
/// Each tile is covered by a link to its picture, or to the reason why it could not be read.
struct HTMLPage {
  /// The start of a page, by which it is recognised.
  static let mark: TrustedText = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="contactsheet">

    """

  /// How many sheets load with the page; a screenshot does not wait for the others.
  private static let nearCount = 4

  private let run: SheetRun
  /// The pictures that could not be read, by index.
  private let unreadable: [Int: UnreadablePicture]
  /// The embedded contents of the page; nil if the page links to files instead.
  private let inside: EmbeddedPage?
  private let places: TilePlaces
  private let links: RelativeLinks
  /// The headings with which all sheets begin.
  private var commonHeadings: [String] = []
  private var title: String {
    commonHeadings.isEmpty ? otherTitle : commonHeadings.joined(separator: " – ")
  }
  /// The title of the page if sheets have no headings.
  private let otherTitle: String

  /// Prepares the page of a sheet and its outcome.
  ///
  /// - Parameters:
  ///   - run: The run of the sheet.
  ///   - unreadable: The pictures that turned out to be unreadable, by index.
  ///   - inside: The embedded contents of the page; nil if the page links to files instead.
  ///   - output: The destination of the page; links from standard output are relative to the working
  ///     folder.
  init(
    _ run: SheetRun, unreadable: [Int: UnreadablePicture], inside: EmbeddedPage? = nil,
    to output: SheetOutput
  ) {
    (self.run, self.inside) = (run, inside)
    self.unreadable = run.unreadableByIndex(with: unreadable)
    places = TilePlaces(on: run.renderedPages.map(\.page))
    links = RelativeLinks(from: output.names?.path)
    otherTitle = run.comparisonTitle ?? "Contact sheet"
    guard let first = pages.first else { return }
    commonHeadings = pages.dropFirst().reduce(headings(of: first.page)) { common, page in
      zip(common, headings(of: page.page)).prefix { $0 == $1 }.map(\.0)
    }
  }

  private var pages: [PageDestination] { run.renderedPages }

  /// Whether the file at `path` is an HTML page from this library.
  static func isPage(_ path: FilePath) -> Bool {
    path.begins(with: mark.bytes)
  }

  func write(to html: HTMLWriter) {
    let pairs = PagePairs(run, links, inside: inside)
    let style = PageStyle(
      places: places, pairs: pairs, isEmbedded: inside != nil,
      isDark: run.plan.style.background.colors[0].inkToReadOn == .white)
    let unreadable = unreadableInOrder
    html.trusted("<!DOCTYPE html>\n")
    html.block(.html, ["lang": "en"]) {
      html.block(.head) { writeHead(style, to: html) }
      html.block(.body) {
        html.block(.header) { writeHeader(unreadableCount: unreadable.count, to: html) }
        html.block(.main) {
          if inside?.pairs == nil { for place in pages.indices { writePage(at: place, to: html) } }
          pairs.write(to: html)
          StackLinks(run, inside == nil ? links : nil).write(to: html)
          write(unreadable, to: html)
          if let inside { PictureViews(run, inside).write(to: html) }
        }
        if inside != nil { html.line(.script) { html.trusted(PageScript.source) } }
      }
    }
  }

  private func writeHead(_ style: PageStyle, to html: HTMLWriter) {
    html.line(.meta, ["charset": "utf-8"])
    html.line(.meta, ["name": "generator", "content": "contactsheet"])
    html.line(
      .meta, ["http-equiv": "Content-Security-Policy", "content": .trusted(style.policy)])
    html.line(.meta, ["name": "viewport", "content": "width=device-width"])
    html.line(.title, text: title)
    html.line(.style) { style.forEachRule(html.trusted) }
  }

  /// Writes everything above the sheets.
  private func writeHeader(unreadableCount: Int, to html: HTMLWriter) {
    let isOfPairs = inside?.pairs != nil
    html.line(.h1, ["class": showsTitle && !isOfPairs ? "drawn" : nil], text: title)
    html.line(.p) {
      let compared = run.plan.comparison?.pairs ?? []
      if compared.isEmpty {
        html.text(pages.reduce(0) { $0 + $1.page.tiles.count }.counted("image"))
        if pages.count > 1 { html.text(" on \(pages.count) pages") }
      } else {
        html.text("\(ComparisonSummary(compared))")
      }
      if unreadableCount > 0 {
        html.text("; ")
        html.element(.a, ["href": "#unreadable"], text: "\(unreadableCount) could not be read")
      }
    }
    if isOfPairs { return }
    if pages.count > 1 {
      let numbers = pages.map(\.page.number)
      writeLinks(numbers.lazy.map { ("page-\($0)", "\($0)") }, named: "Pages", to: html)
    }
    let sections = linkedSections
    if !sections.isEmpty { writeLinks(sections, named: "Sections", to: html) }
  }

  private func writeLinks(
    _ links: some Sequence<(id: String, text: String)>, named name: String, to html: HTMLWriter
  ) {
    html.block(.nav, ["aria-label": .text(name)]) {
      html.block(.ul) {
        for (id, text) in links {
          html.line(.li) { html.element(.a, ["href": "#\(id)"], text: text) }
        }
      }
    }
  }
}

// MARK: - Sheets

extension HTMLPage {
  private func writePage(at place: Int, to html: HTMLWriter) {
    let page = pages[place].page
    html.block(.section, ["id": "page-\(page.number)"]) {
      if pages.count > 1 {
        let heading = headings(of: page).dropFirst(commonHeadings.count).joined(separator: " – ")
        html.line(.h2) {
          html.text("Page \(page.number)\(heading.isEmpty ? "" : ": ")")
          html.text(heading)
        }
      }
      guard case .file(let path) = pages[place].output, isWritten(page) else {
        for index in page.sections.indices { writeHeading(ofSection: index, on: page, to: html) }
        return html.line(.p, text: "None of its images could be read.")
      }
      html.block(.figure) { writeSheet(at: place, path, to: html) }
    }
  }

  private func writeSheet(at place: Int, _ path: FilePath, to html: HTMLWriter) {
    let page = pages[place].page
    let link = inside == nil ? links.link(to: path) : nil
    html.block(.div) {
      let texts = page.texts.filter { [.header, .footer, .note].contains($0.role) }.map(\.text)
      let description = ["Contact sheet of \(page.tiles.count.counted("image"))"] + texts
      let image =
        inside?.sheets[place].map(PageImage.inside) ?? link.map { .beside($0, size: page.size) }
      image?.write(
        loading: place < Self.nearCount ? .withPage : .lazily,
        description: description.joined(separator: "; "), to: html)
      writeOverlays(of: page, to: html)
    }
    html.line(.figcaption) {
      let name = String(decoding: path.nameBytes, as: UTF8.self)
      if let link {
        html.element(.a, ["href": .address(link)], text: name)
      } else {
        html.text(name)
      }
      html.text(", \(page.size.width) × \(page.size.height) pixels")
    }
  }

  /// Writes the overlays of a sheet's tiles and of the headings of its sections, in reading order.
  private func writeOverlays(of page: SheetPage, to html: HTMLWriter) {
    if !page.rows.isEmpty { return writeTables(of: page, to: html) }
    var tiles = page.tiles[...]
    for (index, section) in page.sections.enumerated() {
      if section.tileCount > 0 { writePlacedHeading(ofSection: index, on: page, to: html) }
      for tile in tiles.prefix(section.tileCount) { write(tile, on: page, to: html) }
      tiles = tiles.dropFirst(section.tileCount)
    }
    for tile in tiles { write(tile, on: page, to: html) }
  }

  /// Writes the overlay of a tile.
  func write(_ tile: PlannedTile, on page: SheetPage, to html: HTMLWriter) {
    let index = tile.index
    let picture = run.plan.pictures[index]
    let classes = classes(of: tile.cell, on: page)
    let name = picture.shownName
    if unreadable[index]?.isIncomplete == false {
      return html.line(.a, ["class": classes, "href": "#unreadable-\(index)"]) {
        html.element(.span) {
          html.text(name)
          html.text(", could not be read")
        }
      }
    }
    func writeLabel() {
      var label = tile.label?.text ?? name
      if !picture.stack.isEmpty { label += ", and \(picture.stack.count) more" }
      html.element(.span) {
        if tile.label?.isEmphasized == true {
          html.element(.strong, text: label)
        } else {
          write(label, emphasizing: tile.label?.emphasis ?? [], to: html)
        }
      }
    }
    if let inside, inside.pictures[index] != nil {
      html.line(
        .a, ["class": classes, "id": "tile-\(index)", "href": "#picture-\(index)"], writeLabel)
    } else if inside == nil, let path = run.linkedPath(of: index) {
      html.line(.a, ["class": classes, "href": .address(links.link(to: path))], writeLabel)
    } else {
      html.line(.b, ["class": classes], writeLabel)
    }
  }

  /// Writes text with emphasised ranges, which are counted in Unicode scalars.
  private func write(_ text: String, emphasizing parts: [Range<Int>], to html: HTMLWriter) {
    if parts.isEmpty { return html.text(text) }
    let scalars = Array(text.unicodeScalars)
    func part(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range]))
    }
    var start = 0
    for own in parts.map({ $0.clamped(to: 0..<scalars.count) }) where !own.isEmpty {
      if start < own.lowerBound { html.text(part(start..<own.lowerBound)) }
      html.element(.strong, text: part(own))
      start = own.upperBound
    }
    if start < scalars.count { html.text(part(start..<scalars.count)) }
  }

  /// The classes of an element that covers an area of a page.
  func classes(of area: PixelRect, on page: SheetPage) -> HTMLWriter.Value {
    .text(places.classes(of: area, on: page.size))
  }

  /// Whether a page of the sheet is written to a file.
  ///
  /// A page is not written if none of its pictures can be read.
  private func isWritten(_ page: SheetPage) -> Bool {
    run.plan.showsAnything(page) { unreadable[$0]?.isIncomplete == false }
  }
}

// MARK: - Headings

extension HTMLPage {
  /// Whether all sheets show the title themselves, in letters large enough to read.
  private var showsTitle: Bool {
    !commonHeadings.isEmpty
      && pages.allSatisfy { isWritten($0.page) && $0.page.size.width <= PageStyle.width }
  }

  /// The title and the heading of a sheet, line by line.
  private func headings(of page: SheetPage) -> [String] {
    (page.texts.filter { $0.role == .title } + page.headings).map(\.text)
  }

  /// Writes the heading of a section, with the anchor for links.
  private func writeHeading(
    ofSection index: Int, on page: SheetPage, classes: HTMLWriter.Value? = nil, to html: HTMLWriter
  ) {
    html.line(
      .h2, ["class": classes, "id": "section-\(page.number)-\(index)"],
      text: page.sections[index].heading)
  }

  /// Writes the heading of a section over the place where the sheet shows it.
  func writePlacedHeading(ofSection index: Int, on page: SheetPage, to html: HTMLWriter) {
    writeHeading(
      ofSection: index, on: page, classes: classes(of: page.sections[index].headingArea, on: page),
      to: html)
  }

  /// All sections with their headings.
  ///
  /// A section that continues on another page is linked at its beginning.
  private var linkedSections: [(id: String, text: String)] {
    var links: [(id: String, text: String)] = []
    for page in pages.map(\.page) {
      for (index, section) in page.sections.enumerated() where !section.isContinued || links.isEmpty
      {
        links.append(("section-\(page.number)-\(index)", section.heading))
      }
    }
    return links
  }
}

// MARK: - Unreadable pictures

extension HTMLPage {
  /// The pictures that are not shown, or are shown only in part.
  ///
  /// Pictures that were left out, and therefore have no tile, come first.
  private var unreadableInOrder: [(index: Int?, picture: UnreadablePicture)] {
    run.leftOut.map { (nil, $0) }
      + pages.lazy.flatMap(\.page.tiles).compactMap { tile in
        unreadable[tile.index].map { (tile.index, $0) }
      }
  }

  private func write(
    _ unreadable: [(index: Int?, picture: UnreadablePicture)], to html: HTMLWriter
  ) {
    if unreadable.isEmpty { return }
    html.block(.section, ["id": "unreadable"]) {
      html.line(.h2, text: "Images that could not be read")
      html.block(.ul) {
        for (index, picture) in unreadable {
          html.line(.li, ["id": index.map { "unreadable-\($0)" }]) {
            html.element(.bdi, text: picture.name)
            html.element(.span) {
              html.text(": ")
              html.text(picture.reason)
            }
          }
        }
      }
    }
  }
}
