extension Sheet {
  /// The scaling of a picture to its cell.
  public enum Scaling: String, CaseIterable, Sendable {
    /// All of the picture is shown.
    case fit
    /// The cell is covered, and the picture cropped.
    case fill
    /// The cell is covered, whatever the ratio.
    case stretch
    /// Pixels are kept.
    case none
  }

  /// The position of a picture in its cell, and the part kept by cropping.
  public enum Position: String, CaseIterable, Sendable {
    /// The centre; the subject if the picture is cropped.
    case subject
    /// The centre, or the edge of that name.
    case center, top, left, right, bottom
    /// A corner.
    case topLeft = "top-left"
    /// A corner.
    case topRight = "top-right"
    /// A corner.
    case bottomLeft = "bottom-left"
    /// A corner.
    case bottomRight = "bottom-right"
  }

  /// A resampling filter, by its usual name.
  public enum Filter: String, CaseIterable, Sendable {
    /// The filter of that name; nearest keeps pixels square.
    case lanczos, mitchell, triangle, box, nearest
    /// The filter of Catmull and Rom.
    case catmullRom = "catmull-rom"
  }

  /// The values that are resampled.
  public enum Light: String, CaseIterable, Sendable {
    /// Linear light, which keeps the brightness of photographs.
    case linear
    /// Encoded values, which keep thin dark lines dark.
    case encoded
  }

  /// The mark of opaque pictures that have no edge on their ground, as white ones on white.
  public enum Edge: String, CaseIterable, Sendable {
    /// A hairline in the gap around the picture.
    case hairline
    /// No mark.
    case none
  }

  /// The treatment of pictures' own colour spaces.
  public enum OwnColors: String, CaseIterable, Sendable {
    /// Colours are converted to sRGB.
    case convert
    /// Every picture is taken for sRGB.
    case ignore
  }

  /// The treatment of pictures' own orientations.
  public enum OwnOrientation: String, CaseIterable, Sendable {
    /// Pictures are shown upright.
    case auto
    /// Upright pictures turn by 90° if they then fill more of their cell.
    case fit
    /// Pictures are shown as they are stored.
    case ignore
  }

  /// The treatment of copies of better pictures.
  public enum Duplicates: String, CaseIterable, Sendable {
    /// Copies are shown.
    case show
    /// Copies are shown with a mark.
    case mark
    /// Copies are left out.
    case skip
  }

  /// The treatment of pictures that cannot be read.
  public enum UnreadablePictures: String, CaseIterable, Sendable {
    /// A placeholder is shown.
    case placeholder
    /// They are left out.
    case skip
    /// No sheet is made.
    case fail
  }

  /// The start of a group.
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

  /// The position of labels.
  public enum LabelPosition: String, CaseIterable, Sendable {
    /// Below the picture.
    case below
    /// Above the picture.
    case above
    /// On the lower edge of the picture.
    case over
  }

  /// The alignment of texts.
  public enum TextAlignment: String, CaseIterable, Sendable {
    /// At the side of that name, or in the middle.
    case left, center, right
  }

  /// The bits per sample of a sheet.
  public enum Depth: Int, CaseIterable, Sendable {
    /// 8 bits.
    case eight = 8
    /// 16 bits, in PNGs.
    case sixteen = 16
  }

  /// The tolerance for borders that are left out.
  public enum Trimming: Hashable, Sendable {
    /// As far as lossy formats change colours.
    case ofFormat
    /// A distance of samples, from 0 to 255.
    case upTo(Int)
  }

  /// The enlargement of pictures.
  public enum Upscaling: Hashable, Sendable {
    /// Pictures are as large as their pixels at most.
    case none
    /// Small pictures fill their cells.
    case toCells
    /// All pictures are enlarged by a factor, from 1 to 100.
    case by(Int)
  }

  /// The rule that stacks pictures.
  public enum Stack: Hashable, Sendable {
    /// Pictures of a burst, each taken within a number of seconds after the previous one.
    case taken(withinSeconds: Double)
    /// Pictures that look alike.
    case likeness
  }

  /// The order of pictures.
  public struct Sort: Hashable, Sendable {
    /// The order in the notation of the command.
    let text: String

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

    /// An arbitrary order by a seed.
    public static func shuffle(_ seed: UInt64 = 1) -> Sort { Sort(text: "shuffle:\(seed)") }

    /// The values of a fact such as `sharpness`, or of a template such as `{scene} {spp}`.
    public static func by(_ fact: String) -> Sort { Sort(text: fact) }
  }

  /// The property that the pictures of a group share.
  public struct Grouping: Hashable, Sendable {
    /// The key in the notation of the command.
    let text: String

    /// The folder.
    public static let folder = Grouping(text: "folder")
    /// The day of taking.
    public static let day = Grouping(text: "day")
    /// The month of taking.
    public static let month = Grouping(text: "month")
    /// The year of taking.
    public static let year = Grouping(text: "year")
    /// The camera.
    public static let camera = Grouping(text: "camera")

    /// The value of a template such as `{scene}`.
    public static func by(_ template: String) -> Grouping { Grouping(text: template) }
  }
}

extension RawRepresentable where RawValue == String {
  /// The value of another type that has this raw value.
  func word<Word: RawRepresentable<String>>() -> Word {
    guard let word = Word(rawValue: rawValue) else {
      preconditionFailure("no \(Word.self) is called \(rawValue)")
    }
    return word
  }
}
