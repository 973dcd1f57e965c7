package import SheetImaging
package import SheetLayout
internal import SheetModel

/// The decoration around the pictures of a sheet; none by default.
package struct Decoration: Equatable, Sendable {
  /// The space inside each cell, or inside its frame, in pixels; not negative.
  package var padding: Int
  /// A line around each picture, outside its pixels; nil for none.
  package var border: Border?
  /// The width reserved for borders if single pictures have borders wider than the sheet's; 0 if
  /// none has.
  package var borderRoom: Int
  /// A line around each cell, at its edge; nil for none.
  package var frame: Border?
  /// The radius of rounded corners in pixels; not negative.
  ///
  /// It applies to frames and to the backgrounds of cells or, if there is no frame, to pictures and
  /// their borders. A frame clips its content at its corners.
  package var radius: Int
  /// A shadow below the frame, or below each picture if there is no frame; nil for none.
  package var shadow: Shadow?

  /// Creates a decoration; without arguments, an empty one.
  ///
  /// - Precondition: Padding and radius are not negative.
  package init(
    padding: Int = 0, border: Border? = nil, borderRoom: Int = 0, frame: Border? = nil,
    radius: Int = 0,
    shadow: Shadow? = nil
  ) {
    precondition(
      padding >= 0 && radius >= 0 && borderRoom >= 0, "decoration of negative size")
    self.padding = padding
    self.border = border
    self.borderRoom = borderRoom
    self.frame = frame
    self.radius = radius
    self.shadow = shadow
  }

  /// The width of the widest border that a cell has room for.
  var widestBorder: Int { max(border?.width ?? 0, borderRoom) }

  /// The room that the decoration and a label take up in a cell.
  package func room(label: CellDecoration.Label? = nil) -> CellDecoration {
    CellDecoration(
      frameWidth: frame?.width ?? 0, padding: padding,
      borderWidth: widestBorder,
      shadow: shadow.map { .init(under: frame == nil ? .picture : .frame, reach: $0.reach) },
      label: label)
  }

  /// How far a label on the bottom edge of a picture is inset.
  ///
  /// The space beside its text equals the space above and below the text within the line, and
  /// rounded corners do not clip the text.
  ///
  /// - Parameters:
  ///   - width: The width of the label's area in pixels.
  ///   - size: The em of the label in pixels.
  /// - Returns: The inset on either side, in pixels.
  package func labelInset(width: Int, size: Double) -> Int {
    let radius = Double(min(radius, width / 2))
    // The baseline is about a quarter of a line above the edge; the inset is the width of the round
    // corner at that height.
    let height = Double(TypeScale.lineHeight(size)) / 4
    let least = max(2, Int(height))
    guard height < radius else { return min(least, width / 3) }
    let rest = radius - height
    let taken = radius - (radius * radius - rest * rest).squareRoot()
    return max(min(Int(taken) + 2, width / 4), min(least, width / 3))
  }

  /// The colours of everything drawn; a sheet can be grey only if all of these colours are.
  package var colors: [Color] {
    [border?.color, frame?.color, shadow?.color].compactMap(\.self)
  }

  /// Whether nothing is drawn; padding alone is invisible.
  package var isInvisible: Bool { !isAroundAll && borderRoom == 0 }

  /// Whether every picture has visible decoration.
  var isAroundAll: Bool { border != nil || frame != nil || radius > 0 || shadow != nil }
}

/// A line around a picture (its border) or a cell (its frame).
///
/// It is written as `2`, `2 silver` or `2,#ccc`: a width in whole pixels, then an optional colour.
package struct Border: Equatable, Sendable {
  /// The default colour: a grey that is visible on white and on black.
  package static let defaultColor = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 128.0 / 255)

  /// The width in pixels, at least 1.
  package let width: Int
  /// The colour, blended over the pixels under the line.
  package let color: Color

  /// Creates a line; nil if the width is not in `1...PixelExtent.maximumSide`.
  package init?(width: Int, color: Color = Border.defaultColor) {
    guard 1...PixelExtent.maximumSide ~= width else { return nil }
    self.init(known: width, color)
  }

  private init(known width: Int, _ color: Color) { (self.width, self.color) = (width, color) }

  /// The em of labels, as a multiple of the width of a hairline.
  private static let emsPerHairline = 24.0

  /// A faint line that is visible on a background.
  ///
  /// - Parameters:
  ///   - background: The colour of the background.
  ///   - em: The size of labels in pixels.
  /// - Returns: A line of black or white, whichever is visible.
  package static func hairline(on background: Color, em: Double) -> Border {
    let ink = background.inkToReadOn
    // Screens hardly distinguish the darkest values, so white needs more opacity.
    return Border(
      known: max(1, Int(em / emsPerHairline)), ink.withAlpha(ink == .black ? 0.15 : 0.38))
  }
}

extension Border: LosslessStringConvertible {
  /// Parses `WIDTH`, `WIDTH COLOR` or `WIDTH,COLOR`.
  package init?(_ text: String) {
    guard let parsed = text.lengthAndColor else { return nil }
    self.init(width: parsed.pixels, color: parsed.color ?? Self.defaultColor)
  }

  /// The width and the colour, rounded to 8 bits per component.
  package var description: String { "\(width) \(color.hexadecimal)" }
}

/// A soft shadow, slightly below what casts it.
///
/// It is written as `8`, `8 #0008` or `8,navy`: its extent in whole pixels, then an optional
/// colour.
package struct Shadow: Equatable, Sendable {
  /// The default colour: black at 40 % opacity.
  package static let defaultColor = Color(red: 0, green: 0, blue: 0, alpha: 0.4)

  /// The maximum size in pixels, far beyond what still looks like a shadow.
  package static let maximumSize = 256

  /// How far the shadow extends to the left and right, in pixels: 1 to ``maximumSize``.
  package let size: Int
  /// The colour of the darkest part of the shadow.
  package let color: Color

  /// Creates a shadow; nil if the size is not in `1...maximumSize`.
  package init?(size: Int, color: Color = Shadow.defaultColor) {
    guard 1...Self.maximumSize ~= size else { return nil }
    self.size = size
    self.color = color
  }

  /// How far the shadow is offset downwards, in pixels: a quarter of its size.
  package var drop: Int { (size + 2) / 4 }

  /// How far the shadow extends beyond each side of what casts it.
  var reach: PixelInsets {
    PixelInsets(top: size - drop, left: size, bottom: size + drop, right: size)
  }
}

extension Shadow: LosslessStringConvertible {
  /// Parses `SIZE`, `SIZE COLOR` or `SIZE,COLOR`.
  package init?(_ text: String) {
    guard let parsed = text.lengthAndColor else { return nil }
    self.init(size: parsed.pixels, color: parsed.color ?? Self.defaultColor)
  }

  /// The size and the colour, rounded to 8 bits per component.
  package var description: String { "\(size) \(color.hexadecimal)" }
}

extension String {
  /// A whole number of pixels with an optional colour, as in plans for borders and shadows: `N`, `N
  /// COLOR` or `N,COLOR`; nil if malformed.
  fileprivate var lengthAndColor: (pixels: Int, color: Color?)? {
    guard let (digits, color) = dividedAtColor, let pixels = Int(digits: digits) else { return nil }
    return (pixels, color)
  }
}
