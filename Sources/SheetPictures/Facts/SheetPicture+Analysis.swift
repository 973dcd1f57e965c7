package import SheetImaging
internal import SheetLayout
internal import SheetModel

// Facts about a picture whose pixels have been analysed.

extension PictureToken {
  /// The brightness, contrast, colourfulness and sharpness of the picture, from 0 to 1.
  ///
  /// These are followed by its hue in degrees, and its dominant colour.
  static let ofPixels = [
    pixels("brightness", .number) { .share($0.brightness) },
    pixels("contrast", .number) { .share($0.contrast) },
    pixels("saturation", .number) { .share($0.saturation) },
    pixels("hue", .digits) { $0.hue.map { Fact($0) } },
    pixels("sharpness", .number) { .share($0.sharpness) },
    pixels("dominant") { Fact(String($0.thumbnail.dominantColor.hexadecimal.prefix(7))) },
  ]

  private static func pixels(
    _ name: String, _ parameter: TemplateToken.Parameter = .none,
    _ fact: @escaping @Sendable (PixelFacts) -> Fact?
  ) -> PictureToken {
    PictureToken(name, parameter, isRecent: true, .picture { $0.pixelFacts.flatMap(fact) })
  }
}

extension PictureTokens {
  /// The names of the facts about pixels.
  package static let ofPixels = Set(PictureToken.ofPixels.map(\.token.name))
}

extension FactKey {
  /// Whether the key is for a fact about pixels.
  package var isOfPixels: Bool { PictureTokens.ofPixels.contains(name) }
}

extension Fact {
  fileprivate static func share(_ number: Double) -> Fact {
    .rounded(number, as: number.text(decimals: 2))
  }
}

extension MiniatureRows {
  /// Creates the miniature of a picture; its rows are added later.
  package init(of header: PictureHeader, side: Int) {
    let shown = header.pixelRatio.squared(header.size)
    self.init(
      header.format, header.colorSpace, width: header.size.width, height: header.size.height,
      shape: (shown.width, shown.height), side: side)
  }
}

extension SheetPicture {
  /// The picture with the facts about its pixels, which are computed only once.
  ///
  /// It is decoded to its end, at the smallest sufficient scale.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` if the task is cancelled.
  func analyzed() throws -> SheetPicture {
    guard readableHeader != nil, pixelFactsResult == nil else { return self }
    return with(try shrunken(to: PixelFacts.side) { PixelFacts(of: $0, turned: $1) })
  }

  /// The picture reduced to the size at which copies are compared; nil if it cannot be read.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func copyMiniature() throws -> CopyMiniature? {
    try shrunken(to: CopyMiniature.side) { CopyMiniature(of: $0, turned: $1) }.get()
  }

  private func shrunken<Value>(
    to side: Int, _ value: (MiniatureRows, Orientation) -> Value?
  ) throws -> Result<Value?, UnreadablePicture> {
    try reading { header in
      let scale = header.isReducible ? PictureScale.forAnalysis(of: header.size) : .whole
      var reduced = header
      reduced.size = scale.size(of: header.size)
      // Created with the first row, since a small file may claim any size.
      var miniature: MiniatureRows?
      try source.forEachRow(as: header, at: scale) { bytes in
        if miniature == nil { miniature = MiniatureRows(of: reduced, side: side) }
        miniature?.add(bytes)
      }
      return miniature.flatMap { value($0, header.orientation) }
    }
  }

  /// Finds borders, which requires decoding the whole picture.
  ///
  /// - Parameter tolerance: The maximum difference between a border's samples and its colour, from
  ///   0 to 255.
  /// - Returns: The picture with the part inside its borders, if it has any; marked as damaged if
  ///   it cannot be decoded.
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func trimmed(tolerance: Int) throws -> SheetPicture {
    if damage != nil { return self }
    let found = try reading { header in
      let size = header.size
      var search = BorderSearch(
        header.format, width: size.width, height: size.height, tolerance: tolerance)
      try source.forEachRow(as: header) { search.add($0) }
      return search.rest.flatMap {
        TrimmedPicture(of: source, as: header, columns: $0.columns, rows: $0.rows)
      }
    }
    switch found {
    case .success(let part): return part.map { with(kept: $0.kept) } ?? self
    case .failure(let damage): return with(.failure(damage))
    }
  }
}

extension [SheetPicture] {
  /// The pictures with the facts about their pixels; several are decoded at once.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not a picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  package func analyzed(workers: Int, within memory: Int = .max) async throws -> [SheetPicture] {
    try await decoding(
      self, workers: workers, within: memory, held: { $0.takenBytes(reducingTo: PixelFacts.side) }
    ) {
      try $0.analyzed()
    }
  }
}

extension PictureScale {
  /// The smallest scale at which the longer side still has at least ``PixelFacts/side`` pixels.
  fileprivate static func forAnalysis(of size: PixelSize) -> PictureScale {
    allCases.last {
      let reduced = $0.size(of: size)
      return Swift.max(reduced.width, reduced.height) >= PixelFacts.side
    } ?? .whole
  }
}
