import ContactSheet

/// Products that a print shop offers.
enum PrintProduct {
  case proof, poster, pocketCards, index

  /// The paper for customers of a country.
  func paper(inNorthAmerica: Bool) -> Sheet.Paper? {
    switch self {
    case .proof: inNorthAmerica ? .letter : .a4
    case .poster: inNorthAmerica ? Sheet.Paper("tabloid") : .a2
    case .pocketCards: inNorthAmerica ? .legal.landscape : .a5
    case .index: .a3.landscape
    }
  }
}

/// A sheet to print for a customer.
func sheet(
  of folder: String, as product: PrintProduct, for customer: String, inNorthAmerica: Bool
) -> Sheet {
  var sheet = Sheet(folder: folder)
  sheet.paper = product.paper(inNorthAmerica: inNorthAmerica)
  sheet.title = customer
  sheet.logo = "studio.png 12mm"
  sheet.header = "{folder}"
  sheet.footer = "Page {page} of {pages}"
  sheet.textAlign = .left
  sheet.quality = 92
  switch product {
  case .proof:
    sheet.margin = Sheet.Margins(horizontal: .millimetres(15), vertical: .centimetres(1))
    sheet.gap = Sheet.Spacing(.points(6))
    sheet.perPage = 35
    sheet.watermark = "PROOF"
  case .poster:
    sheet.layout = .collage
    sheet.pageCount = 1
    sheet.dpi = 150
    sheet.depth = .sixteen
    sheet.margin = 0
  case .pocketCards:
    sheet.layout = .grid(cell: Sheet.Extent(width: .inches(2.5), height: .inches(3.5)))
    sheet.gap = 0
    sheet.scale = .fill
    sheet.firstCell = 3
    sheet.frame = Sheet.Line(width: .points(0.5))
  case .index:
    sheet.label = "{index} {name}"
    sheet.labelLines = 2
    sheet.numberFrom = 100
    sheet.binding = .millimetres(8)
  }
  return sheet
}

/// Makes room for a clip at the top, or at the left.
func makeRoom(for clip: Sheet.Length, atTop: Bool, on sheet: inout Sheet) {
  var margin = sheet.margin ?? Sheet.Margins(.millimetres(10))
  if atTop { margin.top = clip } else { margin.left = clip }
  sheet.margin = margin
}

/// The note about margins on a print shop's job ticket.
func ticket(of sheet: Sheet) -> String {
  sheet.margin.map { "margins: \($0.description)" } ?? "usual margins"
}

/// Exchanges the margins at opposite edges, for the back of a page.
func flip(_ sheet: inout Sheet) {
  guard let margin = sheet.margin else { return }
  sheet.margin = Sheet.Margins(
    top: margin.bottom, right: margin.left, bottom: margin.top, left: margin.right)
  sheet.gap = Sheet.Spacing(horizontal: .points(6), vertical: .points(9))
  sheet.gap?.vertical = .points(12)
  sheet.gap?.horizontal = .points(8)
}

/// A long picture for a web page, as wide as a column and no taller than browsers accept.
func strip(of folder: String, width: Int) -> Sheet {
  var sheet = Sheet(folder: folder)
  sheet.size = Sheet.Extent(width: .pixels(width))
  if width < 400 { sheet.size?.width = 400 }
  if width > 2000 { sheet.size?.height = 3000 }
  sheet.maxHeight = 16_000
  sheet.compression = 9
  sheet.sharpen = 0.5
  return sheet
}
