package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SystemPackage

/// A picture that has been probed, with what is known before decoding.
package struct SheetPicture: Sendable {
  /// The source that was probed.
  package var source: any PictureSource { probed.source }
  /// The header, or the reason why it could not be read.
  package var header: Result<PictureHeader, UnreadablePicture> { probed.header }
  /// The size as shown, upright and with square pixels; nil if the picture could not be read.
  package var size: PixelSize? {
    if case .success(let header) = probed.header { header.shownSize } else { nil }
  }
  /// The path and file status; nil if the picture was not found as a file in this run.
  package var found: FoundImage? { probed.found }
  /// The requested facts that come from metadata.
  var metadataFacts: [FactKey: Fact] { probed.metadataFacts }
  /// The face regions; nil if they were not requested, or if none are recorded.
  package var faces: FaceRegions? { probed.analysis?.faces }
  /// What is wrong with the picture's facts.
  package var factFaults: FactFaults { probed.factFaults }

  /// How the picture relates to pictures that look like it; nil if there are no such pictures.
  package var lookalikes: Lookalikes? { probed.analysis?.lookalikes }
  /// The facts about the picture's pixels, or the reason why the pixels cannot be read; nil if they
  /// were not analysed.
  var pixelFactsResult: Result<PixelFacts?, UnreadablePicture>? {
    probed.analysis?.pixelFactsResult
  }
  /// The facts about the picture's pixels; nil if the pixels were not analysed, or if the picture
  /// is damaged or fully transparent.
  package var pixelFacts: PixelFacts? { (try? pixelFactsResult?.get()) ?? nil }
  /// The part inside the picture's borders, in pixels of the upright picture.
  ///
  /// Nil if there are no borders, or if they were not searched for.
  package var kept: Rect? { probed.analysis?.kept }
  /// The translucent pictures that are drawn over the picture, from bottom to top.
  package var overlays: [PictureOverlay] { probed.overlays }

  /// A reference, because pictures are sorted, grouped and planned by the hundred thousand.
  private let probed: Probed

  private final class Probed: Sendable {
    let source: any PictureSource
    /// The properties of the source that planning reads most often, kept because reading them from
    /// the source requires a cast.
    let path: FilePath?
    let page: Int?
    let isDifference: Bool
    let header: Result<PictureHeader, UnreadablePicture>
    // Declared after the header, where alignment leaves a gap.
    let factFaults: FactFaults
    let found: FoundImage?
    let metadataFacts: [FactKey: Fact]
    /// The results of analysing the picture's pixels; nil if they were not analysed.
    let analysis: Analysis?
    /// The translucent pictures that are drawn over the picture, from bottom to top.
    let overlays: [PictureOverlay]

    /// Creates a picture with the path, the facts and, unless others are given, the overlays of
    /// another picture.
    init(
      _ source: any PictureSource, _ header: Result<PictureHeader, UnreadablePicture>,
      of other: Probed, analysis: Analysis? = nil, overlays: [PictureOverlay]? = nil
    ) {
      self.overlays = overlays ?? other.overlays
      (self.source, self.header) = (source, header)
      (path, page, isDifference) = (
        source.filePath, source.requestedPage, source is PictureDifference
      )
      (found, metadataFacts) = (other.found, other.metadataFacts)
      (factFaults, self.analysis) = (other.factFaults, analysis ?? other.analysis)
    }

    /// Keeps the results, but not the metadata of the header, which may be much larger.
    init(
      _ source: any PictureSource, _ header: Result<PictureHeader, UnreadablePicture>,
      _ found: FoundImage?, _ findings: MetadataFindings
    ) {
      (self.source, self.found) = (source, found)
      (path, page, isDifference) = (
        source.filePath, source.requestedPage, source is PictureDifference
      )
      (metadataFacts, factFaults) = (findings.facts, findings.faults)
      analysis = findings.faces.map { Analysis(faces: $0) }
      overlays = []
      if case .success(let read) = header, read.metadata != nil {
        self.header = .success(read.withoutMetadata)
      } else {
        self.header = header
      }
    }
  }

  private final class Analysis: Sendable {
    let faces: FaceRegions?
    let pixelFactsResult: Result<PixelFacts?, UnreadablePicture>?
    let lookalikes: Lookalikes?
    let kept: Rect?

    init(
      faces: FaceRegions?, pixelFactsResult: Result<PixelFacts?, UnreadablePicture>? = nil,
      lookalikes: Lookalikes? = nil, kept: Rect? = nil
    ) {
      (self.faces, self.pixelFactsResult, self.lookalikes, self.kept) = (
        faces, pixelFactsResult, lookalikes, kept
      )
    }

    /// Creates a copy of other results, with some of them replaced.
    convenience init(
      _ other: Analysis?, pixelFactsResult: Result<PixelFacts?, UnreadablePicture>? = nil,
      lookalikes: Lookalikes? = nil, kept: Rect? = nil
    ) {
      self.init(
        faces: other?.faces, pixelFactsResult: pixelFactsResult ?? other?.pixelFactsResult,
        lookalikes: lookalikes ?? other?.lookalikes, kept: kept ?? other?.kept)
    }
  }

  /// The requested facts in a picture's metadata, what is wrong with them, and the faces.
  package typealias MetadataFindings = (
    facts: [FactKey: Fact], faults: FactFaults, faces: FaceRegions?
  )

  /// Creates a picture whose header was read, or could not be read.
  package init(
    _ source: any PictureSource, _ header: Result<PictureHeader, UnreadablePicture>,
    as found: FoundImage? = nil, _ findings: MetadataFindings = ([:], [], nil)
  ) {
    self.init(Probed(source, header, found, findings))
  }

  /// Reads the header of a picture, but neither pixels nor facts.
  package init(_ source: any PictureSource) {
    do throws(ContactSheetError) {
      self.init(source, try Self.header(source.pictureName) { try source.header() })
    } catch {
      self.init(source, .failure(UnreadablePicture(source.pictureName, reason: "\(error)")))
    }
  }

  private init(_ probed: Probed) {
    self.probed = probed
  }

  /// This picture, marked as damaged after decoding failed.
  package func damaged(_ reason: UnreadablePicture) -> SheetPicture {
    SheetPicture(Probed(source, .failure(reason), of: probed))
  }

  /// This picture with the facts about its pixels.
  func with(_ pixelFactsResult: Result<PixelFacts?, UnreadablePicture>) -> SheetPicture {
    with(Analysis(probed.analysis, pixelFactsResult: pixelFactsResult))
  }

  /// This picture with the given part inside its borders.
  func with(kept: Rect) -> SheetPicture { with(Analysis(probed.analysis, kept: kept)) }

  /// This picture with its relation to pictures that look like it.
  package func with(_ lookalikes: Lookalikes) -> SheetPicture {
    with(Analysis(probed.analysis, lookalikes: lookalikes))
  }

  /// This picture, together with the pictures for which there is no room in its cell.
  package var withCellmates: [SheetPicture] {
    guard let lookalikes, !lookalikes.cellmates.isEmpty else { return [self] }
    return [with(Lookalikes(original: lookalikes.original, others: lookalikes.others))]
      + lookalikes.cellmates
  }

  /// This picture with a different header, and with the given part inside its borders.
  func with(_ header: PictureHeader, kept: Rect?) -> SheetPicture {
    let analysis = probed.analysis.map {
      Analysis(
        faces: $0.faces, pixelFactsResult: $0.pixelFactsResult, lookalikes: $0.lookalikes,
        kept: kept)
    }
    return SheetPicture(Probed(source, .success(header), of: probed, analysis: analysis))
  }

  /// This picture with others drawn over it.
  func with(_ overlays: [PictureOverlay]) -> SheetPicture {
    SheetPicture(Probed(source, header, of: probed, overlays: overlays))
  }

  /// This picture as shown by another source, with that source's header.
  func with(_ source: any PictureSource, _ header: PictureHeader) -> SheetPicture {
    SheetPicture(Probed(source, .success(header.withoutMetadata), of: probed))
  }

  private func with(_ analysis: Analysis) -> SheetPicture {
    SheetPicture(Probed(source, header, of: probed, analysis: analysis))
  }

  /// A difference picture that shows the changes from another picture to this one, with the facts
  /// of this one.
  ///
  /// Nil if either picture cannot be read.
  package func changes(
    from before: SheetPicture, by rule: ComparisonRule,
    ignoring ignored: IgnoredAreas = IgnoredAreas()
  ) -> SheetPicture? {
    guard let header = readableHeader, let earlier = before.readableHeader else { return nil }
    let difference = PictureDifference(
      from: (before.source, earlier), to: (source, header), by: rule, ignoring: ignored)
    return SheetPicture(Probed(difference, .success(difference.header()), of: probed))
  }

  /// This difference picture under another rule; any other picture unchanged.
  package func showing(_ rule: ComparisonRule) -> SheetPicture {
    guard var difference else { return self }
    difference.rule = rule
    return SheetPicture(Probed(difference, header, of: probed))
  }

  /// This difference picture with the areas that changed; any other picture unchanged.
  package func changed(in areas: [PixelRect]) -> SheetPicture {
    guard var difference else { return self }
    difference.changedAreas = areas
    return SheetPicture(Probed(difference, header, of: probed))
  }

  /// The header that `read` returns, or the reason why there is none.
  ///
  /// An error in the picture becomes the reason why it cannot be read.
  package static func header(
    _ name: FileName, _ read: () throws -> PictureHeader
  ) throws(ContactSheetError) -> Result<PictureHeader, UnreadablePicture> {
    do {
      return .success(try read())
    } catch let error as ContactSheetError {
      throw error
    } catch {
      return .failure(UnreadablePicture(name, reason: "\(error)"))
    }
  }
}

