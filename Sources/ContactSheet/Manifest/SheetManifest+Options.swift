internal import SheetImaging
internal import SheetLayout

extension SheetManifest {
  /// The options of a sheet that matter when it is rendered, as the command line names them.
  public struct Options: Equatable, Sendable, Codable {
    /// How a picture's size followed from its cell's; told, not used to render.
    public var scale: String
    /// Where pictures stand in their cells; told, not used to render.
    public var align: String
    /// Whether small pictures were enlarged; told, not used to render.
    public var upscale: Bool
    /// How pictures are resampled.
    public var filter: String
    /// The colour of the sheet, as `#RRGGBBAA`.
    public var background: String
    /// The colour of the cells, as `#RRGGBBAA`; missing where there is none.
    public var cellBackground: String?
    /// Whether pictures' own colour spaces count.
    public var color: String
    /// What is done about pictures that cannot be read.
    public var onError: String
    /// From 0 to 9.
    public var compression: Int
    /// Bits of a sample: 8 or 16.
    public var depth: Int
    /// How many pixels make an inch; missing where the file does not say.
    public var dpi: Int?
  }
}

extension SheetManifest.Options {
  init(_ job: SheetJob) {
    scale = job.style.scaling.rawValue
    align = job.style.alignment.rawValue
    upscale = job.style.enlargement == .allowed
    filter = job.style.filter.rawValue
    background = job.style.background.hexadecimal
    cellBackground = job.style.cellBackground?.hexadecimal
    color = job.colorPolicy.rawValue
    onError = job.unreadablePolicy.rawValue
    compression = job.encoding.compressionLevel
    depth = job.encoding.depth.bits
    dpi = job.encoding.pixelsPerInch
  }

  /// Sets what these options say of rendering.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func apply(to job: inout SheetJob) throws(ManifestError) {
    job.style.filter = try Self.value(filter, "filter")
    job.style.background = try Self.color(background, "background")
    job.style.cellBackground =
      if let cellBackground { try Self.color(cellBackground, "cellBackground") } else { nil }
    job.colorPolicy = try Self.value(color, "color")
    job.unreadablePolicy = try Self.value(onError, "onError")
    guard 0...9 ~= compression else {
      throw .invalid(path: "options.compression", reason: "\(compression) is not 0 to 9")
    }
    guard let depth = SampleDepth(rawValue: depth) else {
      throw .invalid(path: "options.depth", reason: "\(depth) is not 8 or 16")
    }
    if let dpi, !(1...100_000 ~= dpi) {
      throw .invalid(path: "options.dpi", reason: "\(dpi) is not 1 to 100000")
    }
    job.encoding = SheetEncoding(
      compressionLevel: compression, depth: depth, pixelsPerInch: dpi)
  }

  private static func value<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ key: String
  ) throws(ManifestError) -> Value {
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(path: "options.\(key)", reason: "'\(text)' is not one of \(known)")
    }
    return value
  }

  private static func color(_ text: String, _ key: String) throws(ManifestError) -> Color {
    do {
      return try Color(parsing: text)
    } catch {
      throw .invalid(path: "options.\(key)", reason: "\(error)")
    }
  }
}

extension Color {
  /// The colour as `#RRGGBBAA`, to the nearest 8 bits.
  fileprivate var hexadecimal: String {
    "#"
      + pixel(in: PixelFormat(.rgba, .eight)).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }
}
