/// The frames of all items on a sheet: what every layout returns.
package struct Arrangement: Equatable, Sendable {
  /// The size of the sheet without margins.
  package var size: Size
  /// One frame per item, in the order of the items.
  package var frames: [Rect]
  /// The horizontal strips that the sheet divides into, from top to bottom.
  ///
  /// Every item belongs to exactly one of them.
  package var strips: [Strip]
  /// The number of rows, empty ones included; nil if the layout has none.
  package var rows: Int?
  /// The number of columns; nil if the layout has none.
  package var columns: Int?
  /// The headings of sections, from top to bottom; empty if there are none.
  ///
  /// If there are headings, every item belongs to a section that has one.
  package var headings: [HeadedArea]
  /// The headings beside the items of matrices, one block per section; empty for other layouts.
  package var matrices: [MatrixBlock]

  package init(
    size: Size, frames: [Rect], strips: [Strip], rows: Int? = nil, columns: Int? = nil,
    headings: [HeadedArea] = [], matrices: [MatrixBlock] = []
  ) {
    (self.size, self.frames, self.strips, self.rows) = (size, frames, strips, rows)
    (self.columns, self.headings, self.matrices) = (columns, headings, matrices)
  }
}

extension Arrangement {
  /// The frames on a sheet of another size, all moved by the same distance.
  ///
  /// Headings move with them, and extend to the new right edge unless another section shares their
  /// row.
  package func moved(by distance: Point, onto size: Size) -> Arrangement {
    Arrangement(
      size: size, frames: frames.map { $0.moved(by: distance) },
      strips: strips.map { $0.moved(down: distance.y) }, rows: rows, columns: columns,
      headings: headings.map { section in
        var moved = section.moved(by: distance)
        guard !section.isBeside, var heading = moved.heading else { return moved }
        heading.origin.x = max(0, heading.minX)
        heading.size.width = size.width - heading.minX
        moved.heading = heading
        return moved
      }, matrices: matrices.map { $0.moved(by: distance) })
  }

  /// The frames mirrored from left to right on the sheet; there must be no headings.
  package var mirrored: Arrangement {
    var mirrored = self
    for item in frames.indices { mirrored.frames[item].origin.x = size.width - frames[item].maxX }
    return mirrored
  }

  /// The frames centred on a sheet of another size.
  ///
  /// The bounding box of all frames and headings is centred.
  package func centered(on size: Size) -> Arrangement {
    let area = coveredArea
    let distance = Point(
      x: (size.width - area.minX - area.maxX) / 2, y: (size.height - area.minY - area.maxY) / 2)
    return moved(by: distance, onto: size)
  }
}

extension Arrangement {
  /// The arrangement with its last row centred, moved by a whole number of pixels; unchanged if an
  /// item in that row also covers cells of another row.
  package var withLastRowCentered: Arrangement {
    guard let last = strips.last, last.rows == 1, !last.items.isEmpty else { return self }
    let row = frames[last.items]
    let left = row.reduce(.infinity) { min($0, $1.minX) }
    let right = row.reduce(0) { max($0, $1.maxX) }
    let distance = ((size.width - right - left) / 2).rounded(.down)
    var centered = self
    for item in last.items { centered.frames[item].origin.x += distance }
    return centered
  }

  /// How far strips must move apart for the arrangement to reach a height: at most `limit`, and 0 if
  /// there are fewer than two strips.
  package func distanceToAdd(toReach height: Double, atMost limit: Double) -> Double {
    guard strips.count > 1 else { return 0 }
    return max(0, min((height - size.height) / Double(strips.count - 1), limit))
  }

  /// The arrangement with the distances between its strips increased; it must have no headings.
  package func spread(by distance: Double) -> Arrangement {
    var spread = self
    for (index, strip) in strips.enumerated() {
      let down = distance * Double(index)
      spread.strips[index] = strip.moved(down: down)
      for item in strip.items { spread.frames[item].origin.y += down }
      spread.size.height = size.height + down
    }
    return spread
  }
}

extension Arrangement {
  /// The arrangement without some of its items, whose cells stay empty; it must have no headings.
  package func removing(_ isRemoved: (_ item: Int) -> Bool) -> Arrangement {
    var rest = self
    (rest.frames, rest.strips) = ([], [])
    for strip in strips {
      let first = rest.frames.count
      for item in strip.items where !isRemoved(item) { rest.frames.append(frames[item]) }
      if rest.frames.count == first { continue }
      var own = strip
      own.items = first..<rest.frames.count
      rest.strips.append(own)
    }
    return rest
  }
}

