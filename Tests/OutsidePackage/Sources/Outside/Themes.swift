import ContactSheet

/// The look of a sheet, as an application lets its users choose it.
enum Theme: CaseIterable {
  case light, dark, sprites, photographs

  /// Applies the theme.
  func apply(to sheet: inout Sheet) {
    switch self {
    case .light:
      sheet.background = .white
      sheet.border = Sheet.Line(width: 1, color: Sheet.Color("#ccc"))
      sheet.edge = .none
    case .dark:
      sheet.background = .color(Sheet.Color(red: 0.1, green: 0.1, blue: 0.12))
      sheet.cellBackground = .black
      sheet.frame = Sheet.Line(width: .pixels(2), color: .black)
      sheet.labelColor = .white
      sheet.labelDetailColor = Sheet.Color(red: 1, green: 1, blue: 1, alpha: 0.6)
    case .sprites:
      // Transparent pixels stay transparent on the sheet, and show squares in its cells.
      sheet.background = .clear
      sheet.cellBackground = .checker
      sheet.cellBackgrounds = [Sheet.Rule(.name("dark/*"), .black)]
      sheet.upscale = .factor(4)
      sheet.filter = .nearest
    case .photographs:
      sheet.background = .squares(.white, Sheet.Color(red: 0.95, green: 0.95, blue: 0.95))
      sheet.shadow = Sheet.Line(width: 12)
      sheet.radius = 6
      sheet.padding = 8
      sheet.font = "Noto Sans 10"
      sheet.titleFont = "Noto Serif 24"
      sheet.labelAlign = .left
    }
    if sheet.textColor == nil, let text = readableColor(on: sheet.background) {
      sheet.textColor = text
    }
  }
}

/// Black or white, whichever is easier to read on a backdrop; nil if it is transparent.
func readableColor(on backdrop: Sheet.Backdrop) -> Sheet.Color? {
  let color: Sheet.Color
  switch backdrop {
  case .color(let plain): color = plain
  case .squares(let first, _): color = first
  }
  guard color != .clear, color.alpha > 0.5 else { return nil }
  return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.5 ? .black : .white
}

/// The same line in print: half a point instead of a pixel, and black unless it has a colour.
func printed(_ line: Sheet.Line) -> Sheet.Line {
  var line = line
  if line.width == 1 { line.width = .points(0.5) }
  line.color = line.color ?? .black
  return line
}
