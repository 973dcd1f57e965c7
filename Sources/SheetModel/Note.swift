private import Synchronization

/// A message about a run: a value, so that a terminal, a report and a test each choose their form.
package struct Note: Hashable, Sendable {
  /// The importance of a note.
  package typealias Severity = Sheet.Severity

  /// The subject matter, by which programs and tests ask for notes.
  package enum Kind: String, CaseIterable, Sendable {
    // Files that were found.
    case emptyFolder, unreadFiles, ownPage, ownDocument, passedFolder, passedSheet, passedSheets
    case shownSheets
    // Facts of pictures, and the selection of pictures.
    case unmatchedRows, unmatchedNames, missingFacts, unreadSidecars, shortenedFacts, chosen, copies
    case vagueNames, vaguePositions, mixedCameras, absentList, otherPages
    // Rules of options for some pictures or pairs.
    case staleRule, staleArea
    // Pairs of pictures in comparisons.
    case comparedFolders, linkedPairs, wholeFolder, unpairedFiles, staleMask, uncompared
    // Planning.
    case limitedWeights, missingNumbers, noneBest, foreignFaces, vainSpans
    case doubtfulToken, unusedTable
    case withoutPlace, unwanted, emptyLine, clash
    case reducedCells, dividedSheet, reducedPictures, reducedSpans, largePage
    case tinyPictures, faintSamples, vainStretch
    case shortenedLabels, shortenedTexts, omittedLabels
    // Output files.
    case foreignConfiguration, unreadConfiguration, pixelsOnPaper, plainLabel, font, exactFile
    case pictureColor, dependencies
    case keptPage, unchangedFile, unwrittenPage, olderFiles, heldPlaces, smallerEmbedded, largeFile
    case unoptimizedFile, unlinkedPictures
    // Reasons of an exit status.
    case unreadablePicture, failure
  }

  /// A number in the text, for programs.
  package enum Measure: String, Sendable {
    case count, total, side
  }

  /// The subject matter.
  package let kind: Kind
  /// The importance of the note.
  package let severity: Severity
  /// The file or picture that the note is about, or the first of several; nil if none.
  package let subject: String?
  /// The bytes of the subject; nil if it is UTF-8, as all but names of files are.
  package var subjectBytes: [UInt8]?
  /// The message, without a remedy.
  package let text: String
  /// The remedy; nil if there is none.
  package let remedy: Remedy?
  /// Numbers in the text.
  package let measures: [Measure: Int]

  /// Creates a note.
  package init(
    _ kind: Kind, as severity: Severity = .note, about subject: String? = nil, _ text: String,
    remedy: Remedy? = nil, _ measures: [Measure: Int] = [:]
  ) {
    (self.kind, self.severity, self.subject) = (kind, severity, subject)
    (self.text, self.remedy, self.measures) = (text, remedy, measures)
  }
}

extension Note: CustomStringConvertible {
  /// The message in one line: `3 of 84 labels are shortened; larger cells show them whole`.
  ///
  /// The remedy is in the words of programs.
  package var description: String { message(.properties) }

  /// The message in one line, in a spelling of the settings that the remedy names.
  package func message(_ spelling: Spelling) -> String {
    remedy.map { "\(text); \($0.text(spelling))" } ?? text
  }
}

extension [Note] {
  /// The notes of a kind.
  package func of(_ kind: Note.Kind) -> [Note] { filter { $0.kind == kind } }
}

/// The notes of a run in the order of their arrival, each once.
///
/// A run that fails keeps the notes that it added before.
package final class Notes: Sendable {
  private struct State {
    var all: [Note] = []
    var known: Set<Note> = []
    var printedCount = 0
  }

  private let state = Mutex(State())

  /// Creates an empty collector.
  package init() {}

  /// Adds notes, unless they are known.
  package func add(_ notes: some Sequence<Note>) {
    for note in notes {
      state.withLock { if $0.known.insert(note).inserted { $0.all.append(note) } }
    }
  }

  /// Adds a note, unless it is known; nil adds nothing.
  package func add(_ note: Note?) { add(CollectionOfOne(note).lazy.compactMap(\.self)) }

  /// All notes.
  package var all: [Note] { state.withLock(\.all) }

  /// The notes of a kind.
  package func of(_ kind: Note.Kind) -> [Note] { all.of(kind) }

  /// The notes that have arrived since the last call.
  package func unprinted() -> ArraySlice<Note> {
    state.withLock { state in
      defer { state.printedCount = state.all.count }
      return state.all[state.printedCount...]
    }
  }
}

extension Sheet {
  /// The importance of a note on a sheet.
  public enum Severity: String, CaseIterable, Sendable {
    /// Worth knowing on request.
    case detail
    /// Worth knowing.
    case note
    /// Worth knowing even in quiet mode: another machine may make a different sheet.
    case warning
    /// Something is missing or failed.
    case error
  }
}
