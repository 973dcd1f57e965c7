extension MasonryColumns {
  /// The same items, with every column scaled to one height.
  ///
  /// Items keep their widths, so their frames no longer have their ratios.
  ///
  /// - Parameters:
  ///   - arrangement: An arrangement by these columns.
  ///   - height: The height of all columns that have items.
  /// - Returns: An arrangement of that height, in one strip.
  /// - Throws: ``LayoutError/noRoom(_:)`` where the gaps of a column leave no room.
  public func flush(
    _ arrangement: Arrangement, height: Double
  ) throws(LayoutError) -> Arrangement {
    let size = Size(width: arrangement.size.width, height: height)
    var columns = Array(repeating: (items: 0, height: 0.0), count: count)
    let indices = arrangement.frames.map { column(at: $0.center.x) }
    for (frame, index) in zip(arrangement.frames, indices) {
      columns[index].items += 1
      columns[index].height += frame.height
    }
    let factors = try columns.map { column throws(LayoutError) in
      let free = height - Double(column.items - 1) * gap.height
      guard column.items == 0 || free > 0 else { throw .noRoom(Shortage(size, gap: gap)) }
      return column.items == 0 ? 1 : free / column.height
    }
    var bottoms = Array(repeating: 0.0, count: count)
    let frames = zip(arrangement.frames, indices).map { frame, index in
      let scaled = Rect(
        x: frame.minX, y: bottoms[index], width: frame.width, height: frame.height * factors[index])
      bottoms[index] = scaled.maxY + gap.height
      return scaled
    }
    let strips = frames.isEmpty ? [] : [Strip(items: 0..<frames.count, minY: 0, maxY: height)]
    return Arrangement(size: size, frames: frames, strips: strips, columns: count)
  }

  private func column(at x: Double) -> Int {
    min(max(0, Int(x / (columnWidth + gap.width))), count - 1)
  }
}
