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
    /// Whether pictures are turned as their metadata say.
    public var orient: String
    /// How pictures are resampled.
    public var filter: String
    /// How much tiles are sharpened; missing for not at all.
    public var sharpen: Double?
    /// The colour of the sheet, as `#RRGGBBAA`, or its checker.
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
    /// Whether the pictures of all pages are grey.
    public var gray: Bool
    /// How many pixels make an inch; missing where the file does not say.
    public var dpi: Int?
    /// How texts are written; missing where there are none.
    public var text: TextOptions?
    /// What stands around pictures; missing where nothing does.
    public var furniture: Furniture?
  }
}

extension SheetManifest.Options {
  init(_ plan: SheetPlan, of job: SheetJob) {
    gray = plan.isGray
    let told = job.origin?.options
    scale = told?.scale ?? job.style.scaling.rawValue
    align = told?.align ?? job.style.alignment.rawValue
    upscale = told?.upscale ?? (job.style.enlargement == .allowed)
    orient = job.metadata.orientation.rawValue
    filter = job.style.filter.rawValue
    sharpen = job.style.sharpening?.amount
    background = "\(job.style.background)"
    cellBackground = job.style.cellBackground?.hexadecimal
    color = job.metadata.color.rawValue
    onError = job.unreadablePolicy.rawValue
    compression = job.encoding.compressionLevel
    depth = job.encoding.depth.bits
    dpi = job.encoding.pixelsPerInch
    text = SheetManifest.TextOptions(plan, of: job)
    furniture = SheetManifest.Furniture(job.style.furniture)
  }

  /// Sets what these options say of rendering.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func apply(to job: inout SheetJob) throws(ManifestError) {
    job.metadata.orientation = try manifestValue(orient, "options.orient")
    job.style.filter = try manifestValue(filter, "options.filter")
    job.style.sharpening = nil
    if let sharpen {
      guard let mask = UnsharpMask(amount: sharpen) else {
        throw .invalid(path: "options.sharpen", reason: "\(sharpen) is not 0 to 5")
      }
      job.style.sharpening = mask
    }
    job.style.background = try manifestColor("options.background") { () throws(ColorError) in
      try Backdrop(parsing: background)
    }
    job.style.cellBackground = nil
    if let cellBackground {
      job.style.cellBackground = try manifestColor("options.cellBackground") {
        () throws(ColorError) in
        try Color(parsing: cellBackground)
      }
    }
    job.style.furniture = try furniture?.furniture() ?? Furniture()
    try text?.apply(to: &job.texts)
    job.metadata.color = try manifestValue(color, "options.color")
    job.unreadablePolicy = try manifestValue(onError, "options.onError")
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
}