extension SheetPicture {
  /// Why the picture could not be read; nil if it could, or if it does not exist.
  package var unreadable: UnreadablePicture? {
    // Few pictures are unreadable, so checking this first is fast.
    guard case .failure(let unreadable) = header, absence == nil else { return nil }
    return unreadable
  }

  /// Why decoding failed before the end of the picture; nil if it did not fail, or if the picture
  /// does not exist.
  package var damage: UnreadablePicture? {
    guard case .failure(let damage) = pixelFactsResult, absence == nil else { return unreadable }
    return damage
  }

  /// The header; nil if the picture could not be read.
  package var readableHeader: PictureHeader? { try? header.get() }

  /// The picture's file; nil if it is not from a file.
  package var path: FilePath? { probed.path }

  /// The requested page of the picture's file, counted from 0; nil if none was requested.
  ///
  /// For a difference picture, this is the page of the later picture.
  package var page: Int? { probed.page }

  /// The name of the picture's file, whatever the page; for a picture that is not a file, its name.
  package var fileName: FileName {
    page == nil ? name : (source.shown as? any FileSource).map { .path($0.path) } ?? name
  }

  /// The name that the picture's source gives it.
  package var name: FileName { source.pictureName }
}

extension SheetPicture {
  /// The changes between two pictures, if that is what this picture shows.
  package var difference: PictureDifference? {
    probed.isDifference ? source as? PictureDifference : nil
  }
}

