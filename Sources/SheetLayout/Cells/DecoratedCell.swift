extension CellDecoration {
  /// The part of this decoration that fits into a cell of `size`, by the precedence of
  /// ``DecoratedCell``.
  ///
  /// At least one pixel is left for the picture.
  ///
  /// - Precondition: the size is at least one pixel each way, and no number is negative.
  fileprivate func fitted(in size: PixelSize) -> CellDecoration {
    precondition(size.width > 0 && size.height > 0, "a cell without pixels")
    precondition(
      [frameWidth, padding, borderWidth, label?.height ?? 0, label?.gap ?? 0].allSatisfy {
        $0 >= 0
      },
      "decoration of negative size")
    // The most important part comes first: each part takes from the room that earlier parts leave.
    var fitted = CellDecoration()
    fitted.frameWidth = min(frameWidth, fitted.free(in: size) / 2)
    fitted.borderWidth = min(borderWidth, fitted.free(in: size) / 2)
    fitted.shadow = shadow
    if !fitted.fits(in: size) { fitted.shadow = nil }
    fitted.padding = fitted.padding(upTo: padding, in: size)
    fitted.label = label
    if !fitted.fits(in: size) { fitted.label = nil }
    return fitted
  }

  /// The pixels that are free along the tighter axis, without the one that the picture keeps.
  private func free(in size: PixelSize) -> Int {
    min(size.width - insets.horizontal, size.height - insets.vertical) - 1
  }

  private func fits(in size: PixelSize) -> Bool {
    free(in: size) >= 0
  }

  /// The widest padding that fits.
  private func padding(upTo limit: Int, in size: PixelSize) -> Int {
    var decoration = self
    // A search by halves: a division would not do, because padding under a shadow takes no room.
    return (0..<max(0, min(limit, size.width)) + 1).lastMeeting {
      decoration.padding = $0
      return decoration.fits(in: size)
    }
  }
}

/// A cell with the decoration that it has room for, and the area left for the picture.
package struct DecoratedCell: Hashable, Sendable {
  /// The whole cell.
  package let cell: PixelRect
  /// The part of the decoration that fits.
  package let decoration: CellDecoration

  /// Decorates a cell.
  ///
  /// If there is not room for everything, the label goes first. Then the padding gets narrower, the
  /// shadow goes, and the border gets narrower; the frame is last. A label stays if the cell is too
  /// narrow rather than too low, as removing it would not help. The picture keeps at least one
  /// pixel.
  ///
  /// - Precondition: the cell has at least one pixel each way, and no number of the decoration
  ///   is negative.
  package init(_ cell: PixelRect, _ decoration: CellDecoration) {
    self.cell = cell
    self.decoration = decoration.fitted(in: cell.size)
  }

  /// The outer edge of the frame: the cell without the shadow of the frame.
  package var frame: PixelRect {
    cell.inset(by: decoration.reach(under: .frame))
  }

  /// The area for the picture, without its border; at least one pixel.
  package var pictureArea: PixelRect {
    cell.inset(by: decoration.insets)
  }

  /// ``pictureArea``, cut off at a label that is lower than its room, or away from the cell's edge.
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
    case .over, nil: break
    }
    return area
  }

  /// The room for the label, at the edge of the cell; nil if there is no label, or no room.
  ///
  /// It is as wide as the inside of the padding. Over a picture it lies at the lower edge of the
  /// picture's area and is no higher than that.
  package var labelRoom: PixelRect? {
    guard let label = decoration.label, label.height > 0 else { return nil }
    let isOver = label.position == .over
    var room =
      isOver
      ? pictureArea : frame.inset(by: PixelInsets(decoration.frameWidth + decoration.padding))
    let height = isOver ? min(label.height, room.height) : label.height
    if label.position != .above { room.y = room.maxY - height }
    room.height = height
    return room
  }

  /// The area of the label of a picture that covers `image`; nil if ``labelRoom`` is nil.
  ///
  /// The distance of a label from the picture is its gap, or the picture's shadow if that is wider.
  /// If the picture leaves part of the cell empty, the label stands at the picture, not at the
  /// cell's edge. A label over a picture lies on it, unless that would leave little of it.
  package func label(at image: PixelRect) -> PixelRect? {
    guard let label = decoration.label, var area = labelRoom else { return nil }
    let box = borderBox(around: image)
    let shadow = decoration.reach(under: .picture)
    switch label.position {
    case .below:
      area.y = min(area.y, box.maxY + max(label.gap, shadow.bottom))
    case .above:
      area.y = max(area.y, box.y - max(label.gap, shadow.top) - area.height)
    case .over:
      guard min(image.width, image.height) >= 2 * area.height else { return area }
      area = PixelRect(
        x: image.x, y: image.maxY - area.height, width: image.width, height: area.height)
    }
    return area
  }

  /// The outer edge of the border around a picture that stands at `image`.
  package func borderBox(around image: PixelRect) -> PixelRect {
    image.outset(by: decoration.borderWidth)
  }
}
