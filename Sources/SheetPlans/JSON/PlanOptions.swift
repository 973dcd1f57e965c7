internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetText

/// The options of a plan, as in a manifest.
struct PlanOptions {
  var style = TileStyle()
  var metadata = MetadataUse()
  var unreadablePolicy: UnreadablePolicy
  var type = TypeStyle()
  var encoding: SheetEncoding
  var isGray: Bool
  /// The rule by which pictures are compared; nil where none are.
  var comparison: ComparisonRule?

  /// Decodes options, and checks every value.
  init(_ values: ManifestDecoding) throws {
    style.scaling = try values.decodeCase(.scale)
    style.alignment = try values.decodeCase(.align)
    style.enlargement = try values.decode(Bool.self, forKey: .upscale) ? .allowed : .never
    style.filter = try values.decodeCase(.filter)
    style.sharpening = try values.decodeIfPresent(Double.self, forKey: .sharpen).map { amount in
      guard let mask = UnsharpMask(amount: amount) else {
        throw values.error("\(amount) is not 0 to 5", .sharpen)
      }
      return mask
    }
    style.background = try values.decodeColor(.background, Backdrop.init(parsing:))
    if values.contains(.cellBackground) {
      style.cellBackground = try values.decodeColor(.cellBackground, Color.init(parsing:))
    }
    metadata.orientation = try values.decodeCase(.orient)
    metadata.color = try values.decodeCase(.color)
    unreadablePolicy = try values.decodeCase(.onError)
    encoding = SheetEncoding(
      compressionLevel: try values.decode(.compression, in: 0...9),
      depth: try values.decodeDepth(.depth),
      pixelsPerInch: values.contains(.dpi) ? try values.decode(.dpi, in: 1...100_000) : nil)
    isGray = try values.decode(Bool.self, forKey: .gray)
    comparison = try ComparisonRule(values)
    if values.contains(.text) {
      type = try TypeStyle(values.nestedContainer(keyedBy: ManifestKey.self, forKey: .text))
    }
    if values.contains(.furniture) {
      style.furniture = try Furniture(
        values.nestedContainer(keyedBy: ManifestKey.self, forKey: .furniture))
    }
  }
}

extension SheetPlan {
  /// Encodes what ``PlanOptions`` decodes.
  func encodeOptions(to options: ManifestEncoding) throws {
    var values = options
    try values.encode(style.scaling.rawValue, forKey: .scale)
    try values.encode(style.alignment.rawValue, forKey: .align)
    try values.encode(style.enlargement == .allowed, forKey: .upscale)
    try values.encode(metadata.orientation.rawValue, forKey: .orient)
    try values.encode(style.filter.rawValue, forKey: .filter)
    try values.encodeIfPresent(style.sharpening?.amount, forKey: .sharpen)
    try values.encode("\(style.background)", forKey: .background)
    try values.encodeIfPresent(style.cellBackground?.hexadecimal, forKey: .cellBackground)
    try values.encode(metadata.color.rawValue, forKey: .color)
    try values.encode(unreadablePolicy.rawValue, forKey: .onError)
    try values.encode(encoding.compressionLevel, forKey: .compression)
    try values.encode(encoding.depth.bits, forKey: .depth)
    try values.encode(isGray, forKey: .gray)
    try values.encodeIfPresent(encoding.pixelsPerInch, forKey: .dpi)
    try comparison?.rule.encode(to: &values)
    if type != TypeStyle() || !texts.isEmpty {
      try type.encode(to: values.nestedContainer(keyedBy: ManifestKey.self, forKey: .text))
    }
    if style.furniture != Furniture() {
      try style.furniture.encode(
        to: values.nestedContainer(keyedBy: ManifestKey.self, forKey: .furniture))
    }
  }
}

extension TypeStyle {
  fileprivate init(_ values: ManifestDecoding) throws {
    self.init(
      font: try values.decodeParsed(.font, as: "a font"),
      color: values.contains(.color)
        ? try values.decodeColor(.color, Color.init(parsing:)) : nil,
      label: values.contains(.labelPosition) ? try CellFurniture.Label(values) : nil)
  }

