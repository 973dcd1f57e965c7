internal import SheetLayout

extension PangoParagraph {
  /// Replaces part of the one line by an ellipsis if it is too wide, as the own face does.
  ///
  /// Pango's own ellipsis takes the middle of the line, and in narrow boxes part of the
  /// extension. What is left out is chosen in the order of reading, whatever the direction.
  ///
  /// - Parameters:
  ///   - width: What neither the line nor its ink may exceed, in pixels.
  ///   - overflow: What is kept: the beginning, or both ends.
  ///   - fonts: What the text is set in.
  func shorten(to width: Int, _ overflow: TextOverflow, in fonts: borrowing PangoFonts) {
    guard excess(over: width) > 0 else { return }
    let ellipsis = PangoParagraph(String(LineSetting.ellipsisCharacters), in: fonts)
    let advances = advances.merging(ellipsis?.advances ?? [:]) { max($0, $1) }
    let characters = Array(text)[...]
    var room = width
    // Beside others a character may be wider than where it was measured.
    for _ in 0..<Self.attempts {
      let setting = LineSetting(
        width: room * Int(PangoFonts.unitsPerPixel), maximumLines: 1, overflow: overflow
      ) { advances[$0] ?? 0 }
      let line =
        overflow == .end
        ? setting.keepingStart(of: characters) : setting.keepingEnds(of: characters)
      set(String(line.characters))
      let excess = excess(over: width)
      guard excess > 0 else { return }
      room -= excess
    }
  }

  private func excess(over width: Int) -> Int {
    guard let extents = extents(ofLine: 0) else { return 0 }
    return max(extents.width, extents.ink.width) - width
  }

  /// The widths of the characters of the one line, in Pango's units.
  ///
  /// Of a character that has several shapes, it is that of the widest.
  private var advances: [Character: Int] {
    let widths = clusterWidths
    var advances: [Character: Int] = [:]
    var start = 0
    for character in text {
      let end = start + character.utf8.count
      advances[character] = max(advances[character] ?? 0, widths[start..<end].reduce(0, +))
      start = end
    }
    return advances
  }

  /// The width of what is drawn as one, at the place of its first byte in the text.
  private var clusterWidths: [Int] {
    var widths = [Int](repeating: 0, count: text.utf8.count)
    guard let clusters = unsafe library.clusters(layout) else { return widths }
    defer { unsafe library.freeClusters(clusters) }
    repeat {
      let index = Int(unsafe library.clusterIndex(clusters)) - mark.utf8.count
      guard widths.indices.contains(index) else { continue }
      var logical: [Int32] = [0, 0, 0, 0]
      unsafe library.clusterExtents(clusters, nil, &logical)
      widths[index] = abs(Int(logical[2]))
    } while unsafe library.nextCluster(clusters) != 0
    return widths
  }
}