/// Consecutive items in a horizontal band of the sheet that no other item reaches into.
///
/// A row of a grid and a layer of a tiered grid are strips. Gaps between rows belong to no
/// strip.
package struct Strip: Equatable, Sendable {
  /// The items in the strip.
  package var items: Range<Int>
  /// The top edge.
  package var minY: Double
  /// The bottom edge.
  package var maxY: Double
  /// The number of rows in the strip; more than one if items span several.
  package var rows = 1

  /// Creates a strip of consecutive items between two edges.
  package init(items: Range<Int>, minY: Double, maxY: Double, rows: Int = 1) {
    (self.items, self.minY, self.maxY, self.rows) = (items, minY, maxY, rows)
  }

  /// The distance between the edges.
  package var height: Double { maxY - minY }

  /// The strip with the indices of its items moved by `distance`.
  func moved(by distance: Int) -> Strip {
    var strip = self
    strip.items = items.moved(by: distance)
    return strip
  }

  /// The strip moved down the sheet by `distance`.
  func moved(down distance: Double) -> Strip {
    var strip = self
    strip.minY += distance
    strip.maxY += distance
    return strip
  }

  /// Divides frames into strips: a strip ends where no later frame begins above its bottom.
  package static func strips(between frames: [Rect]) -> [Strip] {
    var nextTops = frames.map(\.minY)
    for index in nextTops.indices.dropLast().reversed() {
      nextTops[index] = min(nextTops[index], nextTops[index + 1])
    }
    var strips: [Strip] = []
    var (first, top, bottom) = (0, Double.infinity, 0.0)
    for (index, frame) in frames.enumerated() {
      (top, bottom) = (min(top, frame.minY), max(bottom, frame.maxY))
      let next = index + 1
      guard next == frames.count || nextTops[next] >= bottom - ShortestColumn.resolution
      else { continue }
      strips.append(Strip(items: first..<next, minY: top, maxY: bottom))
      (first, top, bottom) = (next, .infinity, 0)
    }
    return strips
  }

  /// The rows of cells in a grid with this many columns; the cells of a row are equally tall.
  static func rows(of cells: [Rect], columns: Int) -> [Strip] {
    stride(from: 0, to: cells.count, by: columns).map { start in
      Strip(
        items: start..<min(start + columns, cells.count), minY: cells[start].minY,
        maxY: cells[start].maxY)
    }
  }
}

/// Consecutive items that are laid out on one sheet of several.
package struct Page: Equatable, Sendable {
  /// The items on the page, by their indices in the whole list.
  package var items: Range<Int>
  /// The frames on the page; indices count from the first item of the page.
  package var arrangement: Arrangement

  package init(items: Range<Int>, arrangement: Arrangement) {
    (self.items, self.arrangement) = (items, arrangement)
  }
}

extension Arrangement {
  /// Divides the items into pages of at most `maximumHeight` pixels.
  ///
  /// Pages break only between strips and are filled in order. The first strip of a page is at its
  /// top, or under the repeated heading of its section. The page ends at the bottom of its last
  /// strip. An arrangement that fits on one page is unchanged. Without items there are no pages.
  ///
  /// - Throws: ``LayoutError/rowTooTall(_:limit:)`` if a strip is taller than a page, or an error
  ///   if `maximumHeight` is not positive or not finite.
  package func pages(
    maximumHeight: Double, leastRows: Int = 1
  ) throws(LayoutError) -> [Page] {
    try check(maximumHeight, positive: .pageHeight)
    // Rounding errors in sums must not change the number of whole pixels.
    if !frames.isEmpty, size.height <= maximumHeight + 1e-6 {
      return [Page(items: 0..<frames.count, arrangement: self)]
    }
    // The strips that begin a section, or several sections side by side.
    let firsts = Set(headings.map(\.part.items.lowerBound))
    let starts = strips.indices.filter { $0 == 0 || firsts.contains(strips[$0].items.lowerBound) }
    let sections = zip(starts, starts.dropFirst() + [strips.count]).map {
      SectionPart(items: $0..<$1)
    }
    // All headings are equally tall, and equally far from the strips below them.
    let room = headings.first?.heading.map { strips[0].minY - $0.minY } ?? 0
    let above = starts.dropFirst().first.map { strips[$0].minY - room - strips[$0 - 1].maxY } ?? 0
    let spacing = HeadingSpacing(heading: room, above: above)
    return try PageCutter(height: maximumHeight, spacing, leastBands: leastRows).pages(
      of: sections
    ) {
      rest, free, isFirst throws(LayoutError) in
      let first = strips[rest.items.lowerBound]
      guard !isFirst || first.height <= free else {
        throw .rowTooTall(first.height, limit: maximumHeight - room)
      }
      let taken = strips[rest.items].prefix { $0.maxY - first.minY <= free }
      return (taken.count, taken.last.map { $0.maxY - first.minY } ?? 0)
    }.map { page(of: strips[$0.map(\.part).items], under: room) }
  }