extension PictureSource {
  /// The source as it was found; for a difference picture, the source of the later picture.
  fileprivate var shown: any PictureSource {
    ((self as? PictureDifference)?.after ?? self).unstretched
  }

  /// The file; nil if there is none.
  fileprivate var filePath: FilePath? { (unstretched as? any FileSource)?.path }

  /// The requested page of the file, counted from 0; nil if none was requested.
  fileprivate var requestedPage: Int? { (shown as? LibraryFile)?.page }
}

extension Sequence<SheetPicture> {
  /// Whether all readable pictures are grey, including what is drawn over them; false if there are
  /// none.
  package var areGray: Bool { areGray(asGrayscale: false) }

  /// Whether all readable pictures are shown in grey, including what is drawn over them; false if
  /// there are none.
  ///
  /// - Parameters:
  ///   - isGrayscale: Whether the pictures themselves, whatever their colours, are shown in grey.
  ///   - marks: Logos and watermarks, which keep their colours.
  /// - Returns: Whether everything is grey.
  package func areGray(asGrayscale isGrayscale: Bool, and marks: [SheetPicture] = []) -> Bool {
    let answers = [
      allReadable { header, overlays in
        (isGrayscale || header.format.channels.isGray) && overlays.allSatisfy(\.isGray)
      },
      marks.allReadable { header, _ in header.format.channels.isGray },
    ].compactMap(\.self)
    return !answers.isEmpty && !answers.contains(false)
  }

  /// Whether all readable pictures have few colours, and nothing is drawn over them; false if there
  /// are none.
  package var haveFewColors: Bool { allReadable { $0.hasFewColors && $1.isEmpty } ?? false }

  /// Whether all readable pictures meet a condition; nil if there are none.
  private func allReadable(_ condition: (PictureHeader, [PictureOverlay]) -> Bool) -> Bool? {
    var isAny = false
    for picture in self {
      guard let header = picture.readableHeader else { continue }
      guard condition(header, picture.overlays) else { return false }
      isAny = true
    }
    return isAny ? true : nil
  }
}

