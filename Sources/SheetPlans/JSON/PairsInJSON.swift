internal import SheetImaging
internal import SheetLayout

extension ComparedPair: Codable {
  /// Decodes a pair, and checks its numbers.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    path = try values.decodePath(.path)
    status = try values.decodeCase(.status)
    guard values.contains(.changed) else {
      counts = nil
      return
    }
    counts = Counts(
      changed: try values.decode(.changed, in: 0...Int.max),
      smoothed: try values.decode(.smoothed, in: 0...Int.max, default: 0),
      share: try values.decode(.share, in: 0...1),
      largest: try values.decode(.largest, in: 0...100),
      box: try values.decodeIfPresent(PixelRect.self, forKey: .box))
  }

  /// Encodes the path, the status, and what has been counted.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(path, forKey: .path)
    try values.encode(status.rawValue, forKey: .status)
    guard let counts else { return }
    try values.encode(counts.changed, forKey: .changed)
    try values.encode(counts.smoothed, forKey: .smoothed)
    try values.encode(counts.share, forKey: .share)
    try values.encode(counts.largest, forKey: .largest)
    try values.encodeIfPresent(counts.box, forKey: .box)
  }
}

extension ComparisonRule {
  /// The rule in the options of a manifest; nil where nothing was compared.
  init?(_ values: ManifestDecoding) throws {
    guard values.contains(.tolerance) else { return nil }
    self.init(
      tolerance: try values.decode(.tolerance, in: 0...1),
      ignoresSmoothing: try values.decodeIfPresent(Bool.self, forKey: .ignoreAntialiasing) ?? true)
  }

  /// Encodes what is decoded.
  func encode(to values: inout ManifestEncoding) throws {
    try values.encode(tolerance, forKey: .tolerance)
    try values.encode(ignoresSmoothing, forKey: .ignoreAntialiasing)
  }
}
