public import SheetImaging
public import SheetLayout
public import SheetPictures
public import SheetText

/// The texts on a sheet; none by default, and then no font is searched for.
///
/// From top to bottom, a page has the header, the title, the heading, the tiles with their labels,
/// and the footer. Each has room for the lines of its template on every page, so that layouts do
/// not depend on the texts.
public struct SheetTexts: Equatable, Sendable {
  /// The label of each picture; nil for none.
  public var label: PictureTemplate?
  /// Where labels are placed.
  public var labelPosition = CellFurniture.Label.Position.below
  /// Where the lines of labels stand in the width of their pictures' cells; nil for ``alignment``.
  public var labelAlignment: TextAlignment?
  /// The colour of labels; nil for that of all texts.
  public var labelColor: Color?
  /// The most lines of a label, at least 1; nil for one more than the template or the longest label of
  /// the table has.
  public var labelLines: Int?

  /// Small text at the top of each page; nil for none.
  ///
  /// One tab divides a line into left and right parts, two into left, middle and right parts.
  public var header: PageTemplate?
  /// Large text above the tiles of each page; nil for none.
  public var title: PageTemplate?
  /// Text below the title about the page's group; nil for none.
  ///
  /// Where groups are sections, it stands over each of them, at the left unless tabs divide it, and
  /// is their name if it is nil.
  public var heading: HeadingTemplate?
  /// Small text at the bottom of each page, divided like the header; nil for none.
  public var footer: PageTemplate?
  /// The time that `{date}` stands for; nil for the time of the run.
  public var date: CivilTime?

  /// Whether the texts are on paper, where they are smaller, as it is read from nearby.
  public var areOnPaper = false
  /// The font, with the size of labels in points, by default 12, and 8 on paper.
  ///
  /// A point is 1/72 inch; a sheet without a resolution has 72 pixels per inch. Without a size,
  /// headings have 18 points and titles 24, and 12 and 20 on paper; on a sheet that nobody gave a width,
  /// headings have at least a hundredth of it, and titles a sixtieth.
  public var font = FontChoice.auto
  /// The font of titles, with its size in points; nil for that of labels.
  ///
  /// Without a size, titles have twice the size that ``font`` says, if it says one.
  public var titleFont: FontChoice?
  /// Where headers, titles, headings of pages and footers that tabs do not divide stand between the edges
  /// of the pictures, and labels in their cells.
  public var alignment = TextAlignment.center
  /// The colour of all texts; nil for black or white, whichever has more contrast.
  public var color: Color?

  /// Creates an empty set of texts.
  public init() {}
}

extension SheetTexts {
  /// The texts of all pages.
  var ofPages: [(use: TemplateUse, template: PageTemplate)] {
    [(.header, header), (.title, title), (.footer, footer)].compactMap { use, template in
      template.map { (use, $0) }
    }
  }

  /// What these ask for.
  var pageKeys: [FactKey] { ofPages.flatMap(\.template.keys) }
}
