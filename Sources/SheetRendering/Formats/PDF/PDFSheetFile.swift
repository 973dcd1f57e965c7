internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

/// A PDF being written, with one page for each page of the sheet.
///
/// The picture of a page is the stream of a PNG's IDAT chunks; everything else follows it. Nothing
/// is rewritten, so the file may be a pipe. Only references to pages already written are kept.
///
/// Source: ISO 32000-1, 7.7 and 8.9 unless another clause is named.
final class PDFSheetFile: SheetFile {
  private let properties: SheetProperties
  private let objects: PDFObjects
  private let (info, pageTree): (PDFReference, PDFReference)
  private var fontReference: PDFReference?
  private var structure: PDFStructure
  private var font = PDFFont()
  private var glyphs = PDFGlyphs()
  private var bookmarks = PDFBookmarks()
  private var pages: [PDFReference] = []
  private var profiles: [Bool: PDFReference] = [:]
  private var usesUnits = false
  /// The writer of the page's picture.
  private var picture: PDFPictureWriter?

  /// The start of each file: its version, bytes that never occur in text, and the program that made
  /// it.
  ///
  /// The bytes that never occur in text are for programs that guess whether a file is text (7.5.2).
  private static let head =
    Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3] + Array(" contactsheet\n".utf8)
  private static let producer: PDFSyntax = "<</Producer(contactsheet "

  /// Starts a file at a descriptor, which the caller closes.
  ///
  /// - Throws: `Errno` from the system.
  init(to descriptor: FileDescriptor, _ properties: SheetProperties) throws {
    self.properties = properties
    objects = PDFObjects(to: descriptor)
    (info, pageTree) = (objects.reference(), objects.reference())
    structure = PDFStructure(in: objects)
    try writeHead()
  }

  /// Whether a file is a PDF with this library's mark.
  static func isOwnSheet(_ path: FilePath) -> Bool {
    path.begins(with: head + "1 0 obj\n".utf8 + producer.bytes)
  }

  private func writeHead() throws {
    var syntax: PDFSyntax = "\(Self.producer)\(ascii: properties.version))/Title\(title)"
    if let time = properties.time {
      let date: PDFSyntax = "(D:\(ascii: time.digits)Z)"
      syntax += "/CreationDate\(date)/ModDate\(date)"
    }
    syntax += ">>"
    try objects.write(Self.head)
    try objects.write(syntax, as: info)
  }

  /// The title that is drawn, or else the name of the file.
  private var title: String {
    guard let page = properties.plan.pages.first else { return properties.name }
    let titles = page.texts.filter { $0.role == .title }
    return titles.isEmpty ? properties.name : titles.map(\.text).joined(separator: " ")
  }
}

// MARK: - Pictures

extension PDFSheetFile {
  func begin(_ page: SheetPage, _ colors: SheetColors?) throws -> PDFPageEncoder {
    let encoder = PDFPageEncoder(
      page, properties.plan, colors: colors, within: properties.memory)
    let reference = objects.reference()
    let mask = encoder.mask.map { ($0, objects.reference()) }
    let space = try colorSpace(of: encoder.colors.format)
    let writer = PDFPictureWriter(
      objects, reference, encoder.colors, space, mask: mask,
      or: encoder.jpeg.map { JPEGStream($0) },
      try encoder.jpeg.map { try profile(isGray: $0.channels == 1) } ?? space,
      choosing: encoder.chosenWay, holding: encoder.heldForms)
    if encoder.jpeg == nil, encoder.pictures == nil { try writer.choose() }
    picture = writer
    return encoder
  }

  func write(_ band: PDFPageEncoder.Band) throws { try picture?.write(band) }

  func add(_ detached: DetachedPicture) throws { try picture?.add(detached) }

  /// The colour space of a picture, including its palette if it has one.
  private func colorSpace(of format: PNGRowFormat) throws -> PDFSyntax {
    guard let palette = format.palette else { return try profile(isGray: format.channels == 1) }
    let colors = palette.colors.flatMap { [$0.red, $0.green, $0.blue] }
    return """
      [/Indexed\(try profile(isGray: false)) \(palette.colors.count - 1)\(string: colors)]
      """
  }

  /// The colour space of a profile; the profile is written to the file when first used.
  private func profile(isGray: Bool) throws -> PDFSyntax {
    let profile: PDFReference
    if let known = profiles[isGray] {
      profile = known
    } else {
      profile = objects.reference()
      profiles[isGray] = profile
      try objects.write(
        compressing: (isGray ? ColorProfile.gray : .rgb).bytes, "/N \(isGray ? 1 : 3)", as: profile)
    }
    return "[/ICCBased \(profile)]"
  }
}

// MARK: - Pages

