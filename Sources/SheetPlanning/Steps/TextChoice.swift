internal import SheetLayout
internal import SheetPlans
internal import SheetText

/// The decisions about text, and the gap, on which the layout of a sheet depends.
struct TextChoice: Equatable {
  /// The gap, narrower than usual because cells are small; nil for the job's gap.
  var gap: PixelSpacing?
  /// The width of the sheet with which headings and titles grow; nil if they do not grow.
  var width: Int?
  /// The factor by which labels are larger than usual on a poster; nil if they are not.
  var labelGrowth: Double?
  /// The type of labels; nil for the full size.
  var labelType: LabelType?
  /// How much room labels get on a small page, where pictures need it.
  var labelRoom = LabelRoom.usual
  /// The type of labels with the least room if they have one more line than their template;
  /// otherwise nil.
  var secondLine: LabelType?
  /// The width of cells at which all labels are legible; 0 if cells are already wide enough.
  var frameWidth = 0
  /// How many more lines section headings have than their template.
  var moreHeadingLines = 0
  /// The minimum width of cells for labels, if all labels are narrower than the usual minimum;
  /// otherwise nil.
  var labelWidth: Int?
  /// The width of the widest label beside a picture, with the gaps before and after it, if it needs
  /// less than the usual width; otherwise nil.
  var narrowWidthBeside: Int?
  /// The width of a label beside its picture, with the gap between them, in given columns; nil if
  /// labels do not get the width that pictures leave.
  var widthBeside: Int?
  /// The widths of section headings next to other sections; empty if sections are wide enough.
  var headingWidths: [HeadingWidths] = []
  /// The number of rows of colour scales at the foot of pages; nil for one row until pages turn out
  /// to be too narrow for that.
  var colorScaleRows: Int?
  /// The extra heights of text on pages that is broken into more lines.
  var textHeights: [TextRole: Int] = [:]
  /// Whether text on pages keeps the line breaks of fields of a table.
  var keepsLines = true
  /// Whether sections in shared rows are only one gap apart, because the page has no room for more.
  var isTight = false
  /// The font of all text; nil if the font of other text also suits labels.
  var font: FontChoice?

  /// Whether a sheet that followed other decisions must be laid out again.
  func needsLayout(after other: TextChoice, _ headings: [PlacedHeading]) -> Bool {
    var widened = other
    widened.headingWidths = headingWidths
    return widened != self
      || !headingWidths.isEmpty
        && headings.contains { heading in
          heading.sharedWidth.map { Double($0) < headingWidths[heading.part.section].wrapped }
            ?? false
        }
  }
}

/// How much room labels get; they shrink before pictures become smaller than their labels.
enum LabelRoom: Int {
  /// As large as the type size and line count require.
  case usual
  /// The smallest legible type, in the number of lines of the template, or in one more if pictures
  /// hardly become smaller.
  case least
  /// No room.
  case none
}
