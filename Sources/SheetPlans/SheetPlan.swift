package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetText

/// A plan of a sheet: everything rendering needs, except the pictures.
///
/// A plan is created once, by planning a job or by reading a manifest, and never changed. It does
/// not name output files. Encoding a plan as JSON and decoding it gives an equal plan.
package struct SheetPlan: Equatable, Sendable {
  /// The name of the sheet's layout, for information only.
  package internal(set) var layout: String
  /// The pictures on the sheet, in order.
  package internal(set) var pictures: [PlannedPicture]
  /// The number of pictures on earlier pages that are not in this plan; 0 unless the plan starts
  /// with a later page.
  package internal(set) var firstIndex: Int
  /// All pages, in order; at least one in a plan from a job.
  package internal(set) var pages: [SheetPage]

  /// How pictures are shown in their cells.
  package internal(set) var style: TileStyle
  /// The watermark picture; nil for none.
  package internal(set) var watermark: PlannedWatermark?
  /// Which metadata of the files to use.
  package internal(set) var metadata: MetadataUse
  /// What to do with pictures that cannot be read.
  package internal(set) var unreadablePolicy: Sheet.UnreadablePictures
  /// The font and colour of text, and the room for labels.
  package internal(set) var type: TypeStyle
  /// How the sheet is encoded.
  package var encoding: SheetEncoding
  /// Whether all readable pictures on all pages are grey.
  package internal(set) var isGray: Bool
  /// The columns of a layout with tracks, measured from the left margin, for information only;
  /// empty for other layouts.
  package internal(set) var tracks: [Column]
  /// The comparison and its results; nil if nothing is compared.
  package internal(set) var comparison: PlannedComparison?

  /// Creates a plan from its parts.
  ///
  /// Colours are rounded to the 8 bits per component that JSON stores.
  package init(
    layout: String, pictures: [PlannedPicture], firstIndex: Int = 0, pages: [SheetPage],
    style: TileStyle, metadata: MetadataUse, unreadablePolicy: Sheet.UnreadablePictures,
    type: TypeStyle,
    encoding: SheetEncoding, isGray: Bool, tracks: [Column],
    comparison: PlannedComparison? = nil, watermark: PlannedWatermark? = nil
  ) {
    self.layout = layout
    self.pictures = pictures
    self.firstIndex = firstIndex
    self.pages = pages
    self.style = style.asPlanned
    self.metadata = metadata
    self.unreadablePolicy = unreadablePolicy
    self.type = type.withRoundedColor
    self.encoding = encoding
    self.isGray = isGray
    // The placements already reflect the alignments of tracks.
    self.tracks = tracks.map { Column(x: $0.x, width: $0.width) }
    (self.comparison, self.watermark) = (comparison, watermark)
  }
}

extension SheetPlan {
  /// Whether pictures have watermarks, either of text or of a picture.
  package var hasWatermarks: Bool {
    watermark != nil || pages.contains { $0.texts.contains { $0.role == .watermark } }
  }
}

extension SheetPlan {
  /// The rows and columns of the first page, for information only; nil if the layout has none.
  package var grid: PageGrid? { pages.first?.grid }

  /// The number of sections; a section spanning several pages counts once.
  package var sectionCount: Int {
    let sections = pages.flatMap(\.sections)
    let begun = sections.count { !$0.isContinued }
    return sections.first?.isContinued == true ? begun + 1 : begun
  }

  /// Whether a page is worth showing: it has no pictures at all, has at least one readable picture,
  /// or belongs to a comparison.
  package func showsAnything(
    _ page: SheetPage, isUnreadable: (_ index: Int) -> Bool
  ) -> Bool {
    comparison != nil || page.tiles.isEmpty || page.tiles.contains { !isUnreadable($0.index) }
  }

  /// Whether truncated files are shown as far as they could be decoded.
  ///
  /// A compared picture has to be complete.
  package var showsIncomplete: Bool { unreadablePolicy == .placeholder && comparison == nil }

  /// The largest fraction of any picture that is cropped away, from 0 to 1.
  package var largestCrop: Double {
    pages.lazy.flatMap(\.tiles).reduce(0) { largest, tile in
      guard let size = pictures[tile.index].size, let share = tile.croppedShare(of: size) else {
        return largest
      }
      return max(largest, share)
    }
  }

  /// All text on all pages.
  ///
  /// As an array, the labels of 100,000 pictures would take 22 MB more while they are measured.
  package var texts: some Sequence<PlannedText> { PlanTexts(pages) }

  /// The text of the sheet, by font.
  ///
  /// Titles may have their own font. If there is any text, the names on placeholders count as
  /// text in the sheet's font.
  package var textsByFont: [FontChoice: [String]] {
    var written: [FontChoice: [String]] = [:]
    for text in texts {
      written[text.font ?? type.font.withoutSize, default: []].append(text.shown ?? text.text)
    }
    guard !written.isEmpty else { return [:] }
    for page in pages.indices {
      for tile in pages[page].tiles.indices where pages[page].tiles[tile].placement == nil {
        let picture = pictures[pages[page].tiles[tile].index]
        written[type.font.withoutSize, default: []].append(picture.absence ?? picture.shownName)
      }
    }
    return written
  }

