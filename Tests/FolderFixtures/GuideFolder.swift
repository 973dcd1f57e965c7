internal import PNGFixtures
public import TestSupport

/// The folders for the pages that the guide shows before and after.
///
/// Their pictures are drawn with few colours, so that the sheets are small files.
public enum GuideFolder: String, CaseIterable, Sendable {
  /// 84 pictures, a third of which are portraits.
  case wedding
  /// 36 pictures with the same ratio.
  case film
  /// 157 pictures from 21 days, in folders.
  case journey
  /// Six pictures.
  case six
  /// 24 icons with long names.
  case icons
  /// 12 icons in two themes, each three folders deep.
  case theme
  /// Curves of two data sets by four optimizers.
  case plots

  /// Writes the folder under its own name.
  public func write(to folder: TemporaryFolder) throws {
    for (name, picture) in pictures {
      try folder.write(picture.encoded(), to: "\(rawValue)/\(name)")
    }
  }

  private var pictures: [(name: String, picture: PNGFixture)] {
    switch self {
    case .wedding:
      return (0..<84).map { ("IMG_\(4021 + $0).png", Self.scene($0, isUpright: $0 % 5 % 3 == 1)) }
    case .film: return (0..<36).map { ("R12_\(100 + $0).png", Self.scene($0)) }
    case .six: return (0..<6).map { ("DSC0\(4100 + $0).png", Self.scene($0 * 3)) }
    case .journey:
      let days = PeoplesFolder.daysOfTrip.enumerated()
      return days.flatMap { day, count in
        (0..<count).map {
          ("August \(day + 1)/P\(1_060_001 + 40 * day + $0).png", Self.scene(day * 7 + $0))
        }
      }
    case .icons:
      let words = ["network-cellular", "audio-volume", "power-profile", "preferences-desktop"]
      let ends = ["acquiring", "disabled", "excellent", "hardware-disabled", "no-route", "good"]
      return words.flatMap { word in ends.map { "\(word)-signal-\($0)-symbolic.png" } }
        .enumerated().map { ($1, Self.icon($0, color: [40, 40, 40])) }
    case .theme:
      let names = ["document-new", "edit-copy", "go-home", "list-add", "media-play", "view-sort"]
      return [("gnome", [52, 101, 164]), ("mate", [78, 154, 6])].flatMap { theme, color in
        names.enumerated().map {
          ("\(theme)/48x48/actions/\($1).png", Self.icon($0, color: color))
        }
      }
    case .plots:
      return ["cifar10", "cifar100"].enumerated().flatMap { row, set in
        ["adam", "adamw", "lion", "sgd"].enumerated().map { column, optimizer in
          ("\(set)_\(optimizer).png", Self.curve(steepness: 20 + 9 * column + 14 * row))
        }
      }
    }
  }

  /// Hills under a sky with a sun.
  private static func scene(_ seed: Int, isUpright: Bool = false) -> PNGFixture {
    let (width, height) = isUpright ? (160, 240) : (240, 160)
    let skies: [[UInt16]] = [
      [142, 188, 219], [240, 186, 130], [88, 104, 150], [203, 214, 196], [226, 150, 140],
    ]
    let hills: [[UInt16]] = [[70, 105, 70], [94, 80, 66], [40, 66, 82], [128, 120, 74]]
    let horizon = height / 3 + seed * 29 % (height / 3)
    let sun = (x: 30 + seed * 53 % (width - 60), y: horizon - 20, radius: 10 + seed % 9)
    return drawn(width, height) { x, y in
      let slope = (x - width / 2) * (seed % 5 - 2) / 8
      if y > horizon + height / 4 - slope / 2 { return hills[(seed + 1) % 4] }
      if y > horizon + slope { return hills[seed % 4] }
      let (dx, dy) = (x - sun.x, y - sun.y)
      return dx * dx + dy * dy < sun.radius * sun.radius ? [255, 246, 214] : skies[seed * 3 % 5]
    }
  }

  /// A ring with a gap.
  private static func icon(_ seed: Int, color: [UInt16]) -> PNGFixture {
    drawn(48, 48) { x, y in
      let (dx, dy) = (x - 24, y - 24)
      let distance = dx * dx + dy * dy
      let isOpen = (dx + 24) / 16 == seed % 3 && (dy + 24) / 16 == seed / 3 % 3
      return 100..<420 ~= distance && !isOpen ? color : [255, 255, 255]
    }
  }

  /// A curve that rises to a limit, between axes.
  private static func curve(steepness: Int) -> PNGFixture {
    drawn(240, 160) { x, y in
      let level = 140 - 110 * x / (x + steepness)
      if x < 2 || y > 157 { return [60, 60, 60] }
      return abs(y - level) < 3 ? [214, 90, 40] : [250, 250, 250]
    }
  }

  private static func drawn(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt16]
  ) -> PNGFixture {
    let samples = (0..<height).flatMap { y in (0..<width).flatMap { color($0, y) } }
    return PNGFixture(width: width, height: height, colorType: .rgb, samples: samples)
  }
}
