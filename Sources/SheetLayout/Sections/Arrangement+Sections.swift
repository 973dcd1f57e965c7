extension Arrangement {
  /// Puts sections one under the other, each under its heading.
  ///
  /// - Parameters:
  ///   - sections: At least one section with its own arrangement, in order.
  ///   - spacing: The heights of headings and of the gaps around them.
  public init(
    stacking sections: [(part: SectionPart, arrangement: Arrangement)], spacing: SectionSpacing
  ) {
    let width = sections.reduce(0) { max($0, $1.arrangement.size.width) }
    self.init(size: Size(width: width, height: 0), frames: [], strips: [])
    var y = 0.0
    for (part, arrangement) in sections {
      let first = frames.count
      headings.append(
        SectionHeading(
          area: Rect(x: 0, y: y, width: width, height: spacing.heading),
          over: SectionPart(
            items: first..<first + part.items.count, section: part.section,
            isContinued: part.isContinued)))
      let moved = arrangement.moved(by: Point(x: 0, y: y + spacing.room), onto: arrangement.size)
      frames += moved.frames
      strips += moved.strips.map { $0.moved(by: first) }
      matrices += moved.matrices
      size.height = y + spacing.room + arrangement.size.height
      y = size.height + spacing.above
      rows = arrangement.rows.map { (rows ?? 0) + $0 }
      columns = arrangement.columns.map { max(columns ?? 0, $0) }
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
