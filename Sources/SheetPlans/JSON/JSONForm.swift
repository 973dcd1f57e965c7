internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetText

extension ManifestJSON {
  /// A value or nil.
  enum Maybe<Form: JSONForm>: OptionalForm {
    static func json(_ value: Form.Value?) -> Form.JSON? { value.flatMap(Form.json) }
    static func checked(_ json: Form.JSON) throws(ManifestError) -> Form.Value? {
      try Form.checked(json)
    }
  }

  /// A value that is always written, but may be missing when it is read.
  enum Usual<Form: JSONForm>: OptionalForm {
    static func json(_ value: Form.Value) -> Form.JSON? { Form.json(value) }
    static func checked(_ json: Form.JSON) throws(ManifestError) -> Form.Value {
      try Form.checked(json)
    }
  }

  enum List<Form: JSONForm>: JSONForm {
    static func json(_ values: [Form.Value]) -> [As<Form>]? { values.map { As($0) } }
    static func checked(_ json: [As<Form>]) -> [Form.Value] { json.map(\.value) }
  }

  /// A list, left out if it is empty.
  enum Some<Form: JSONForm>: OptionalForm {
    static func json(_ values: [Form.Value]) -> [As<Form>]? {
      values.isEmpty ? nil : values.map { As($0) }
    }
    static func checked(_ json: [As<Form>]) -> [Form.Value] { json.map(\.value) }
  }

  /// A value without conversion.
  enum Plain<Value: Codable & SendableMetatype>: JSONForm {
    static func json(_ value: Value) -> Value? { value }
    static func checked(_ json: Value) -> Value { json }
  }

  /// `true`, or left out.
  enum Flag: OptionalForm {
    static func json(_ value: Bool) -> Bool? { value ? true : nil }
    static func checked(_ json: Bool) -> Bool { json }
  }

  /// A whole number, left out if it is 0.
  enum NonZero<Form: LimitedInt>: OptionalForm {
    static func json(_ value: Int) -> Int? { value == 0 ? nil : value }
    static func checked(_ number: Int) throws(ManifestError) -> Int { try Form.checked(number) }
  }

  /// The version of the format; any other version is refused.
  enum Version: JSONForm {
    static func json(_ number: Int) -> Int? { number }
    static func checked(_ number: Int) throws(ManifestError) -> Int {
      guard number == SheetManifest.version else { throw .otherVersion(number) }
      return number
    }
  }

  /// A case of an enumeration, by name.
  enum Named<Value: RawRepresentable<String> & CaseIterable>: JSONForm {
    static func json(_ value: Value) -> String? { value.rawValue }
    static func checked(_ name: String) throws(ManifestError) -> Value {
      if let value = Value(rawValue: name) { return value }
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid("'\(name.excerpt)' is not one of \(names)")
    }
  }

  /// A case of an enumeration, by name, left out if it is the first case.
  enum NonDefault<Value: RawRepresentable<String> & CaseIterable>: OptionalForm {
    static func json(_ value: Value) -> String? {
      value.rawValue == Value.allCases.first?.rawValue ? nil : value.rawValue
    }
    static func checked(_ name: String) throws(ManifestError) -> Value {
      try Named.checked(name)
    }
  }

  enum Path: JSONForm {
    static func json(_ path: String) -> String? { path }
    static func checked(_ path: String) throws(ManifestError) -> String {
      if path.utf8.contains(0) { throw .invalid("a path cannot contain a NUL") }
      return path
    }
  }

  /// The outcome of a tile, which is written but not read.
  enum Status: OptionalForm {
    static func json(_ status: ListedTile.Status?) -> String? { status?.rawValue }
    static func checked(_: String) -> ListedTile.Status? { nil }
  }

  enum Facts: OptionalForm {
    /// The facts, by key.
    ///
    /// If several facts have the same key, the last one is used.
    static func json(_ facts: [PlannedFact]) -> [String: Fact.Value]? {
      facts.isEmpty ? nil : Dictionary(facts.map { ($0.key, $0.value) }) { $1 }
    }
    static func checked(_ json: [String: Fact.Value]) -> [PlannedFact] {
      json.map { PlannedFact(key: $0, value: $1) }.sorted { $0.key < $1.key }
    }
  }
}

// MARK: Numbers

/// A number that must be within limits.
protocol Limited: JSONForm where JSON == Value, Value: Comparable {
  static var limits: ClosedRange<Value> { get }
}

protocol LimitedInt: Limited where Value == Int {}
protocol LimitedDouble: Limited where Value == Double {}

extension Limited {
  static func json(_ value: Value) -> Value? { value }
  static func checked(_ value: Value) throws(ManifestError) -> Value {
    if limits.contains(value) { return value }
    throw .invalid("\(value) is not from \(limits.lowerBound) to \(limits.upperBound)")
  }
}

extension ManifestJSON {
  enum Count: LimitedInt { static let limits = 0...PixelExtent.maximumSide }
  enum Side: LimitedInt { static let limits = 1...PixelExtent.maximumSide }
  enum Pixels: LimitedInt { static let limits = 0...Int.max }
  enum ChangedPixels: LimitedInt { static let limits = 1...Int.max }
  enum Compression: LimitedInt { static let limits = 0...9 }
  enum Density: LimitedInt { static let limits = 1...100_000 }
  enum Fraction: LimitedDouble { static let limits = 0.0...1 }
  enum Similarity: LimitedDouble { static let limits = -1.0...1 }
  enum Distance: LimitedDouble { static let limits = 0.0...100 }
  enum Em: LimitedDouble { static let limits = TypeScale.limits }
  /// A coordinate that a PNG can have; no sum, difference or product of two such coordinates
  /// overflows.
  enum Coordinate: LimitedInt {
    static let limits = -PixelExtent.maximumSide...PixelExtent.maximumSide
  }
  enum Position: LimitedDouble {
    static let limits = -LayoutError.maximumLength...LayoutError.maximumLength
  }