extension PDFSheetFile {
  func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) throws {
    guard let picture else { preconditionFailure("a page ends that has not begun") }
    try picture.finish()
    let plan = properties.plan
    let size = PDFPageSize(page.size, pixelsPerInch: plan.encoding.pixelsPerInch)
    let contents = PDFPageContents(page, unreadable: unreadable)
    let reference = objects.reference()
    var outlines = PDFOutlines(size, plan.format)
    for part in contents.parts {
      let placed =
        switch part {
        case .text(let text): lettering.outlines(of: text).map { [$0] }
        case .tile(let tile, _):
          tile.label.flatMap { lettering.outlines(ofLabel: $0, on: tile.cellBackground) }
        }
      for text in placed ?? [] { try outlines.add(text, from: &glyphs, in: objects) }
    }
    var text = PDFPageText(
      size, pictures: picture.detached.map(\.area), outlines: outlines.operators,
      texts: contents.drawnTexts)
    var parts = structure.begin(reference, in: objects)
    var links: [PDFReference] = []
    for part in contents.parts {
      switch part {
      case .text(let planned):
        let kind = planned.role.structureKind
        text.add(kind, lettering.lines(of: planned), em: planned.size, in: &font)
        try parts.add(text: kind, to: objects)
      case .tile(let tile, let isUnreadable):
        let lines =
          (tile.label.map { lettering.lines(ofLabel: $0) } ?? [])
          + (isUnreadable ? [] : tile.scaleBar?.drawnText.map { lettering.lines(of: $0) } ?? [])
        let em = tile.label?.size ?? tile.scaleBar?.text.size ?? 1
        text.add("Figure", lines, em: em, in: &font)
        let name = plan.pictures[tile.index].shownName
        let area = size.area(tile.cell)
        var link: (PDFReference, PDFReference)?
        if !isUnreadable, let address = properties.link(tile.index) {
          let annotation = objects.reference()
          let (element, key) = structure.link(in: objects)
          try objects.collect(
            """
            <</Type/Annot/Subtype/Link/Rect\(area)/Border[0 0 0]\
            /A<</S/URI/URI\(string: address)>>/StructParent \(key)>>
            """, as: annotation)
          links.append(annotation)
          link = (element, annotation)
        }
        try parts.add(
          figure: isUnreadable ? "\(name), could not be read" : tile.label?.text ?? name,
          in: area, linkedBy: link, to: objects)
      }
    }
    text.finish()
    try structure.end(parts, to: objects)
    bookmarks.add(page, size, as: reference)
    let operators = objects.reference()
    try objects.write(compressing: text.operators.bytes, "", as: operators)
    usesUnits = usesUnits || size.unitInPoints > 1
    var resources: PDFSyntax = "/XObject<</I \(picture.picture)"
    for (number, picture) in picture.detached.enumerated() {
      resources += "/I\(number) \(picture.reference)"
    }
    for (number, glyph) in outlines.glyphs.enumerated() { resources += "/G\(number) \(glyph)" }
    resources += ">>"
    if !outlines.operators.bytes.isEmpty {
      resources += "/ColorSpace<</C\(try profile(isGray: outlines.isGray))>>"
    }
    if text.hasText {
      let font = fontReference ?? objects.reference()
      fontReference = font
      resources += "/Font<</F \(font)>>"
    }
    var syntax: PDFSyntax = """
      <</Type/Page/Parent \(pageTree)/MediaBox[0 0 \(size.width) \(size.height)]\
      /Resources<<\(resources)>>/Contents \(operators)/StructParents \(parts.key)/Tabs/S
      """
    if size.unitInPoints > 1 { syntax += "/UserUnit \(size.unitInPoints)" }
    if !links.isEmpty { syntax += "/Annots\(links)" }
    syntax += ">>"
    try objects.collect(syntax, as: reference)
    pages.append(reference)
  }

  func finish() throws {
    if let fontReference { try font.write(to: objects, as: fontReference) }
    try objects.collect("<</Type/Pages/Count \(pages.count)/Kids\(pages)>>", as: pageTree)
    let catalog = objects.reference()
    var syntax: PDFSyntax = """
      <</Type/Catalog/Pages \(pageTree)/StructTreeRoot \(try structure.write(to: objects))\
      /MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true>>
      """
    if let outlines = try bookmarks.write(to: objects) {
      syntax += "/Outlines \(outlines)/PageMode/UseOutlines"
    }
    if usesUnits { syntax += "/Version/1.6" }
    syntax += ">>"
    try objects.collect(syntax, as: catalog)
    try objects.finish(root: catalog, info: info)
  }
}

extension TextRole {
  /// The type of text in this role, in the structure of the file.
  fileprivate var structureKind: PDFSyntax {
    switch self {
    case .title: "H1"
    case .heading: "H2"
    case .header, .footer, .label, .badge, .watermark, .note: "P"
    }
  }
}

extension CivilTime {
  /// The components of the time, from the year down.
  fileprivate var digits: String {
    [(year, 4), (month, 2), (day, 2), (hour, 2), (minute, 2), (min(second, 59), 2)]
      .map { max(0, $0).digits($1) }.joined()
  }
}
