extension Arrangement {
  /// Puts sections one under the other, each under its heading.
  ///
  /// - Parameters:
  ///   - sections: At least one section with its own arrangement, in order.
  ///   - spacing: The heights of headings and of the gaps around them.
  public init(
    stacking sections: [(part: SectionPart, arrangement: Arrangement)], spacing: SectionSpacing
  ) {
    self.init(stackingBands: sections.map { ([$0.part], $0.arrangement) }, spacing: spacing)
  }

  /// Puts sections one under the other, and those of one band beside each other; each has its heading
  /// over its own items.
  ///
  /// - Parameters:
  ///   - bands: At least one band, each with the sections that stand in it and the arrangement of all
  ///     their items: one row, if there are several.
  ///   - spacing: The heights of headings and of the gaps around them.
  public init(
    stackingBands bands: [(parts: [SectionPart], arrangement: Arrangement)], spacing: SectionSpacing
  ) {
    let width = bands.reduce(0) { max($0, $1.arrangement.size.width) }
    self.init(size: Size(width: width, height: 0), frames: [], strips: [])
    var y = 0.0
    for (parts, arrangement) in bands {
      let first = frames.count
      let moved = arrangement.moved(by: Point(x: 0, y: y + spacing.room), onto: arrangement.size)
      frames += moved.frames
      strips += moved.strips.map { $0.moved(by: first) }
      matrices += moved.matrices
      let band = Rect(x: 0, y: y, width: width, height: spacing.heading)
      headings += headings(of: parts, from: first, in: band)
      size.height = y + spacing.room + arrangement.size.height
      y = size.height + spacing.above
      rows = arrangement.rows.map { (rows ?? 0) + $0 }
      columns = arrangement.columns.map { max(columns ?? 0, $0) }
    }
  }

  /// The headings of the sections of a band, whose items begin with one of this arrangement.
  private func headings(
    of parts: [SectionPart], from first: Int, in band: Rect
  ) -> [SectionHeading] {
    var start = first
    return parts.enumerated().map { index, part in
      let part = part.moved(by: start - part.items.lowerBound)
      start = part.items.upperBound
      var heading = SectionHeading(area: band, over: part)
      heading.isBeside = index < parts.count - 1
      guard parts.count > 1 else { return heading }
      heading.area.origin.x = frames[part.items.lowerBound].minX
      let end = heading.isBeside ? frames[part.items.upperBound - 1].maxX : band.maxX
      heading.area.size.width = end - heading.area.minX
      return heading
    }
  }

  /// The area that all frames and headings take, as wide as the frames.
  var coveredArea: Rect {
    let left = frames.map(\.minX).min() ?? 0
    let right = frames.map(\.maxX).max() ?? 0
    let vertical = frames + headings.map(\.area)
    let top = vertical.map(\.minY).min() ?? 0
    let bottom = vertical.map(\.maxY).max() ?? 0
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The same frames on a sheet that begins above the first and ends below the last of them.
  public var trimmed: Arrangement {
    let area = coveredArea
    return moved(
      by: Point(x: 0, y: -area.minY), onto: Size(width: size.width, height: area.height))
  }
}
