internal import SheetLayout
internal import SheetPlans

/// The bookmarks of a file: for pages with a heading, and for sections.
///
/// A group that continues on another page has only one bookmark, at its beginning.
///
/// Source: ISO 32000-1, 12.3.3.
struct PDFBookmarks {
  private struct Bookmark {
    let title: String
    let page: PDFReference
    /// The distance from the bottom of the page to the bookmark's target, in units of the page.
    let y: Double
    var children: [Bookmark] = []
  }

  private var bookmarks: [Bookmark] = []
  /// The heading of the page that was added last.
  private var heading = ""

  /// Adds bookmarks for the groups and sections that begin on a page.
  mutating func add(_ page: SheetPage, _ size: PDFPageSize, as reference: PDFReference) {
    let texts = page.headings
    let heading = texts.map(\.text).joined(separator: " ")
    let isNew = heading != self.heading
    self.heading = heading
    let sections = page.sections.filter { !$0.isContinued || bookmarks.isEmpty }.map {
      Bookmark(
        title: $0.heading, page: reference, y: size.y(Double($0.headingArea.y)))
    }
    if !heading.isEmpty, isNew {
      bookmarks.append(
        Bookmark(
          title: heading, page: reference, y: size.y(Double(texts[0].area.y)), children: sections))
    } else if !heading.isEmpty, !bookmarks.isEmpty {
      bookmarks[bookmarks.count - 1].children += sections
    } else {
      bookmarks += sections
    }
  }

  /// Writes the bookmarks, and returns their root; nil if there are none.
  func write(to objects: PDFObjects) throws -> PDFReference? {
    guard !bookmarks.isEmpty else { return nil }
    let root = objects.reference()
    let entries = try Self.write(bookmarks, under: root, to: objects)
    try objects.collect("<</Type/Outlines\(entries)/Count \(bookmarks.count)>>", as: root)
    return root
  }

  /// Writes bookmarks.
  ///
  /// Returns the entries for the dictionary of their parent.
  private static func write(
    _ bookmarks: [Bookmark], under parent: PDFReference, to objects: PDFObjects
  ) throws -> PDFSyntax {
    guard !bookmarks.isEmpty else { return "" }
    let references = bookmarks.map { _ in objects.reference() }
    for (index, bookmark) in bookmarks.enumerated() {
      var syntax: PDFSyntax = """
        <</Title\(bookmark.title)/Parent \(parent)/Dest[\(bookmark.page)/XYZ 0 \(bookmark.y) null]
        """
      if index > 0 { syntax += "/Prev \(references[index - 1])" }
      if index + 1 < references.count { syntax += "/Next \(references[index + 1])" }
      syntax += try write(bookmark.children, under: references[index], to: objects)
      // Bookmarks below another one are collapsed.
      if !bookmark.children.isEmpty { syntax += "/Count \(-bookmark.children.count)" }
      syntax += ">>"
      try objects.collect(syntax, as: references[index])
    }
    return "/First \(references[0])/Last \(references[references.count - 1])"
  }
}
