internal import SheetImaging
internal import SheetLayout
internal import SheetText

/// The shapes of glyphs in a file, each written only once.
struct PDFGlyphs {
  private var references: [GlyphOutline: PDFReference] = [:]

  /// The object that draws a glyph in the current colours, with the em as the unit.
  ///
  /// Source: ISO 32000-1, 8.10, forms.
  fileprivate mutating func reference(
    _ outline: GlyphOutline, in objects: PDFObjects
  ) throws -> PDFReference {
    if let reference = references[outline] { return reference }
    let reference = objects.reference()
    references[outline] = reference
    let (low, high) = outline.bounds
    let box = PDFArea(x: low.x, y: low.y, maxX: high.x, maxY: high.y)
    try objects.write(
      compressing: outline.operators.bytes,
      "/Type/XObject/Subtype/Form/BBox\(box)/Matrix[.001 0 0 .001 0 0]/Resources<<>>", as: reference
    )
    return reference
  }
}

/// The outlines of the text of a page.
struct PDFOutlines {
  /// The operators that draw the text.
  private(set) var operators: PDFSyntax = ""
  /// The glyphs of the page, by the numbers in their names.
  private(set) var glyphs: [PDFReference] = []

  private let size: PDFPageSize
  private let format: PixelFormat
  private var numbers: [PDFReference: Int] = [:]
  /// The colour set by the operators; nil before the first text.
  private var color: [UInt8]?

  /// Whether colours are greys.
  var isGray: Bool { format.channels.isGray }

  /// Starts a page of the given size, for a sheet in the given format.
  init(_ size: PDFPageSize, _ format: PixelFormat) {
    (self.size, self.format) = (size, PixelFormat(format.channels.isGray ? .gray : .rgb, .eight))
  }

  mutating func add(
    _ text: PlacedOutlines, from shapes: inout PDFGlyphs, in objects: PDFObjects
  ) throws {
    let (outlines, area) = (text.outlines, text.area)
    guard !outlines.glyphs.isEmpty || !outlines.underlines.isEmpty else { return }
    set(text.color)
    let clip = size.area(area)
    operators += "q \(rectangle: clip) re W n\n"
    for line in outlines.underlines {
      let line = PixelRect(
        x: area.x + line.x, y: area.y + line.y, width: line.width, height: line.height)
      operators += "\(rectangle: size.area(line)) re f\n"
    }
    // From here on, positions are in ems from the upper left corner of the area.
    let em = outlines.em
    operators += """
      \(size.x(em)) 0 0 \(size.y(0) - size.y(em)) \(clip.x) \(clip.maxY) cm

      """
    var (x, y) = (0.0, 0.0)
    for glyph in outlines.glyphs {
      let reference = try shapes.reference(glyph.outline, in: objects)
      if numbers.updateValue(numbers[reference] ?? glyphs.count, forKey: reference) == nil {
        glyphs.append(reference)
      }
      let (nextX, nextY) = (Self.rounded(glyph.x / em), Self.rounded(-glyph.y / em))
      operators += "1 0 0 1 \(nextX - x) \(nextY - y) cm/G\(numbers[reference] ?? 0) Do\n"
      (x, y) = (nextX, nextY)
    }
    operators += "Q\n"
  }

  /// A position rounded to a ten-thousandth of an em, so that relative positions do not accumulate
  /// errors.
  private static func rounded(_ position: Double) -> Double {
    (position * 10_000).rounded() / 10_000
  }

  /// Sets the colour of fills and strokes.
  private mutating func set(_ color: Color) {
    let pixel = color.pixel(in: format)
    guard pixel != self.color else { return }
    if self.color == nil { operators += "/C cs/C CS 1 J 1 j\n" }
    self.color = pixel
    var samples: PDFSyntax = ""
    for sample in pixel { samples += "\(Double(sample) / 255) " }
    operators += "\(samples)sc \(samples)SC\n"
  }
}

extension GlyphOutline {
  /// The operators that draw the glyph.
  fileprivate var operators: PDFSyntax {
    var syntax: PDFSyntax = ""
    for part in parts {
      if let pen = part.pen { syntax += "\(pen) w " }
      for step in part.steps {
        switch step {
        case .move(let end): syntax += "\(end.x) \(end.y) m "
        case .line(let end): syntax += "\(end.x) \(end.y) l "
        case .curve(let first, let second, let end):
          syntax += "\(first.x) \(first.y) \(second.x) \(second.y) \(end.x) \(end.y) c "
        case .close: syntax += "h "
        }
      }
      syntax += part.pen == nil ? "f\n" : "S\n"
    }
    return syntax
  }
}

extension PDFSyntax.StringInterpolation {
  /// Adds the corner, width and height of a rectangle.
  fileprivate mutating func appendInterpolation(rectangle area: PDFArea) {
    appendInterpolation(
      "\(area.x) \(area.y) \(area.maxX - area.x) \(area.maxY - area.y)" as PDFSyntax)
  }
}
