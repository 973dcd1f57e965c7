public import SheetImaging
public import SheetLayout

extension Sheet {
  /// How a picture is scaled to its cell.
  public typealias Scaling = SheetLayout.Scaling
  /// Where a picture is placed in its cell, and which part cropping keeps.
  public typealias Position = SheetLayout.Alignment
  /// The position of a label.
  public typealias LabelPosition = SheetLayout.LabelPosition
  /// The position of the enlarged details of a picture.
  public typealias InsetPosition = SheetLayout.InsetPosition
  /// A resampling filter, by its common name.
  public typealias Filter = SheetImaging.ResampleFilter
  /// Whether resampling uses linear-light values or the encoded samples.
  public typealias Light = SheetImaging.ResampleLight
  /// The number of bits per sample in a sheet.
  public typealias Depth = SheetImaging.SampleDepth

  /// The values that ``exactScale`` may have.
  package static let exactScales = 0.001...100.0

  /// How to set off opaque pictures that blend into the background, such as white ones on white.
  public enum Edge: String, CaseIterable, Sendable {
    /// Not at all.
    case none
    /// By a hairline in the gap around the pictures that are opaque and blend into the background.
    case auto
    /// By a hairline in the gap around every picture.
    case hairline
  }

  /// What to do with colour profiles embedded in pictures.
  public enum OwnColors: String, CaseIterable, Sendable {
    /// Colours are converted to sRGB.
    case convert
    /// Every picture is treated as sRGB.
    case ignore
  }

  /// Whether pictures are rotated as their metadata says.
  public enum OwnOrientation: String, CaseIterable, Sendable {
    /// Pictures are shown upright.
    case auto
    /// Pictures are shown upright, and then rotated by another 90° if that fills more of the cell.
    case fit
    /// Pictures are shown as stored.
    case ignore
  }

  /// Which pages of multi-page files, such as TIFFs, and which frames of GIFs are shown.
  public enum Frames: String, CaseIterable, Sendable {
    /// The first page, unless an input names another page, as in `scan.tif[3]`.
    case first
    /// All pages, each as a separate picture.
    case all
  }

  /// What to do with inferior copies of other pictures, such as resized or re-encoded ones.
  public enum Duplicates: String, CaseIterable, Sendable {
    /// Copies are shown.
    case show
    /// Copies are shown with a mark.
    case mark
    /// Copies are left out.
    case skip
    /// Only pictures that have copies are shown, each followed by its copies, which are marked.
    case only
  }

  /// What to do with pictures that cannot be read.
  public enum UnreadablePictures: String, CaseIterable, Sendable {
    /// A placeholder is shown.
    case placeholder
    /// The pictures are left out.
    case skip
    /// No sheet is made.
    case fail
  }

  /// Where a new group starts.
  public enum GroupBreak: String, CaseIterable, Sendable {
    /// On a new page.
    case page
    /// Below the previous group, under a heading.
    case section
  }

  /// The order in which pictures fill a page.
  public enum ReadingOrder: String, CaseIterable, Sendable {
    /// Row by row.
    case rows
    /// Column by column.
    case columns
    /// Row by row, each from right to left, as manga and Arabic books are read.
    case rightToLeft = "right-to-left"
  }

  /// The alignment of text.
  public enum TextAlignment: String, CaseIterable, Sendable {
    /// Flush left, centred, or flush right.
    case left, center, right
  }

  /// How much a border may vary in colour and still be trimmed.
  public enum Trimming: Hashable, Sendable {
    /// The format's default: 0, or 10 for lossy formats.
    case ofFormat
    /// A difference between samples, from 0 to 255.
    case upTo(Int)
  }

  /// How to show samples that hold data rather than colours: depths, counts, class indices.
  ///
  /// ``labels`` applies to all grey pictures except JPEGs; everything else applies only to pictures
  /// with more than 8 bits per sample. A ``SampleCurve`` may lighten the samples between black and
  /// white.
  public struct Stretch: Hashable, Sendable {
    /// Which samples are shown as black and as white.
    package enum Range: Hashable, Sendable {
      case auto, all, labels
      case samples(ClosedRange<Double>)
    }

    package var range: Range
    package var curve = SampleCurve.linear

    /// Each picture is stretched from its own 0.1st to its 99.9th percentile, over all channels.
    public static let auto = Stretch(range: .auto)
    /// All pictures are stretched from the lowest of their 0.1st percentiles to the highest of
    /// their 99.9th, so that the pictures can be compared.
    ///
    /// The pictures that a rule with this value selects share a range of their own.
    public static let all = Stretch(range: .all)
    /// Grey samples are class indices, each shown in its own colour; 0 is black.
    public static let labels = Stretch(range: .labels)

    /// The range of ``auto``, with a curve.
    public static func auto(_ curve: SampleCurve) -> Stretch { Stretch(range: .auto, curve: curve) }
    /// The range of ``all``, with a curve.
    public static func all(_ curve: SampleCurve) -> Stretch { Stretch(range: .all, curve: curve) }
    /// The sample values, as stored in the files, to show as black and as white, with a curve between
    /// them.
    public static func samples(
      _ range: ClosedRange<Double>, _ curve: SampleCurve = .linear
    ) -> Stretch {
      Stretch(range: .samples(range), curve: curve)
    }
  }

