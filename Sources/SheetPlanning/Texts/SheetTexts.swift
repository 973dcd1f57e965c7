internal import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SheetText

/// The text on a sheet; by default there is none, and no font is loaded.
///
/// From top to bottom, a page has a header, a title, a heading, tiles with labels, and a footer. On
/// every page, each of these texts has room for all lines of its template.
package struct SheetTexts: Equatable, Sendable {
  /// The label of each picture; nil for none.
  package var label: PictureTemplate?
  /// What happens to the labels in a table.
  package var labelsOfTable = LabelsOfTable.insteadOfNone
  /// Where labels go.
  package var labelPosition = LabelPosition.below
  /// The alignment of labels in the width of their cells; nil for ``alignment``.
  package var labelAlignment: Sheet.TextAlignment?
  /// The colour of labels; nil for the colour of all text.
  package var labelColor: Color?
  /// The colour of all lines of a label after the first; nil for the colour of the first.
  package var labelDetailColor: Color?
  /// The maximum number of lines of a label, at least 1; nil for one line more than the template or
  /// the longest label of the table has.
  package var labelLines: Int?

  /// The number of lines of the longest label, up to a limit, if fields of the table have line
  /// breaks; otherwise 0.
  var linesWithFacts = 0

  /// Small text at the top of each page; nil for none.
  ///
  /// One tab divides a line into left and right parts, two into left, middle and right parts.
  package var header: PageTemplate?
  /// Large text above the tiles of each page; nil for none.
  package var title: PageTemplate?
  /// Text below the title about the page's group; nil for the group's name.
  ///
  /// If groups are sections, it is above each section, at the left unless tabs divide it. On pages,
  /// an empty heading is left out.
  package var heading: HeadingTemplate?
  /// Small text at the bottom of each page, divided like the header; nil for none.
  package var footer: PageTemplate?
  /// The time for `{date}`; nil for the time of the run.
  package var date: CivilTime?

  /// What the text is read on, which determines its usual sizes.
  package var medium = TypeMedium.screen
  /// Whether the text is on paper.
  package var areOnPaper: Bool { medium != .screen }
  /// The font, with the size of labels in points, by default 12, and 8 on paper.
  ///
  /// A point is 1/72 inch; a sheet without a resolution has 72 pixels per inch. Without a size,
  /// headings are 18 points and titles 24, or 12 and 20 on A4 paper. If the width of the sheet is
  /// unset, headings are at least a hundredth of the resulting width, and titles at least a
  /// sixtieth.
  package var font = FontChoice.auto
  /// The font of titles, with its size in points; nil for the font of labels.
  ///
  /// Without a size, titles are twice the size of ``font``, if it has one.
  package var titleFont: FontChoice?
  /// The alignment of headers, titles, headings of pages and footers without tabs.
  ///
  /// They are aligned between the edges of the pictures; labels are aligned in their cells.
  package var alignment = Sheet.TextAlignment.center
  /// The colour of all text; nil for black or white, whichever has more contrast.
  package var color: Color?

  /// The text of all pages.
  var ofPages: [(use: TemplateUse, template: PageTemplate)] {
    [(.header, header), (.title, title), (.footer, footer)].compactMap { use, template in
      template.map { (use, $0) }
    }
  }

  var pageKeys: [FactKey] { ofPages.flatMap(\.template.keys) }
}

/// What happens to the labels in a table.
package enum LabelsOfTable: Sendable {
  /// A `label` column provides the labels if there is no template.
  ///
  /// In a table without column names, the second column can only be meant as labels, so these
  /// replace the template.
  case insteadOfNone
  /// Labels in the table replace the template, which only comes from a preset.
  case insteadOfPreset
  /// No image has a label.
  case hidden
}

extension SheetTexts {
  /// Whether labels in a table are shown.
  func showsLabels(of table: PictureTable) -> Bool {
    switch labelsOfTable {
    case .insteadOfNone: label == nil || table.heading == nil
    case .insteadOfPreset: true
    case .hidden: false
    }
  }
}

extension CivilTime {
  /// The date and time to use for the sheets of this run.
  ///
  /// If the environment variable `SOURCE_DATE_EPOCH` is set and not empty, it gives the time, in
  /// seconds since 1970, so that a run can be reproduced. Otherwise the current time is used.
  ///
  /// Source: reproducible-builds.org, "SOURCE_DATE_EPOCH specification".
  ///
  /// - Throws: ``ContactSheetError/sourceDate(_:)`` if the variable is not a whole number.
  package static func ofRun() throws(ContactSheetError) -> CivilTime {
    try stated() ?? CivilTime(secondsSince1970: currentSeconds())
  }

  /// The time given by `SOURCE_DATE_EPOCH`; nil if it is unset or empty.
  ///
  /// - Throws: ``ContactSheetError/sourceDate(_:)`` if the variable is not a whole number.
  package static func stated() throws(ContactSheetError) -> CivilTime? {
    try stated(by: environmentVariable("SOURCE_DATE_EPOCH"))
  }

  static func stated(by sourceDate: String?) throws(ContactSheetError) -> CivilTime? {
    guard let sourceDate, !sourceDate.isEmpty else { return nil }
    let digits =
      sourceDate.utf8.first == UInt8(ascii: "-") ? sourceDate.dropFirst() : sourceDate[...]
    guard digits.utf8.allSatisfy(\.isDigit), let seconds = Int64(sourceDate) else {
      throw .sourceDate(sourceDate)
    }
    return CivilTime(secondsSince1970: seconds)
  }
}
