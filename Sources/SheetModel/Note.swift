private import Synchronization

/// A message about a run, as a value that terminals, reports and tests can each present in their
/// own way.
package struct Note: Hashable, Sendable {
  /// How important a note is.
  package typealias Severity = Sheet.Severity

  /// What a note is about, so that programs and tests can select it.
  package enum Kind: String, CaseIterable, Sendable {
    // Files that were found.
    case emptyFolder, unreadFiles, ownPage, ownDocument, passedFolder, passedSheet, passedSheets
    case repeatedFolder, searchedSubfolders
    case shownSheets
    // Metadata and other facts of pictures, and the choice of pictures.
    case unmatchedRows, unmatchedNames, missingFacts, unreadSidecars, shortenedFacts, chosen, copies
    case vagueWords, vaguePositions, mixedCameras, untimed, datedByName, absentList, otherPages,
      otherFrames
    // Rules in options that apply to some pictures or pairs.
    case staleRule, staleArea
    // Pairs of pictures in comparisons.
    case comparedFolders, linkedPairs, wholeFolder, unpairedFiles, staleMask, uncompared,
      unseenDifferences, omittedDifferences
    // Planning.
    case limitedWeights, unreadWeights, vainWeights, missingNumbers, noneBest, foreignFaces,
      vainSpans
    case doubtfulToken, unusedTable, unreadValues, limitedGroups, otherPathColumn
    case withoutPlace, unwanted, emptyLine, repeatedLine, clash, dividedNames, equalAxes
    case unnamedColumns, longRows, emptyCells, sampledCells
    case reducedCells, dividedSheet, narrowedSheet, reducedPictures, croppedPictures, reducedSpans
    case largePage, fewerPages
    case omittedHairlines
    case tinyPictures, smallPictures, coarsePictures, faintSamples, clippedSamples, vainStretch
    case notMasks, notGray, fewBands, missingScale, missingOverlays, misshapenOverlays
    case unknownPixelSizes, omittedScaleBars, omittedInsets, unevenRows
    case doubtfulResolutions, differentResolutions
    case shortenedLabels, shortenedTexts, omittedLabels, fewCells, unfilledCells, uncenteredRow
    case uncoveredEdges, heavyCrops
    case paperOrientation
    // Output files.
    case foreignConfiguration, unreadConfiguration, pixelsOnPaper, plainLabel, font, exactFile
    case pictureColor, dependencies
    case noSheet, keptPage, unchangedFile, unwrittenPage, olderFiles, groupFiles, heldPlaces,
      smallerEmbedded,
      largeFile
    case unoptimizedFile, unlinkedPictures, unmarkedPictures, outsideRoot
    // Reasons for an exit status.
    case unreadablePicture, failure
  }

  /// A number in the text, for programs.
  package enum Measure: String, Sendable {
    case count, total, side
  }

  /// What the note is about.
  package let kind: Kind
  /// How important the note is.
  package let severity: Severity
  /// The file or picture that the note is about, or the first of several; nil for none.
  package let subject: String?
  /// The bytes of the subject if it is a file name that is not valid UTF-8; otherwise nil.
  package var subjectBytes: [UInt8]?
  /// The message, without a remedy.
  package let text: String
  /// The remedy; nil if there is none.
  package let remedy: Remedy?
  /// Numbers in the text, by what they measure.
  package let measures: [Measure: Int]

  package init(
    _ kind: Kind, as severity: Severity = .note, about subject: String? = nil, _ text: String,
    remedy: Remedy? = nil, _ measures: [Measure: Int] = [:]
  ) {
    (self.kind, self.severity, self.subject) = (kind, severity, subject)
    (self.text, self.remedy, self.measures) = (text, remedy, measures)
  }
}

extension Note: CustomStringConvertible {
  /// The message on one line: `3 of 84 labels are shortened; larger cells show them whole`.
  ///
  /// The remedy is spelled for programs.
  package var description: String { message(.properties) }

  /// The message on one line, with the settings in the remedy spelled for the reader.
  package func message(_ spelling: Spelling) -> String {
    remedy.map { "\(text); \($0.text(spelling))" } ?? text
  }
}

extension [Note] {
  /// The notes of one kind.
  package func of(_ kind: Note.Kind) -> [Note] { filter { $0.kind == kind } }
}

/// Collects the notes of a run in order of arrival, without duplicates.
///
/// If a run fails, the notes added before the failure remain.
package final class Notes: Sendable {
  private struct State {
    var all: [Note] = []
    var known: Set<Note> = []
    var printedCount = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds notes that are not already there.
  package func add(_ notes: some Sequence<Note>) {
    for note in notes {
      state.withLock { if $0.known.insert(note).inserted { $0.all.append(note) } }
    }
  }

  /// Adds a note unless it is already there; nil adds nothing.
  package func add(_ note: Note?) { add(CollectionOfOne(note).lazy.compactMap(\.self)) }

  package var all: [Note] { state.withLock(\.all) }

  /// The notes of one kind.
  package func of(_ kind: Note.Kind) -> [Note] { all.of(kind) }

  /// The notes added since the last call.
  package func unprinted() -> ArraySlice<Note> {
    state.withLock { state in
      defer { state.printedCount = state.all.count }
      return state.all[state.printedCount...]
    }
  }
}

extension Sheet {
  /// How important a note about a sheet is.
  public enum Severity: String, CaseIterable, Sendable {
    /// Shown only on request.
    case detail
    /// Shown by default.
    case note
    /// Shown even in quiet mode: the sheet may come out differently on another machine.
    case warning
    /// Something failed or is missing.
    case error
  }
}
