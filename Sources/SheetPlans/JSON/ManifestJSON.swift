internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
public import SheetText

/// A manifest as it stands in JSON: each object is a type here, and each key one of its properties,
/// which are documented and must not change.
///
/// Numbers and texts are what somebody wrote; ``SheetPlan`` is made of those that have been checked.
package struct ManifestJSON: Codable {
  /// Decoded first, because another version may have other keys.
  var version: FormatVersion
  var layout: String
  var options: Options
  var root: String?
  var pages: [Page]
  var pairs: [Pair]?
  var grid: PageGrid?
  var sections: [Section]?
  var rows: [Line]?
  var columns: [Line]?
  var tracks: [Track]?
  var unreadable: [Unreadable]?

  struct Options: Codable {
    @Named var scale: Scaling
    @Named var align: Alignment
    var upscale: Bool
    @Named var orient: OrientationPolicy
    @Named var filter: ResampleFilter
    var sharpen: Double?
    var background: String
    var cellBackground: String?
    @Named var color: ColorPolicy
    @Named var onError: UnreadablePolicy
    var compression: Int
    var quality: Int?
    var depth: Int
    var gray: Bool
    var dpi: Int?
    var tolerance: Double?
    var ignoreAntialiasing: Bool?
    /// The distance in the hottest colour, where colours tell how much pixels changed.
    var heat: Double?
    var text: TypeStyle?
    var furniture: Furniture?
    var empty: Named<EmptyCellMark>?
  }

  struct TypeStyle: Codable {
    var font: String
    var color: String?
    var labelColor: String?
    var labelPosition: Named<CellFurniture.Label.Position>?
    var labelHeight: Int?
    var labelGap: Int?
  }

  struct Furniture: Codable {
    var padding: Int
    var border: String?
    var frame: String?
    var radius: Int
    var shadow: String?
  }

  struct Page: Codable {
    /// Its position, unless it says another.
    var number: Int?
    var file: String?
    var width: Int
    var height: Int
    var tiles: [Tile]
    var texts: [Text]?
    /// That of the first page, unless it says another.
    var grid: PageGrid?
    var block: PageBlock?
    var emptyCells: [EmptyCell]?
    /// That of the colours of `heat`.
    var bar: Area<Int>?
  }

  struct Tile: Codable {
    /// The picture's place in the job.
    var index: Int?
    var source: String
    var comparedWith: String?
    /// What is not compared.
    var ignored: [Area<Int>]?
    var mask: String?
    /// The others of its stack.
    var stack: [String]?
    var sourceWidth: Int?
    var sourceHeight: Int?
    var preview: Bool?
    var cell: Area<Int>
    var image: Area<Int>?
    var crop: Area<Double>?
    /// `subject` where the crop is still to be found in the picture; nil for others.
    var align: Named<Alignment>?
    var scale: Double?
    /// How the picture is placed without its borders, which are still to be found; nil for others.
    var trim: Trim?
    /// What is left of it without borders that were found.
    var kept: Area<Double>?
    var label: Text?
    var facts: [String: Fact.Value]?
    var status: String?
  }

  struct Trim: Codable {
    var tolerance: Int
    @Named var scale: Scaling
    @Named var align: Alignment
    @Named var upscale: Enlargement
    var focus: Place?
  }

  struct Place: Codable {
    var x: Double
    var y: Double
  }

  struct Text: Codable {
    var text: String
    /// What is drawn, where that is not the text as it is.
    var shown: String?
    var area: Area<Int>
    var font: String?
    var size: Double
    @Named var align: TextAlignment
    @Named var overflow: TextOverflow
    /// Whether it is that of the best picture.
    var emphasized: Bool?
    /// Of a text of a page; that of others is known.
    var role: Named<TextRole>?
  }

  struct EmptyCell: Codable {
    var cell: Area<Int>
    /// The headings of its row and its column, informational.
    var row: String?
    var column: String?
    var text: Text?
  }

  struct Section: Codable {
    var heading: String
    var headingArea: Area<Int>
    var page: Int
    var continued: Bool?
    var area: Area<Int>
    var tiles: Int
  }

  /// A row or a column of a matrix.
  struct Line: Codable {
    var heading: String
    var headingArea: Area<Int>?
    var page: Int
    var area: Area<Int>
  }

  struct Track: Codable {
    var x: Double
    var width: Double
  }

  struct Area<Number: Codable>: Codable {
    var x: Number
    var y: Number
    var width: Number
    var height: Number
  }

  package struct Pair: Codable {
    var path: String
    /// The path of the picture as it was, where it is another.
    var from: String?
    @Named var status: ComparedPair.Status
    var changed: Int?
    var smoothed: Int?
    var share: Double?
    var largest: Double?
    var box: Area<Int>?
    var regions: [Region]?
    /// The sizes of pictures that have been resized.
    var before: Size?
    var after: Size?
  }

  /// Changed pixels that lie together.
  struct Region: Codable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var changed: Int
  }

  struct Size: Codable {
    var width: Int
    var height: Int
  }

  package struct Unreadable: Codable {
    var source: String
    var reason: String
    /// What a picture is that is shown as far as its file goes; nil for others.
    var status: String?
  }
}

extension ManifestJSON {
  /// The version of the format; a newer one than is known is refused.
  struct FormatVersion: Codable {
    let number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      if number > SheetManifest.currentVersion { throw ManifestError.newer(number) }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(number)
    }
  }

  /// A case of an enumeration by its name.
  @propertyWrapper struct Named<Value: RawRepresentable<String> & CaseIterable>: Codable {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let name = try value.decode(String.self)
      guard let known = Value(rawValue: name) else {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          in: value, debugDescription: "'\(name.excerpt)' is not one of \(names)")
      }
      wrappedValue = known
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(wrappedValue.rawValue)
    }
  }
}

extension Fact.Value: Codable {
  /// Decodes a number or a text.
  public init(from decoder: any Decoder) throws {
    let fact = try decoder.singleValueContainer()
    if let number = try? fact.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try fact.decode(String.self))
    }
  }

  /// Encodes the number, without an exponent, or the text.
  public func encode(to encoder: any Encoder) throws {
    var fact = encoder.singleValueContainer()
    switch self {
    case .text(let text): try fact.encode(text)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try fact.encode(whole)
      } else {
        try fact.encode(number)
      }
    }
  }
}
