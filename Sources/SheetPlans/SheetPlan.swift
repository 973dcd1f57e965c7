package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetText

/// A plan of a sheet: everything that rendering needs, except the pictures.
///
/// A plan is made once, by planning a job or by reading a manifest, and never changed. It does not
/// name output files. Decoding its JSON gives an equal plan.
package struct SheetPlan: Equatable, Sendable {
  /// The name of its layout; informational.
  package internal(set) var layout: String
  /// The pictures on the sheet, in order.
  package internal(set) var pictures: [PlannedPicture]
  /// The number of pictures before the first, which is above 0 in a plan of later pages.
  package internal(set) var firstIndex: Int
  /// All pages, in order; at least one in a plan from a job.
  package internal(set) var pages: [SheetPage]

  /// The style of pictures in their cells.
  package internal(set) var style: TileStyle
  /// The metadata of the files to honour.
  package internal(set) var metadata: MetadataUse
  /// The policy for pictures that cannot be read.
  package internal(set) var unreadablePolicy: Sheet.UnreadablePictures
  /// The font and colour of texts, and the room for labels.
  package internal(set) var type: TypeStyle
  /// The encoding of the sheet.
  package var encoding: SheetEncoding
  /// Whether all readable pictures on all pages are grey.
  package internal(set) var isGray: Bool
  /// The columns of a layout by tracks, measured from the left margin, informational; empty for
  /// other layouts.
  package internal(set) var tracks: [Column]
  /// The comparison and its results; nil if the sheet compares nothing.
  package internal(set) var comparison: PlannedComparison?

  /// Creates a plan from its parts.
  ///
  /// Colours are rounded to the 8 bits per component that JSON has for them.
  package init(
    layout: String, pictures: [PlannedPicture], firstIndex: Int = 0, pages: [SheetPage],
    style: TileStyle, metadata: MetadataUse, unreadablePolicy: Sheet.UnreadablePictures,
    type: TypeStyle,
    encoding: SheetEncoding, isGray: Bool, tracks: [Column],
    comparison: PlannedComparison? = nil
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
    // Placements have used the alignments of tracks.
    self.tracks = tracks.map { Column(x: $0.x, width: $0.width) }
    self.comparison = comparison
  }
}

extension SheetPlan {
  /// The rows and columns of the first page, informational; nil if the layout has none.
  package var grid: PageGrid? { pages.first?.grid }

  /// The number of sections; a section on several pages is one.
  package var sectionCount: Int {
    let sections = pages.flatMap(\.sections)
    let begun = sections.count { !$0.isContinued }
    return sections.first?.isContinued == true ? begun + 1 : begun
  }

  /// Whether a page shows anything readable: no pictures at all, a readable one, or a comparison.
  package func showsAnything(
    _ page: SheetPage, isUnreadable: (_ index: Int) -> Bool
  ) -> Bool {
    comparison != nil || page.tiles.isEmpty || page.tiles.contains { !isUnreadable($0.index) }
  }

  /// Whether truncated files are shown as far as they go.
  ///
  /// A compared picture has to be whole.
  package var showsIncomplete: Bool { unreadablePolicy == .placeholder && comparison == nil }

  /// The largest fraction of a picture that is cropped, from 0 to 1.
  package var largestCrop: Double {
    pages.lazy.flatMap(\.tiles).reduce(0) { largest, tile in
      guard let crop = tile.placement?.crop, let size = pictures[tile.index].size else {
        return largest
      }
      return max(largest, 1 - crop.width * crop.height / (Double(size.width) * Double(size.height)))
    }
  }

  /// All texts on all pages.
  ///
  /// As an array, the labels of 100,000 pictures would take 22 MB more while they are measured.
  package var texts: some Sequence<PlannedText> {
    pages.lazy.flatMap { page in
      let labels = page.tiles.lazy.compactMap(\.label)
      return [AnySequence(page.drawnTexts), AnySequence(labels)].joined()
    }
  }

  /// The texts of the sheet by their fonts.
  ///
  /// Titles may have a font of their own. If there are any texts, the names on placeholders are
  /// among the texts in the sheet's font.
  package var textsByFont: [FontChoice: [String]] {
    var written: [FontChoice: [String]] = [:]
    for text in texts {
      written[text.font ?? type.font.withoutSize, default: []].append(text.shown ?? text.text)
    }
    guard !written.isEmpty else { return [:] }
    let unreadable = pages.lazy.flatMap(\.tiles).filter { $0.placement == nil }
    written[type.font.withoutSize, default: []] += unreadable.map { pictures[$0.index].shownName }
    return written
  }

  /// The pixel format of all pages.
  ///
  /// It has alpha only if the background is not opaque: over an opaque background even transparent
  /// pictures become opaque. It is grey if all pictures and all colours are.
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
  /// The plan for a run: with another encoding, and perhaps another policy, or in colour instead of
  /// grey.
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

  /// The plan with renamed pictures, as seen from another folder.
  ///
  /// Counterparts, pictures of stacks, masks and logos are renamed too.
  package func renamingPictures(
    _ rename: (_ index: Int, _ name: FileName) -> FileName,
    compared renameOther: (_ index: Int, _ name: FileName) -> FileName,
    stacked renameStacked: (_ name: FileName) -> FileName
  ) -> SheetPlan {
    var plan = self
    for (index, picture) in pictures.enumerated() {
      plan.pictures[index].source = rename(index, picture.source)
      if var other = picture.counterpart {
        other.source = renameOther(index, other.source)
        other.maskSource = other.maskSource.map(renameStacked)
        plan.pictures[index].counterpart = other
      }
      if !picture.stackSources.isEmpty {
        plan.pictures[index].stackSources = picture.stackSources.map(renameStacked)
      }
    }
    for (index, page) in pages.enumerated() {
      if let logo = page.logo { plan.pages[index].logo?.source = renameStacked(logo.source) }
    }
    return plan
  }

  /// The plan of one of the pages, to render it alone.
  package func only(_ page: SheetPage) -> SheetPlan {
    var (plan, page) = (self, page)
    plan.pictures = page.tiles.map { pictures[$0.index] }
    plan.firstIndex += page.tiles.first?.index ?? 0
    page.tiles = page.tiles.enumerated().map { $1.at(index: $0) }
    plan.pages = [page]
    // Results for all pictures are reported once.
    if page.number != 1 {
      plan.comparison = comparison.map { PlannedComparison(rule: $0.rule, pairs: []) }
    }
    return plan
  }
}

extension SheetPlan: CustomStringConvertible {
  /// A short form, such as `a plan of 40 pictures on 2 pages`.
  package var description: String {
    "a plan of \(pictures.count.counted("picture")) on \(pages.count.counted("page"))"
  }
}

/// The encoding of a sheet.
package struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  package var compressionLevel: Int
  /// The fidelity of the stored pixels, if the format is lossy.
  package var quality: SheetQuality
  /// The bits per sample.
  package var depth: SampleDepth
  /// The resolution that the file states, in pixels per inch; nil if there is none.
  package var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: the compression level is 0 to 9, and `pixelsPerInch` is positive.
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

/// The fidelity of stored pixels.
package enum SheetQuality: Equatable, Sendable {
  /// Unchanged pixels, if the format can hold them; a JPEG has a quality of 90.
  case exact
  /// From 1, small and coarse, to 100, on libjpeg's scale.
  case level(Int)

  /// The quality as a number; nil if pixels are exact.
  package var level: Int? { if case .level(let level) = self { level } else { nil } }
}
