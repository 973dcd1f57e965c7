package import SheetFiles
internal import SheetImaging
package import SheetModel
package import SystemPackage

// Pictures whose headers are read from files.

extension SheetPicture {
  /// Reads the header of a picture for a run, and the requested facts.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault.
  package init(
    probing source: any PictureSource, as found: FoundImage? = nil, _ requested: FactQuery,
    using metadata: MetadataUse = MetadataUse()
  ) throws(ContactSheetError) {
    var metadata = metadata
    metadata.needs = requested.needs
    let source = (source as? EncodedPicture)?.using(metadata) ?? source
    let header = try Self.header(source.pictureName) { try source.header() }
    let path = (source as? any FileSource)?.path
    let packets = path.map {
      requested.packets(beside: $0, as: found, MetadataUse(orientation: .ignore)).map(\.packet)
    }
    let texts = path.map { requested.texts(beside: $0, as: found) }
    self.init(source, header, as: found, requested, beside: packets ?? [], texts ?? [])
  }

  /// Reads the header of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - page: The page of the file, counted from 0; nil for the picture that viewers show.
  ///   - found: The path and file status, if the file was found in this run.
  ///   - metadata: Which metadata of the file to use.
  ///   - requested: The requested facts.
  ///   - formats: The known formats: the file is read in the one that its name indicates, or else
  ///     in the one that its first bytes indicate.
  ///   - keepsContents: Whether to keep the contents of a small file, so that it need not be read
  ///     again.
  /// - Throws: ``ContactSheetError`` for errors that are not the file's fault.
  package init(
    fileAt path: FilePath, page: Int? = nil, as found: FoundImage? = nil, _ metadata: MetadataUse,
    _ requested: FactQuery, _ formats: FormatTable, keepsContents: Bool = false
  ) throws(ContactSheetError) {
    var metadata = metadata
    // The needs contain sets, whose memory all files of a run share.
    metadata.needs = requested.needs
    let tried = formats.reading(path.nameBytes)
    func read(
      _ reader: PictureReader
    ) throws(ContactSheetError) -> (any FileSource, Result<PictureHeader, UnreadablePicture>) {
      let file = reader.file(path, metadata)
      return try Self.read(page.map(file.page) ?? file, keepsContents)
    }
    var (file, header) = try read(tried.reader)
    if case .failure = header,
      let beginning = try? path.beginning(upTo: FormatTable.beginning, below: metadata.root),
      beginning.count >= FormatTable.minimumFileSize, !tried.format.matches(beginning)
    {
      let format = formats.recognized(beginning)
      if let reader = format?.reader {
        (file, header) = try read(reader)
      }
      header = header.mapError {
        let mismatch = formats.mismatch(path, beginsAs: format)
        let reason = format?.reader == nil ? mismatch : "\(mismatch): \($0.reason)"
        return UnreadablePicture(
          $0.source, reason: reason,
          isOtherFile: format == nil && formats.hasOtherExtension(path))
      }
    }
    if let page, page > 0, case .success(let read) = header, read.page == nil {
      let reason = PictureFileError.noPage(of: 1)
      header = .failure(UnreadablePicture(.path(path.page(page)), reason: "\(reason)"))
    }
    guard case .success(var read) = header else {
      self.init(file, header, as: found)
      return
    }
    let packets = requested.packets(beside: path, as: found, metadata)
    if metadata.orientation != .ignore {
      let own = packets.lazy.compactMap { packet, isOwn in isOwn ? Orientation(packet) : nil }
      read.turn(by: own.first)
    }
    self.init(
      file, .success(read), as: found, requested, beside: packets.map(\.packet),
      requested.texts(beside: path, as: found))
  }

  /// Creates a picture with the requested facts from its header, its sidecars and the
  /// texts beside it.
  private init(
    _ source: any PictureSource, _ header: Result<PictureHeader, UnreadablePicture>,
    as found: FoundImage?, _ requested: FactQuery, beside packets: [XMPPacket],
    _ texts: [[UInt8]]
  ) {
    let findings = (try? header.get()).map {
      requested.facts(of: $0, beside: packets, texts, named: source.pictureName)
    }
    self.init(source, header, as: found, findings ?? ([:], [], nil))
  }

  private static func read(
    _ file: any FileSource, _ keepsContents: Bool
  ) throws(ContactSheetError) -> (any FileSource, header: Result<PictureHeader, UnreadablePicture>)
  {
    var file = file
    let header = try header(file.pictureName) {
      try keepsContents ? file.headerWithContents() : file.header()
    }
    if case .failure = header, let target = file.path.brokenLinkTarget {
      let reason = "the link leads to \(target.quoted), which does not exist; correct the link"
      return (file, .failure(UnreadablePicture(file.pictureName, reason: reason)))
    }
    return (file, header)
  }

  /// The picture, read again with the requested facts.
  package func probed(
    _ requested: FactQuery, _ metadata: MetadataUse, _ formats: FormatTable
  ) throws(ContactSheetError) -> SheetPicture {
    guard let path else { return try SheetPicture(probing: source, requested, using: metadata) }
    return try SheetPicture(fileAt: path, page: page, as: found, metadata, requested, formats)
  }

  /// The folder below which the picture's file is opened; nil for no restriction.
  package var root: OpenFolder? { (source.unstretched as? any FileSource)?.metadata.root }
}
