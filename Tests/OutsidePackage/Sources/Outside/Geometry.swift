import ContactSheet

/// Pictures of a web gallery, arranged without any files.
struct Gallery {
  /// Width divided by height of each picture.
  let ratios: [Double]
  let width: Double

  /// The arrangement in a style of the gallery's settings.
  func arrangement(_ style: String) throws -> Sheet.Arrangement {
    let gap = Sheet.Size(width: 8, height: 8)
    return switch style {
    case "rows": try .rows(ratios, width: width, height: 240, gap: gap, lastRow: .center)
    case "masonry": try .masonry(ratios, width: width, columns: 4, gap: gap)
    case "collage": try .collage(ratios, width: width, gap: gap)
    case "tiered": try .tiered(ratios.count, width: width, gap: gap.width)
    default:
      try .grid(
        ratios.count, filling: Sheet.Size(width: width, height: width / 2), ratio: 1.5,
        gap: .zero, search: .byRows)
    }
  }

  /// An SVG with a numbered rectangle for each picture.
  func preview(_ style: String) throws -> String {
    let arrangement = try arrangement(style)
    var svg = "<svg viewBox='0 0 \(arrangement.size.width) \(arrangement.size.height)'>"
    for (index, frame) in arrangement.frames.enumerated() {
      svg += "<rect x='\(frame.x)' y='\(frame.y)' width='\(frame.width)' height='\(frame.height)'/>"
      svg += "<text x='\(frame.midX)' y='\(frame.midY)'>\(index + 1)</text>"
    }
    return svg + "</svg>"
  }

  /// How many rows and columns there are, for screen readers.
  func accessibleSize(_ arrangement: Sheet.Arrangement) -> String? {
    guard let rows = arrangement.rows, let columns = arrangement.columns else { return nil }
    return "\(rows) rows of \(columns) pictures"
  }
}

/// The smallest rectangle that contains several others, such as the selected pictures.
func bounds(of frames: [Sheet.Rect]) -> Sheet.Rect? {
  guard var bounds = frames.first else { return nil }
  for frame in frames.dropFirst() {
    let (right, bottom) = (max(bounds.maxX, frame.maxX), max(bounds.maxY, frame.maxY))
    (bounds.x, bounds.y) = (min(bounds.x, frame.x), min(bounds.y, frame.y))
    (bounds.width, bounds.height) = (right - bounds.x, bottom - bounds.y)
  }
  return bounds
}
