public import SheetImaging
public import SheetLayout

extension Sheet {
  /// The scaling of a picture to its cell.
  public typealias Scaling = SheetLayout.Scaling
  /// The position of a picture in its cell, and the part kept by cropping.
  public typealias Position = SheetLayout.Alignment
  /// The position of a label.
  public typealias LabelPosition = SheetLayout.LabelPosition
  /// A resampling filter, by its usual name.
  public typealias Filter = SheetImaging.ResampleFilter
  /// Whether linear light or encoded samples are resampled.
  public typealias Light = SheetImaging.ResampleLight
  /// The bits per sample of a sheet.
  public typealias Depth = SheetImaging.SampleDepth

  /// How to set off opaque pictures that blend into the background, such as white on white.
  public enum Edge: String, CaseIterable, Sendable {
    /// No mark.
    case none
    /// A hairline in the gap around the picture.
    case hairline
  }

  /// What to do with pictures' own colour profiles.
  public enum OwnColors: String, CaseIterable, Sendable {
    /// Colours are converted to sRGB.
    case convert
    /// Every picture is treated as sRGB.
    case ignore
  }

  /// How pictures are rotated.
  public enum OwnOrientation: String, CaseIterable, Sendable {
    /// Pictures are shown upright.
    case auto
    /// Upright pictures turn by 90° if they then fill more of their cell.
    case fit
    /// Pictures are shown as they are stored.
    case ignore
  }

  /// The pages that are shown of files with several, such as a TIFF.
  public enum Frames: String, CaseIterable, Sendable {
    /// The first page, unless an input names another, as `scan.tif[3]` does.
    case first
    /// All pages, each as a picture of its own.
    case all
  }

  /// What to do with copies of better pictures.
  public enum Duplicates: String, CaseIterable, Sendable {
    /// Copies are shown.
    case show
    /// Copies are shown with a mark.
    case mark
    /// Copies are left out.
    case skip
  }

  /// What to do with pictures that cannot be read.
  public enum UnreadablePictures: String, CaseIterable, Sendable {
    /// A placeholder is shown.
    case placeholder
    /// They are left out.
    case skip
    /// No sheet is made.
    case fail
  }

  /// Where a group starts.
  public enum GroupBreak: String, CaseIterable, Sendable {
    /// On a new page.
    case page
    /// Below the group before it, under a heading.
    case section
  }

  /// The order in which pictures fill a page.
  public enum ReadingOrder: String, CaseIterable, Sendable {
    /// Row by row.
    case rows
    /// Column by column.
    case columns
  }

  /// The alignment of texts.
  public enum TextAlignment: String, CaseIterable, Sendable {
    /// Flush left, centred, or flush right.
    case left, center, right
  }

  /// How much a border may vary and still be trimmed.
  public enum Trimming: Hashable, Sendable {
    /// The format's default: 0, or 10 for a lossy format.
    case ofFormat
    /// A distance of samples, from 0 to 255.
    case upTo(Int)
  }

  /// What is shown of samples that are data, such as depths, counts and class indices.
  ///
  /// It applies to pictures of more than 8 bits per sample; labels apply to all grey pictures but JPEGs.
  public enum Stretch: Hashable, Sendable {
    /// Each picture from its own 0.1 to its 99.9 percentile, all channels together.
    case auto
    /// All pictures from the lowest to the highest of these, so that they can be compared.
    case all
    /// The samples that are black and white, as the files store them; the first is lower.
    case samples(ClosedRange<Double>)
    /// Grey samples are class indices, each of which has a colour; 0 is black.
    case labels
  }

  /// The enlargement of pictures.
  public enum Upscaling: Hashable, Sendable {
    /// Pictures are never enlarged.
    case none
    /// Small pictures fill their cells.
    case toCells
    /// All pictures are enlarged by a factor, from 1 to 100.
    case by(Int)
  }

  /// The rule that stacks pictures.
  public enum Stack: Hashable, Sendable {
    /// Pictures of a burst, each taken within a number of seconds after the previous one.
    case taken(within: Double)
    /// Pictures that look alike.
    case likeness
  }

  /// The order of pictures.
  public struct Sort: Hashable, Sendable {
    /// The order in the notation of the command.
    package let text: String

    /// The order of the inputs, and natural order in folders.
    public static let auto = Sort(text: "auto")
    /// Paths as people read them: `img2` before `img10`.
    public static let natural = Sort(text: "natural")
    /// The bytes of paths.
    public static let name = Sort(text: "name")
    /// The order of the inputs.
    public static let given = Sort(text: "given")
    /// The time taken, for pictures that have it.
    public static let taken = Sort(text: "taken")
    /// Each picture beside the pictures that look most like it.
    public static let likeness = Sort(text: "likeness")

    /// A random order; the same seed gives the same order.
    public static func shuffle(_ seed: UInt64 = 1) -> Sort { Sort(text: "shuffle:\(seed)") }

    /// The values of a fact such as `sharpness`, or of a template such as `{scene} {spp}`.
    public static func by(_ fact: String) -> Sort { Sort(text: fact) }
  }

  /// The property that the pictures of a group share.
  public struct Grouping: Hashable, Sendable {
    /// The key in the notation of the command.
    package let text: String

    /// The folder.
    public static let folder = Grouping(text: "folder")
    /// The day on which the picture was taken.
    public static let day = Grouping(text: "day")
    /// The month in which the picture was taken.
    public static let month = Grouping(text: "month")
    /// The year in which the picture was taken.
    public static let year = Grouping(text: "year")
    /// Pauses of more than some seconds, in which no picture was taken.
    public static func gap(ofSeconds seconds: Double) -> Grouping {
      Grouping(text: "gap:\(seconds.text(decimals: 3))s")
    }
    /// The camera.
    public static let camera = Grouping(text: "camera")

    /// The value of a template such as `{scene}`.
    public static func by(_ template: String) -> Grouping { Grouping(text: template) }
  }
}

extension Sheet.Trimming {
  /// The tolerance within which all colours are equal, as for samples of 8 bits.
  package static let largest = 255
}

extension Sheet.Stretch: LosslessStringConvertible {
  /// Parses `auto`, `all`, `labels`, or two numbers such as `0:4095`, the lower first; nil if it is none.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "all": self = .all
    case "labels": self = .labels
    default:
      let ends = text.split(separator: ":", omittingEmptySubsequences: false)
        .map { Self.number($0) }
      guard ends.count == 2, let low = ends[0], let high = ends[1], low < high,
        (high - low).isFinite
      else { return nil }
      self = .samples(low...high)
    }
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isASCII, first.isNumber || "+-.".contains(first),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// The text that it is parsed from: `auto` or `0:4095`.
  public var description: String {
    func text(_ number: Double) -> String {
      Int64(exactly: number).map(String.init) ?? "\(number)"
    }
    return switch self {
    case .auto: "auto"
    case .all: "all"
    case .samples(let range): "\(text(range.lowerBound)):\(text(range.upperBound))"
    case .labels: "labels"
    }
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

  /// The text of the rule: `2s` or `likeness`.
  public var description: String {
    switch self {
    case .taken(let seconds): "\(seconds.text(decimals: 3))s"
    case .likeness: "likeness"
    }
  }
}
