// Coordinates that come from outside are bounded where they are decoded, and nowhere else: no PNG
// has room for larger ones, and no sum, difference or product of two of them overflows.

extension KeyedDecodingContainer {
  /// A number of pixels from `-LayoutError.maximumLength` to `LayoutError.maximumLength`.
  fileprivate func decodePixels(_ key: Key) throws -> Int {
    let pixels = try decode(Int.self, forKey: key)
    try check(Double(pixels), "\(pixels)", key)
    return pixels
  }

  /// A distance in pixels within the same bounds.
  fileprivate func decodeDistance(_ key: Key) throws -> Double {
    let distance = try decode(Double.self, forKey: key)
    try check(distance, "\(distance)", key)
    return distance
  }

  private func check(_ value: Double, _ text: String, _ key: Key) throws {
    let limit = LayoutError.maximumLength
    if value.magnitude <= limit { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: self,
      debugDescription:
        "\(text) is not -\(Int(limit)) to \(Int(limit)), which is what a PNG can have")
  }
}

private enum CoordinateKey: CodingKey { case x, y, width, height }

extension PixelSize: Decodable {
  /// Decodes a size whose sides are within ±``LayoutError/maximumLength``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CoordinateKey.self)
    self.init(
      width: try values.decodePixels(.width), height: try values.decodePixels(.height))
  }
}

extension PixelRect: Decodable {
  /// Decodes an area whose coordinates are within ±``LayoutError/maximumLength``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CoordinateKey.self)
    self.init(
      x: try values.decodePixels(.x), y: try values.decodePixels(.y),
      width: try values.decodePixels(.width), height: try values.decodePixels(.height))
  }
}

extension Rect: Codable {
  /// Decodes an area from the keys `x`, `y`, `width` and `height`, all of them required and within
  /// ±``LayoutError/maximumLength``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CoordinateKey.self)
    self.init(
      x: try values.decodeDistance(.x), y: try values.decodeDistance(.y),
      width: try values.decodeDistance(.width), height: try values.decodeDistance(.height))
  }

  /// Encodes the area under the keys `x`, `y`, `width` and `height`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CoordinateKey.self)
    try values.encode(minX, forKey: .x)
    try values.encode(minY, forKey: .y)
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
  }
}

extension Column: Codable {
  /// Decodes a column whose edge and width are within ±``LayoutError/maximumLength``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CoordinateKey.self)
    self.init(x: try values.decodeDistance(.x), width: try values.decodeDistance(.width))
  }

  /// Encodes the edge and the width, without the alignment, which placements have used.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CoordinateKey.self)
    try values.encode(x, forKey: .x)
    try values.encode(width, forKey: .width)
  }
}
