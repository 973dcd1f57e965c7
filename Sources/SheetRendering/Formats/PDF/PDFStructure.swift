internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// The structure of a file, for screen readers.
///
/// It contains titles, headings and text, and a figure with alternative text for each picture.
///
/// Source: ISO 32000-1, 14.7 (structure) and 14.8.4 (structure types).
struct PDFStructure {
  private let root: PDFReference
  private let document: PDFReference
  private var pages: [PDFReference] = []
  /// The entries of the parent tree, for pages and links, by key.
  private var parents: [PDFReference] = []

  init(in objects: PDFObjects) {
    (root, document) = (objects.reference(), objects.reference())
  }

  /// Ends the structure.
  ///
  /// - Returns: The object that the catalogue refers to.
  func write(to objects: PDFObjects) throws -> PDFReference {
    let tree = objects.reference()
    try objects.collect("<</S/Document/P \(root)/K\(pages)>>", as: document)
    var numbers: PDFSyntax = ""
    for (key, parent) in parents.enumerated() { numbers += "\(key) \(parent) " }
    try objects.collect("<</Nums[\(numbers)]>>", as: tree)
    try objects.collect(
      """
      <</Type/StructTreeRoot/K \(document)/ParentTree \(tree)/ParentTreeNextKey \(parents.count)>>
      """, as: root)
    return root
  }

  /// The structure elements of one page.
  struct Page {
    /// The key with which the page refers to the list of its elements.
    let key: Int
    private let page: PDFReference
    fileprivate let element: PDFReference
    fileprivate let parts: PDFReference
    private var children: [PDFReference] = []
    /// The elements of the marked-content sequences, by number.
    private var marked: [PDFReference] = []

    fileprivate init(_ page: PDFReference, key: Int, parts: PDFReference, in objects: PDFObjects) {
      (self.page, self.key, self.parts) = (page, key, parts)
      element = objects.reference()
    }

    /// Adds text that is in the next marked-content sequence.
    mutating func add(text kind: PDFSyntax, to objects: PDFObjects) throws {
      let text = objects.reference()
      try objects.collect("<</S/\(kind)/P \(element)/Pg \(page)/K \(marked.count)>>", as: text)
      children.append(text)
      marked.append(text)
    }

    /// Adds a picture, with its alternative text, for the next marked-content sequence.
    ///
    /// A linked picture is wrapped in its link's element.
    mutating func add(
      figure text: String, in area: PDFArea,
      linkedBy link: (element: PDFReference, annotation: PDFReference)?, to objects: PDFObjects
    ) throws {
      let figure = objects.reference()
      try objects.collect(
        """
        <</S/Figure/P \(link?.element ?? element)/Pg \(page)/Alt\(text)\
        /A<</O/Layout/BBox\(area)>>/K \(marked.count)>>
        """, as: figure)
      marked.append(figure)
      children.append(link?.element ?? figure)
      guard let link else { return }
      try objects.collect(
        """
        <</S/Link/P \(element)/Pg \(page)/K[\(figure)<</Type/OBJR/Obj \(link.annotation)>>]>>
        """, as: link.element)
    }

    fileprivate func write(to objects: PDFObjects, under document: PDFReference) throws {
      try objects.collect("<</S/Sect/P \(document)/Pg \(page)/K\(children)>>", as: element)
      try objects.collect("\(marked)", as: parts)
    }
  }

  mutating func begin(_ page: PDFReference, in objects: PDFObjects) -> Page {
    let parts = objects.reference()
    parents.append(parts)
    return Page(page, key: parents.count - 1, parts: parts, in: objects)
  }

  /// An element for a link, and the key with which the link refers to it.
  mutating func link(in objects: PDFObjects) -> (element: PDFReference, key: Int) {
    let element = objects.reference()
    parents.append(element)
    return (element, parents.count - 1)
  }

  mutating func end(_ page: Page, to objects: PDFObjects) throws {
    try page.write(to: objects, under: document)
    pages.append(page.element)
  }
}

/// The text and pictures of a page, in reading order.
struct PDFPageContents {
  enum Part {
    case text(PlannedText)
    /// A picture, and whether it could not be read.
    case tile(PlannedTile, isUnreadable: Bool)
  }

  let parts: [Part]

  /// Puts the text of a page among its pictures.
  ///
  /// Text is read before the first picture that is not above it. The heading of a section is read
  /// before the section's first picture, since sections may be side by side.
  init(_ page: SheetPage, unreadable: [Int: UnreadablePicture]) {
    var starts: [SIMD2<Int>: Int] = [:]
    var start = 0
    for section in page.sections where section.tileCount > 0 {
      starts[SIMD2(section.headingArea.x, section.headingArea.y)] = start
      start += section.tileCount
    }
    var headings: [Int: PlannedText] = [:]
    var others: [PlannedText] = []
    for text in page.drawnTexts {
      if text.role == .heading, let start = starts[SIMD2(text.area.x, text.area.y)] {
        headings[start] = text
      } else {
        others.append(text)
      }
    }
    // From top to bottom; text in the same row keeps its order.
    var waiting = others.enumerated()
      .sorted { ($0.element.area.y, $0.offset) < ($1.element.area.y, $1.offset) }
      .map(\.element)[...]
    var parts: [Part] = []
    for (index, tile) in page.tiles.enumerated() {
      while let text = waiting.first, text.area.y < tile.cell.maxY {
        parts.append(.text(text))
        waiting.removeFirst()
      }
      if let heading = headings[index] { parts.append(.text(heading)) }
      parts.append(.tile(tile, isUnreadable: unreadable[tile.index]?.isIncomplete == false))
    }
    self.parts = parts + waiting.map { .text($0) }
  }

  /// All text that is drawn, in order.
  var drawnTexts: [String] {
    parts.flatMap {
      switch $0 {
      case .text(let text): [text.text]
      case .tile(let tile, _):
        [tile.label?.text, tile.scaleBar?.drawnText?.text].compactMap(\.self)
      }
    }
  }
}