  /// How much pictures are enlarged.
  public enum Upscaling: Hashable, Sendable {
    /// On paper, small pictures are enlarged to fit their cells, but at most until they have 100
    /// pixels per inch. They may be enlarged further in a grid whose columns and rows are given, or
    /// whose cells have a size in millimetres or another unit of length. Pictures on other sheets
    /// are not enlarged.
    case automatic
    /// Pictures are never enlarged.
    case none
    /// Small pictures are enlarged to fill their cells.
    case toCells
    /// All pictures are enlarged by the same factor, from 1 to 100.
    case factor(Int)
  }

  /// Which pictures are stacked in one tile.
  public enum Stack: Hashable, Sendable {
    /// Bursts: pictures taken within a number of seconds of the previous picture.
    case taken(within: Double)
    /// Pictures that look alike.
    case likeness
  }

  /// How pictures are sorted.
  public struct Sort: Hashable, Sendable {
    /// The order as written on the command line.
    package let text: String

    /// The order of the inputs, with natural order within folders.
    public static let auto = Sort(text: "auto")
    /// Paths in natural order: `img2` before `img10`.
    public static let natural = Sort(text: "natural")
    /// Paths in byte order.
    public static let name = Sort(text: "name")
    /// The order of the inputs.
    public static let given = Sort(text: "given")
    /// By the time at which pictures were taken, if it is known.
    public static let taken = Sort(text: "taken")
    /// Each picture next to the pictures most similar to it.
    public static let likeness = Sort(text: "likeness")

    /// A random order; the same seed gives the same order.
    public static func shuffle(_ seed: UInt64 = 1) -> Sort { Sort(text: "shuffle:\(seed)") }

    /// By the value of a fact such as `sharpness`, or of a template such as `{scene} {spp}`.
    ///
    /// A minus before it, as in `-sharpness`, reverses the order.
    public static func by(_ fact: String) -> Sort { Sort(text: fact) }
  }

  /// What the pictures of a group have in common.
  public struct Grouping: Hashable, Sendable {
    /// The key as written on the command line.
    package let text: String

    /// The folder that holds the picture.
    public static let folder = Grouping(text: "folder")
    /// The day on which the picture was taken.
    public static let day = Grouping(text: "day")
    /// The month in which the picture was taken.
    public static let month = Grouping(text: "month")
    /// The year in which the picture was taken.
    public static let year = Grouping(text: "year")
    /// Pictures taken without a pause of more than this many seconds between them.
    public static func gap(ofSeconds seconds: Double) -> Grouping {
      Grouping(text: "gap:\(seconds.text(decimals: 3))s")
    }
    /// The camera that took the picture.
    public static let camera = Grouping(text: "camera")

    /// The value of a template such as `{scene}`.
    public static func by(_ template: String) -> Grouping { Grouping(text: template) }
  }
}

extension Sheet.Trimming {
  /// The tolerance at which all colours count as equal, for 8-bit samples.
  package static let largest = 255
}

extension Sheet.Stretch: LosslessStringConvertible {
  /// Parses `auto`, `all`, `labels`, or two numbers such as `0:4095`, the lower first; nil for
  /// anything else.
  ///
  /// A curve may follow anything except `labels`, as in `auto,asinh`.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    switch parts[0] {
    case "auto": self = .auto
    case "all": self = .all
    case "labels": self = .labels
    default:
      let ends = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        .map { Self.number($0) }
      guard ends.count == 2, let low = ends[0], let high = ends[1], low < high,
        (high - low).isFinite
      else { return nil }
      self = .samples(low...high)
    }
    if parts.count == 1 { return }
    let name = parts[1].drop { $0 == " " }
    guard self != .labels, let curve = SampleCurve(rawValue: String(name)) else { return nil }
    self.curve = curve
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isASCII, first.isNumber || "+-.".contains(first),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// The text that ``init(_:)`` parses, such as `auto`, `0:4095` or `all,log`.
  public var description: String {
    func text(_ number: Double) -> String {
      Int64(exactly: number).map(String.init) ?? "\(number)"
    }
    let samples =
      switch range {
      case .auto: "auto"
      case .all: "all"
      case .samples(let range): "\(text(range.lowerBound)):\(text(range.upperBound))"
      case .labels: "labels"
      }
    return curve == .linear ? samples : "\(samples),\(curve.rawValue)"
  }
}

extension Sheet.Stack: LosslessStringConvertible {
  /// Parses `likeness`, or a duration such as `2s`, `10m` or `0.5`; nil if it is neither.
  public init?(_ text: String) {
    if text == "likeness" {
      self = .likeness
    } else if let seconds = Double(duration: text) {
      self = .taken(within: seconds)
    } else {
      return nil
    }
  }

  /// The text that ``init(_:)`` parses, such as `2s` or `likeness`.
  public var description: String {
    switch self {
    case .taken(let seconds): "\(seconds.text(decimals: 3))s"
    case .likeness: "likeness"
    }
  }
}
