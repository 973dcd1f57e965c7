internal import SheetLayout
internal import SheetPictures

/// Writes the picture of a page: exact, or as a JPEG if that is smaller.
///
/// Which form is smaller is known only at the end. A page whose JPEG has optimised tables is held
/// in both forms until then. A larger page starts in both forms, and after a number of bytes only
/// the smaller one continues.
final class PDFPictureWriter {
  private let objects: PDFObjects
  /// The picture of the page.
  let picture: PDFReference
  private let exactEntries: PDFSyntax
  private var exactData = PNGPixelData()
  private var exact: (bytes: [UInt8], summary: [UInt8]) = ([], [])
  private var jpeg: (stream: JPEGStream, bytes: [UInt8])?
  private let jpegSpace: PDFSyntax
  /// The stream of the picture; nil before its form is chosen.
  private var stream: PDFObjects.OpenStream?

  /// The pictures that were taken out of the page.
  ///
  /// If there are any, the page itself is small, and is kept in memory until it is complete.
  private(set) var detached: [(reference: PDFReference, area: PixelRect)] = []

  /// The stream of the coverage, kept until the stream of colours is written.
  ///
  /// A file contains one stream after another. The coverage usually takes a few bytes per row, and
  /// at most one per pixel.
  private let mask: (encoder: PNGBandEncoder, reference: PDFReference)?
  private var maskData = PNGPixelData()
  private var maskBytes: [UInt8] = []

  private let chosenWay: PDFPageEncoder.ChosenWay
  /// The number of bytes of a page held in both forms before only the smaller one is continued.
  private let heldBytes: Int

  /// Starts a picture that is exact, or in the smaller of two forms.
  ///
  /// Each form has its own colour space. The JPEG's is also used for pictures that are taken out.
  init(
    _ objects: PDFObjects, _ picture: PDFReference, _ encoder: PNGBandEncoder, _ space: PDFSyntax,
    mask: (PNGBandEncoder, PDFReference)? = nil, or jpeg: JPEGStream?, _ jpegSpace: PDFSyntax,
    choosing chosenWay: PDFPageEncoder.ChosenWay,
    holding heldBytes: Int = PDFPageEncoder.mostHeldForms
  ) {
    (self.objects, self.picture, self.mask, self.heldBytes) = (objects, picture, mask, heldBytes)
    self.chosenWay = chosenWay
    exactEntries = """
      \(Self.entries(of: encoder))/ColorSpace\(space)\
      \(mask.map { "/SMask \($0.1)" } ?? "" as PDFSyntax)
      """
    self.jpeg = jpeg.map { ($0, []) }
    self.jpegSpace = jpegSpace
  }

  /// Writes the next band of the page.
  func write(_ band: PDFPageEncoder.Band) throws {
    let chosen = stream != nil
    if let colors = band.colors, !chosen || jpeg == nil {
      exact.bytes += exactData.bytes(of: colors)
      exact.summary += colors.summary
    }
    if let piece = band.jpeg, let bytes = try jpeg?.stream.add(piece) { jpeg?.bytes += bytes }
    if let mask = band.mask { maskBytes += maskData.bytes(of: mask) }
    if let jpeg, !chosen, !jpeg.stream.encoder.isOptimized,
      exact.bytes.count + jpeg.bytes.count > heldBytes
    {
      try choose()
    }
    if stream != nil { try put() }
  }

  /// Writes a picture that was taken out of the page.
  func add(_ picture: DetachedPicture) throws {
    let reference = objects.reference()
    let stream = try objects.begin(entries(of: picture.encoder), as: reference)
    try objects.write(picture.bytes)
    try objects.end(stream)
    detached.append((reference, picture.area))
  }

  func finish() throws {
    if let bytes = try jpeg?.stream.finish() { jpeg?.bytes += bytes }
    if stream == nil { try choose() }
    try put()
    if let stream { try objects.end(stream) }
    guard let mask else { return }
    let stream = try objects.begin(
      "\(Self.entries(of: mask.encoder))/ColorSpace/DeviceGray", as: mask.reference)
    try objects.write(maskBytes)
    try objects.end(stream)
  }

  /// Chooses the form that is smaller so far.
  func choose() throws {
    if let jpeg, jpeg.bytes.count >= exact.bytes.count { self.jpeg = nil }
    if jpeg != nil { exact = ([], []) }
    chosenWay.choose(exact: jpeg == nil)
    stream = try objects.begin(
      jpeg.map { entries(of: $0.stream.encoder) } ?? exactEntries, as: picture)
  }

  /// Writes the held bytes of the chosen form.
  private func put() throws {
    if let bytes = jpeg?.bytes {
      try objects.write(bytes)
      jpeg?.bytes = []
    } else {
      try objects.write(exact.bytes, digestedAs: exact.summary)
      exact = ([], [])
    }
  }

  /// The entries of a picture's dictionary for the encoding of its stream.
  ///
  /// Source: ISO 32000-1, 7.4.4.4: predictor 15 means the filters of PNG.
  private static func entries(of encoder: PNGBandEncoder) -> PDFSyntax {
    let (channels, bits) = (encoder.format.channels, encoder.format.bitsPerSample)
    return """
      /Type/XObject/Subtype/Image/Width \(encoder.width)/Height \(encoder.height)\
      /BitsPerComponent \(bits)/Filter/FlateDecode\
      /DecodeParms<</Predictor 15/Colors \(channels)/BitsPerComponent \(bits)\
      /Columns \(encoder.width)>>
      """
  }

  private func entries(of encoder: JPEGEncoder) -> PDFSyntax {
    """
    /Type/XObject/Subtype/Image/Width \(encoder.size.width)/Height \(encoder.size.height)\
    /BitsPerComponent 8/Filter/DCTDecode/ColorSpace\(jpegSpace)
    """
  }
}