  enum Enlarging: JSONForm {
    static func json(_ value: Enlargement) -> Bool? { value == .allowed }
    static func checked(_ json: Bool) -> Enlargement { json ? .allowed : .never }
  }

  enum Quality: OptionalForm {
    static func json(_ quality: SheetQuality) -> Int? { quality.level }
    static func checked(_ level: Int) throws(ManifestError) -> SheetQuality {
      guard 1...100 ~= level else { throw .invalid("\(level) is not from 1 to 100") }
      return .level(level)
    }
  }

  enum Depth: JSONForm {
    static func json(_ depth: SampleDepth) -> Int? { depth.bits }
    static func checked(_ bits: Int) throws(ManifestError) -> SampleDepth {
      if let depth = SampleDepth(rawValue: bits) { return depth }
      throw .invalid("\(bits) is not 8 or 16")
    }
  }

  enum Sharpening: JSONForm {
    static func json(_ mask: UnsharpMask) -> Double? { mask.amount }
    static func checked(_ amount: Double) throws(ManifestError) -> UnsharpMask {
      if let mask = UnsharpMask(amount: amount) { return mask }
      let amounts = UnsharpMask.amounts
      throw .invalid("\(amount) is not from \(amounts.lowerBound) to \(amounts.upperBound)")
    }
  }

  /// The scale at which a picture is decoded, left out if it is decoded at full size.
  enum Shrinking: OptionalForm {
    static func json(_ scale: PictureScale) -> Double? {
      scale == .whole ? nil : 1 / Double(scale.rawValue)
    }
    static func checked(_ fraction: Double) throws(ManifestError) -> PictureScale {
      guard let scale = PictureScale.allCases.first(where: { 1 / Double($0.rawValue) == fraction })
      else { throw .invalid("it is not one of 1, 0.5, 0.25 and 0.125") }
      return scale
    }
  }
}

extension ManifestJSON {
  /// Parts of a text, each with its start and its end in Unicode scalars; left out if there are
  /// none.
  enum TextParts: OptionalForm {
    /// The maximum number of parts of one text.
    private static let most = 100

    static func json(_ parts: [Range<Int>]) -> [[Int]]? {
      parts.isEmpty ? nil : parts.map { [$0.lowerBound, $0.upperBound] }
    }
    static func checked(_ json: [[Int]]) throws(ManifestError) -> [Range<Int>] {
      if json.count > most { throw .invalid("there are more than \(most) parts") }
      var parts: [Range<Int>] = []
      for part in json {
        guard part.count == 2, part[0] >= parts.last?.upperBound ?? 0, part[0] < part[1] else {
          throw .invalid(
            "\(part) must be a start and a greater end, and come after the part before it")
        }
        parts.append(part[0]..<part[1])
      }
      return parts
    }
  }
}

// MARK: Descriptions

extension ManifestJSON {
  enum Font: JSONForm {
    static func json(_ font: FontChoice) -> String? { font.description }
    static func checked(_ text: String) throws(ManifestError) -> FontChoice {
      if let font = FontChoice(text) { return font }
      throw .invalid("'\(text.excerpt)' is not a font, such as 'auto', 'builtin' or 'Serif 12'")
    }
  }

  /// A line or a shadow.
  enum Drawn<Value: LosslessStringConvertible>: JSONForm {
    static func json(_ value: Value) -> String? { value.description }
    static func checked(_ text: String) throws(ManifestError) -> Value {
      if let value = Value(text) { return value }
      throw .invalid("'\(text.excerpt)' is not a width and a colour, such as '2 red'")
    }
  }

  /// The border of a single picture.
  enum OwnBorder: JSONForm {
    static func json(_ border: TileBorder) -> String? { border.description }
    static func checked(_ text: String) throws(ManifestError) -> TileBorder {
      if let border = TileBorder(text) { return border }
      throw .invalid("'\(text.excerpt)' is neither a width and a colour nor none")
    }
  }

  enum Ink: JSONForm {
    static func json(_ color: Color) -> String? { color.hexadecimal }
    static func checked(_ text: String) throws(ManifestError) -> Color {
      do { return try Color(parsing: text) } catch {
        throw .invalid("'\(text.excerpt)' is \(error)")
      }
    }
  }

  enum Bands: JSONForm {
    static func json(_ bands: Sheet.Bands) -> String? { bands.description }
    static func checked(_ text: String) throws(ManifestError) -> Sheet.Bands {
      if let bands = Sheet.Bands(text) { return bands }
      throw .invalid("'\(text.excerpt)' is not valid; write \(Sheet.Bands.form)")
    }
  }

  enum Colormap: JSONForm {
    static func json(_ map: Sheet.Colormap) -> String? { map.description }
    static func checked(_ text: String) throws(ManifestError) -> Sheet.Colormap {
      if let map = Sheet.Colormap(text) { return map }
      throw .invalid("'\(text.excerpt)' is neither the name of a colour map nor an opaque colour")
    }
  }

  enum Background: JSONForm {
    static func json(_ background: Backdrop) -> String? { background.description }
    static func checked(_ text: String) throws(ManifestError) -> Backdrop {
      do { return try Backdrop(parsing: text) } catch {
        throw .invalid("'\(text.excerpt)' is \(error)")
      }
    }
  }
}