  fileprivate func encode(to values: consuming ManifestEncoding) throws {
    try values.encode("\(font)", forKey: .font)
    try values.encodeIfPresent(color?.hexadecimal, forKey: .color)
    try values.encodeIfPresent(label?.position.rawValue, forKey: .labelPosition)
    try values.encodeIfPresent(label?.height, forKey: .labelHeight)
    try values.encodeIfPresent(label?.gap, forKey: .labelGap)
  }
}

extension CellFurniture.Label {
  fileprivate init(_ values: ManifestDecoding) throws {
    self.init(
      try values.decodeCase(.labelPosition),
      height: try values.decode(.labelHeight, in: 0...Extent.maximumSide, default: 0),
      gap: try values.decode(.labelGap, in: 0...Extent.maximumSide, default: 0))
  }
}

extension Furniture {
  fileprivate init(_ values: ManifestDecoding) throws {
    func line<Value: LosslessStringConvertible>(_ key: ManifestKey) throws -> Value? {
      values.contains(key) ? try values.decodeParsed(key, as: "a width and a colour") : nil
    }
    self.init(
      padding: try values.decode(.padding, in: 0...Extent.maximumSide),
      border: try line(.border), frame: try line(.frame),
      radius: try values.decode(.radius, in: 0...Extent.maximumSide), shadow: try line(.shadow))
  }

  fileprivate func encode(to values: consuming ManifestEncoding) throws {
    try values.encode(padding, forKey: .padding)
    try values.encodeIfPresent(border?.description, forKey: .border)
    try values.encodeIfPresent(frame?.description, forKey: .frame)
    try values.encode(radius, forKey: .radius)
    try values.encodeIfPresent(shadow?.description, forKey: .shadow)
  }
}

extension ManifestDecoding {
  /// The error for an invalid value, or for this object as a whole.
  func error(_ reason: String, _ key: ManifestKey? = nil) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath + [key].compactMap(\.self), debugDescription: reason))
  }

  /// The case of an enumeration.
  func decodeCase<Value: RawRepresentable<String> & CaseIterable>(
    _ key: ManifestKey
  ) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("'\(text)' is not one of \(known)", key)
    }
    return value
  }

  /// A number within bounds, perhaps with a default.
  func decode<Number: Comparable & Decodable>(
    _ key: ManifestKey, in bounds: ClosedRange<Number>, default standard: Number? = nil
  ) throws -> Number {
    if let standard, !contains(key) { return standard }
    let number = try decode(Number.self, forKey: key)
    guard bounds.contains(number) else {
      throw error("\(number) is not \(bounds.lowerBound) to \(bounds.upperBound)", key)
    }
    return number
  }

  /// A value by its description; `form` names the kind of value in the error.
  func decodeParsed<Value: LosslessStringConvertible>(
    _ key: ManifestKey, as form: String
  ) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = Value(text) else { throw error("'\(text)' is not \(form)", key) }
    return value
  }

  /// A colour, or something made of colours.
  func decodeColor<Value>(
    _ key: ManifestKey, _ parse: (String) throws(ColorError) -> Value
  ) throws -> Value {
    let text = try decode(String.self, forKey: key)
    do { return try parse(text) } catch let colorError {
      throw error("'\(text)' is \(colorError)", key)
    }
  }

  /// A path, which must not contain a NUL character.
  func decodePath(_ key: ManifestKey) throws -> String {
    let path = try decode(String.self, forKey: key)
    guard !path.utf8.contains(0) else { throw error("a path holds no NUL", key) }
    return path
  }

  fileprivate func decodeDepth(_ key: ManifestKey) throws -> SampleDepth {
    let bits = try decode(Int.self, forKey: key)
    guard let depth = SampleDepth(rawValue: bits) else {
      throw error("\(bits) is not 8 or 16", key)
    }
    return depth
  }
}
