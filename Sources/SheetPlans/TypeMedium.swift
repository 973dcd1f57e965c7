/// What a sheet is read on.
package enum TypeMedium: Sendable {
  /// A screen.
  case screen
  /// Paper, which is read at close range, and has a much higher resolution than a screen.
  case paper
  /// Paper no larger than A6, which is held closer to the eyes, and whose text competes with
  /// pictures for room.
  case smallPaper
  /// Paper larger than A3, whose titles are read from farther away.
  case largePaper

  /// The usual sizes of text in points.
  struct Sizes {
    let label, heading, title: Double
    /// The smallest legible size of labels, and the step between possible sizes.
    let smallest, step: Double
  }

  var sizes: Sizes {
    switch self {
    case .screen: Sizes(label: 12, heading: 18, title: 24, smallest: 9, step: 0.5)
    case .paper: Sizes(label: 8, heading: 12, title: 20, smallest: 5.5, step: 0.25)
    case .smallPaper: Sizes(label: 8, heading: 10, title: 14, smallest: 4.5, step: 0.25)
    case .largePaper: Sizes(label: 8, heading: 18, title: 36, smallest: 5.5, step: 0.25)
    }
  }
}
