extension CellDecoration {
  /// The part of this decoration that fits into a cell of `size`; the initializer of
  /// ``DecoratedCell`` says what is dropped first.
  ///
  /// At least one pixel is left for the picture.
  ///
  /// - Precondition: The width and height are at least one pixel, and no number is negative.
  fileprivate func fitted(in size: PixelSize) -> CellDecoration {
    precondition(size.width > 0 && size.height > 0, "a cell without pixels")
    precondition(
      [frameWidth, padding, borderWidth, label?.height ?? 0, label?.gap ?? 0].allSatisfy {
        $0 >= 0
      },
      "decoration of negative size")
    // The most important parts of the decoration come first, and each may use the room that the
    // earlier ones leave.
    var fitted = CellDecoration()
    fitted.frameWidth = min(frameWidth, fitted.free(in: size) / 2)
    fitted.borderWidth = min(borderWidth, fitted.free(in: size) / 2)
    fitted.shadow = shadow
    if !fitted.fits(in: size) { fitted.shadow = nil }
    fitted.padding = fitted.padding(upTo: padding, in: size)
    fitted.strip = strip
    if !fitted.fits(in: size) { fitted.strip = nil }
    fitted.label = label
    if !fitted.fits(in: size) { fitted.label = nil }
    return fitted
  }

  /// The number of free pixels along the tighter axis, not counting the one kept for the picture.
  private func free(in size: PixelSize) -> Int {
    min(size.width - insets.horizontal, size.height - insets.vertical) - 1
  }

  private func fits(in size: PixelSize) -> Bool {
    free(in: size) >= 0
  }

  /// The widest padding that fits.
  private func padding(upTo limit: Int, in size: PixelSize) -> Int {
    var decoration = self
    // Padding under a shadow takes no extra room, so dividing the free pixels would not give the
    // answer.
    return (0..<max(0, min(limit, size.width)) + 1).lastMeeting {
      decoration.padding = $0
      return decoration.fits(in: size)
    }
  }
}

/// A cell with as much decoration as it has room for, and the area left for the picture.
package struct DecoratedCell: Hashable, Sendable {
  /// The whole cell.
  package let cell: PixelRect
  /// The part of the decoration that fits.
  package let decoration: CellDecoration

  /// Decorates a cell.
  ///
  /// If there is not enough room for everything, the label is dropped first, and then the strip of
  /// details; then the padding shrinks, the shadow is dropped, and finally the border and the frame
  /// shrink. If the cell is too narrow rather than too short, the label stays, as removing it would
  /// not help. The picture keeps at least one pixel.
  ///
  /// - Precondition: The cell is at least one pixel wide and high, and no number of the decoration
  ///   is negative.
  package init(_ cell: PixelRect, _ decoration: CellDecoration) {
    self.cell = cell
    self.decoration = decoration.fitted(in: cell.size)
  }

  /// The outer edge of the frame: the cell without the shadow of the frame.
  package var frame: PixelRect {
    cell.inset(by: decoration.reach(under: .frame))
  }

  /// The area for the picture, without its border, and for its strip of details, without the
  /// strip's fixed part; at least one pixel.
  package var pictureArea: PixelRect {
    cell.inset(by: decoration.insets)
  }

  /// ``pictureArea``, adjusted to end at the label, which may be shorter than its room or have
  /// moved away from the cell's edge.
  package func pictureArea(besideLabel label: PixelRect?) -> PixelRect {
    var area = pictureArea
    guard let label, let room = labelRoom else { return area }
    switch decoration.label?.position {
    case .below:
      area.height -= min(area.height - 1, room.y - label.y)
    case .above:
      let taken = min(area.height - 1, label.maxY - room.maxY)
      area.y += taken
      area.height -= taken
    case .over, .overTop, .left, .right, nil: break
    }
    return area
  }

  /// The room for the label, at the edge of the cell; nil if there is no label, or no room.
  ///
  /// It is as wide as the area inside the padding, or as tall if the label is beside the picture. A
  /// label over the picture lies at the bottom or at the top of the picture's area, and is no
  /// taller than this area.
  package var labelRoom: PixelRect? {
    guard let label = decoration.label, label.hasRoom else { return nil }
    let isOver = label.position.isOver
    var room =
      isOver
      ? pictureArea : frame.inset(by: PixelInsets(decoration.frameWidth + decoration.padding))
    if label.position.isBeside {
      if label.position == .right { room.x = room.maxX - label.width }
      room.width = label.width
      return room
    }
    let height = isOver ? min(label.height, room.height) : label.height
    if label.position == .below || label.position == .over { room.y = room.maxY - height }
    room.height = height
    return room
  }

  /// Where the label goes if the picture covers `image`; nil if ``labelRoom`` is nil.
  ///
  /// The label is one gap away from the picture or, if the picture's shadow reaches farther, as far
  /// away as the shadow reaches. A strip of details counts as part of the picture, unless the label
  /// lies over the picture. If the picture leaves part of the cell empty, the label stays
  /// close to the picture, not at the cell's edge. A label over the picture lies on it unless that
  /// would leave little of the picture visible.
  package func label(at image: PixelRect) -> PixelRect? {
    guard let label = decoration.label, var area = labelRoom else { return nil }
    let box = borderBox(around: decoration.strip?.block(around: image) ?? image)
    let shadow = decoration.reach(under: .picture)
    switch label.position {
    case .below:
      area.y = min(area.y, box.maxY + max(label.gap, shadow.bottom))
    case .above:
      area.y = max(area.y, box.y - max(label.gap, shadow.top) - area.height)
    // Labels beside pictures stay aligned in a column, however wide the pictures are.
    case .left, .right: break
    case .over, .overTop:
      guard min(image.width, image.height) >= 2 * area.height else { return area }
      area = PixelRect(
        x: image.x, y: label.position == .over ? image.maxY - area.height : image.y,
        width: image.width, height: area.height)
    }
    return area
  }

  /// The outer edge of the border around a picture drawn at `image`.
  package func borderBox(around image: PixelRect) -> PixelRect {
    image.outset(by: decoration.borderWidth)
  }
}