  /// The pixel format of all pages.
  ///
  /// It has alpha only if the background is not opaque, since over an opaque background even
  /// transparent pictures become opaque. It is grey if all pictures and all colours are.
  package var format: PixelFormat {
    let colors =
      style.background.colors + (style.cellBackground?.colors ?? []) + style.decoration.colors
      + [type.color, type.labelColor, type.labelDetailColor].compactMap(\.self)
    let isGray = isGray && colors.allSatisfy(\.isGray)
    let hasAlpha = !style.background.isOpaque
    return PixelFormat(
      isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb), encoding.depth)
  }
}

extension SheetPlan {
  /// The plan for a run: with a different encoding, and possibly other settings for unreadable
  /// pictures, or in colour instead of grey.
  package func with(
    _ encoding: SheetEncoding, _ unreadablePolicy: Sheet.UnreadablePictures? = nil,
    isGray: Bool? = nil
  ) -> SheetPlan {
    var plan = self
    plan.encoding = encoding
    plan.unreadablePolicy = unreadablePolicy ?? self.unreadablePolicy
    plan.isGray = isGray ?? self.isGray
    return plan
  }

  /// The plan with pictures renamed, as seen from another folder.
  ///
  /// `others` renames counterparts, other pictures in stacks, masks, overlays, logos and the
  /// watermark, whose names are always paths.
  package func renamingPictures(
    _ rename: (_ index: Int, _ name: FileName) -> FileName,
    others renameOther: (_ name: FileName) -> FileName
  ) -> SheetPlan {
    var plan = self
    for (index, picture) in pictures.enumerated() {
      plan.pictures[index].source = rename(index, picture.source)
      if var other = picture.counterpart {
        other.source = renameOther(other.source)
        other.maskSource = other.maskSource.map(renameOther)
        plan.pictures[index].counterpart = other
      }
      for (place, overlay) in picture.overlays.enumerated() {
        plan.pictures[index].overlays[place].source = renameOther(overlay.source)
      }
      if !picture.stackSources.isEmpty {
        plan.pictures[index].stackSources = picture.stackSources.map(renameOther)
      }
    }
    for (index, page) in pages.enumerated() {
      if let logo = page.logo { plan.pages[index].logo?.source = renameOther(logo.source) }
    }
    if let watermark { plan.watermark?.source = renameOther(watermark.source) }
    return plan
  }

  /// A plan for a single page, to render on its own.
  package func only(_ page: SheetPage) -> SheetPlan {
    var (plan, page) = (self, page)
    plan.pictures = page.tiles.map { pictures[$0.index] }
    plan.firstIndex += page.tiles.first?.index ?? 0
    page.tiles = page.tiles.enumerated().map { $1.at(index: $0) }
    plan.pages = [page]
    // The results of a comparison are reported only with the first page.
    if page.number != 1 {
      plan.comparison = comparison.map { PlannedComparison(rule: $0.rule, pairs: []) }
    }
    return plan
  }
}

extension SheetPlan: CustomStringConvertible {
  /// A short form, such as `a plan of 40 pictures on 2 pages`.
  package var description: String {
    "a plan of \(pictures.count.counted("image")) on \(pages.count.counted("page"))"
  }
}

/// How a sheet is encoded.
package struct SheetEncoding: Equatable, Sendable {
  /// The compression level, from 0 (fast, large files) to 9 (slow, small files).
  package var compressionLevel: Int
  /// How faithfully pixels are stored, if the format is lossy.
  package var quality: SheetQuality
  /// The bits per sample.
  package var depth: SampleDepth
  /// The density stated in the file, in pixels per inch; nil for none.
  package var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: The compression level is 0 to 9, and `pixelsPerInch` is positive.
  package init(
    compressionLevel: Int = 6, quality: SheetQuality = .exact, depth: SampleDepth = .eight,
    pixelsPerInch: Int? = nil
  ) {
    precondition(0...9 ~= compressionLevel, "a compression level is 0 to 9")
    precondition(pixelsPerInch ?? 1 > 0, "an inch has at least one pixel")
    self.compressionLevel = compressionLevel
    self.quality = quality
    self.depth = depth
    self.pixelsPerInch = pixelsPerInch
  }
}

/// How faithfully pixels are stored.
package enum SheetQuality: Equatable, Sendable {
  /// Unchanged pixels if the format allows that; JPEGs get a quality of 90.
  case exact
  /// A quality from 1 (small files, coarse) to 100, on libjpeg's scale.
  case level(Int)

  /// The quality as a number; nil if the encoding is lossless.
  package var level: Int? { if case .level(let level) = self { level } else { nil } }
}