/// A picture that could not be read, or could be read only in part, and the reason.
package struct UnreadablePicture: Error, Equatable, Sendable {
  /// The picture's name.
  package var name: String { source.text }
  /// The name as written to JSON.
  package var source: FileName
  /// The reason, as a fragment to follow the name and a colon.
  package var reason: String
  /// Whether the picture is shown as far as it could be decoded.
  package var isIncomplete: Bool
  /// A memory budget, in bytes, that would be enough; nil if reading failed for another reason.
  private let excessiveBytes: Int?
  /// Whether the file is not a picture at all, and does not have the extension of one either.
  private let isOtherFile: Bool
  /// Whether the picture does not exist, so that its cell shows the reason as text.
  package let isAbsent: Bool

  /// Creates a report about a picture.
  package init(name: String, reason: String, isIncomplete: Bool = false) {
    self.init(.text(name), reason: reason, isIncomplete: isIncomplete)
  }

  /// Creates a report about a picture whose name may consist of any bytes.
  package init(
    _ source: FileName, reason: String, isIncomplete: Bool = false, excessiveBytes: Int? = nil,
    isOtherFile: Bool = false, isAbsent: Bool = false
  ) {
    self.isAbsent = isAbsent
    (self.source, self.reason, self.isIncomplete) = (source, reason, isIncomplete)
    (self.excessiveBytes, self.isOtherFile) = (excessiveBytes, isOtherFile)
  }
}

extension UnreadablePicture {
  /// The note about the picture.
  package var note: Note {
    Note(
      .unreadablePicture, as: .error, about: source, "\(self)",
      remedy: isOtherFile ? "\(.include, "*.png") leaves such files out" : remedy)
  }

  /// A memory budget that would be large enough; nil if none was exceeded.
  var remedy: Remedy? { excessiveBytes.map { "\(.maxMemory, $0) is enough" } }
}

/// The result of `read`.
///
/// An error in the picture becomes the reason why it cannot be read.
///
/// - Throws: ``UnreadablePicture``; ``ContactSheetError`` and `CancellationError` unchanged.
package func naming<Value: ~Copyable>(
  _ source: any PictureSource, _ read: () throws -> Value
) throws -> Value {
  do {
    return try read()
  } catch
    where error is ContactSheetError || error is CancellationError || error is UnreadablePicture
  {
    throw error
  } catch {
    throw UnreadablePicture(source.pictureName, reason: "\(error)")
  }
}

extension SheetPicture {
  /// The result of `body`, or the reason why the picture could not be read.
  ///
  /// - Throws: ``ContactSheetError`` and `CancellationError` from `body`.
  package func reading<Success: ~Copyable>(
    _ body: (PictureHeader) throws -> Success
  ) throws -> Result<Success, UnreadablePicture> {
    do {
      return .success(try naming(source) { try body(header.get()) })
    } catch let unreadable as UnreadablePicture {
      return .failure(unreadable)
    }
  }
}

extension UnreadablePicture: CustomStringConvertible {
  /// A complete message such as `cannot read 'a.png': unexpected end of file`.
  package var description: String {
    "cannot read \(isIncomplete ? "all of " : "")\(source.path.quoted): \(reason)"
  }
}

/// How a picture relates to pictures that look like it.
///
/// It may be a copy, the cover of a stack, or the last picture shown in a cell of a matrix.
package final class Lookalikes: Sendable {
  /// The picture of which another is a copy.
  package struct Original: Equatable, Sendable {
    /// The picture's name on labels.
    package let label: String
    /// The picture's path, or the name of a picture that is not a file.
    package let name: FileName

    package init(label: String, name: FileName) { (self.label, self.name) = (label, name) }
  }

  /// The original, if the picture is a copy; otherwise nil.
  package let original: Original?
  /// The other pictures of the stack, if the picture is the cover.
  package let others: [SheetPicture]
  /// The pictures in the same cell for which there is no room.
  package let cellmates: [SheetPicture]
  /// All pictures that the picture stands for.
  package var hidden: [SheetPicture] { others + cellmates }

  package init(
    original: Original? = nil, others: [SheetPicture] = [], cellmates: [SheetPicture] = []
  ) { (self.original, self.others, self.cellmates) = (original, others, cellmates) }
}