  /// A page of one or more consecutive strips, below a heading that takes `room`.
  private func page(of strips: ArraySlice<Strip>, under room: Double) -> Page {
    let items =
      strips[strips.startIndex].items.lowerBound..<strips[strips.endIndex - 1].items.upperBound
    let top = strips[strips.startIndex].minY - room
    let bottom = strips[strips.endIndex - 1].maxY
    let arrangement = Arrangement(
      size: Size(width: size.width, height: bottom - top),
      frames: frames[items].map { $0.moved(by: Point(x: 0, y: -top)) },
      strips: strips.map { $0.moved(by: -items.lowerBound).moved(down: -top) },
      rows: rows.map { _ in strips.reduce(0) { $0 + $1.rows } }, columns: columns,
      headings: headings(over: items, fromTop: top))
    return Page(items: items, arrangement: arrangement)
  }

  /// The headings of the sections of consecutive items, on a page that starts at the y position
  /// `top`.
  private func headings(over items: Range<Int>, fromTop top: Double) -> [HeadedArea] {
    headings.filter { $0.part.items.overlaps(items) }.map { section in
      var moved = section.moved(by: Point(x: 0, y: -top))
      // A section that began on an earlier page repeats its heading at the top.
      if let y = moved.heading?.minY { moved.heading?.origin.y = max(0, y) }
      let shown = section.part.part(section.part.items.clamped(to: items))
      moved.part = shown.moved(by: -items.lowerBound)
      moved.cells = Rect(around: frames[shown.items]).moved(by: Point(x: 0, y: -top))
      return moved
    }
  }
}

extension Arrangement {
  /// Stacks bands of sections, with the sections of each band side by side.
  ///
  /// Each section has its heading above its own items.
  ///
  /// - Parameters:
  ///   - bands: At least one band, each with its sections and the arrangement of their items, which
  ///     is a single row if there are several sections.
  ///   - spacing: The heights of headings and the gaps around them.
  package init(
    stacking bands: [(parts: [SectionPart], arrangement: Arrangement)], spacing: HeadingSpacing
  ) {
    let bands = bands.map { ($0.parts, $0.arrangement.spread(to: $0.parts, spacing)) }
    let width = bands.reduce(0) { max($0, $1.1.size.width) }
    self.init(size: Size(width: width, height: 0), frames: [], strips: [])
    var y = 0.0
    for (parts, arrangement) in bands {
      let first = frames.count
      let moved = arrangement.moved(by: Point(x: 0, y: y + spacing.room), onto: arrangement.size)
      frames += moved.frames
      strips += moved.strips.map { $0.moved(by: first) }
      matrices += moved.matrices
      let band = Rect(x: 0, y: y, width: width, height: spacing.heading)
      headings += headings(of: parts, from: first, in: band, spacing)
      size.height = y + spacing.room + arrangement.size.height
      y = size.height + spacing.above
      rows = arrangement.rows.map { (rows ?? 0) + $0 }
      columns = arrangement.columns.map { max(columns ?? 0, $0) }
    }
  }

  /// A row of several sections, spread apart to make room for their headings.
  private func spread(to parts: [SectionPart], _ spacing: HeadingSpacing) -> Arrangement {
    guard parts.count > 1 else { return self }
    var spread = self
    var left = frames[0].minX
    for part in parts {
      let own = part.items.moved(by: -parts[0].items.lowerBound)
      let start = frames[own.lowerBound].minX
      for index in own { spread.frames[index].origin.x += left - start }
      let items = frames[own.upperBound - 1].maxX - start
      left += spacing.width(ofSection: part.section, items: items) + spacing.beside
    }
    spread.size.width = max(size.width, left - spacing.beside)
    return spread
  }

  /// The headings of the sections in a band whose items begin at index `first` of this arrangement.
  private func headings(
    of parts: [SectionPart], from first: Int, in band: Rect, _ spacing: HeadingSpacing
  ) -> [HeadedArea] {
    var start = first
    return parts.map { part in
      let part = part.moved(by: start - part.items.lowerBound)
      start = part.items.upperBound
      var section = HeadedArea(part, heading: band, cells: Rect(around: frames[part.items]))
      guard parts.count > 1 else { return section }
      section.isBeside = true
      let left = frames[part.items.lowerBound].minX
      let width = spacing.width(
        ofSection: part.section, items: frames[part.items.upperBound - 1].maxX - left)
      section.heading = Rect(x: left, y: band.minY, width: width, height: band.height)
      return section
    }
  }

  /// The area covered by all frames and headings, as wide as the frames.
  package var coveredArea: Rect {
    var area = Rect(around: frames + headings.compactMap(\.heading))
    let cells = Rect(around: frames)
    (area.origin.x, area.size.width) = (cells.minX, cells.width)
    return area
  }

  /// The arrangement without the empty space above the first frame and below the last.
  package var trimmed: Arrangement {
    let area = coveredArea
    return moved(
      by: Point(x: 0, y: -area.minY), onto: Size(width: size.width, height: area.height))
  }
}
