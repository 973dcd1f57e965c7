import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import Testing

@testable import ContactSheet

/// Names in the API that lower-level modules must know as well.
@Suite struct VocabularyTests {
  @Test("Constants repeated in lower-level modules equal the defaults of a sheet")
  func numbers() {
    #expect(
      Sheet.Picture.Channels.allCases.map(\.rawValue)
        == PixelFormat.Channels.allCases.map(\.rawValue))
    #expect(FolderComparison("a", with: "b").tolerance == ComparisonRule.defaultTolerance)
    #expect(Sheet().maxPixels == PixelCount.standard.value)
    #expect(Sheet().maxMemory == ByteLimit.standardMemory.value)
  }

  @Test("Every kind of issue is also a kind of note")
  func issues() {
    let kinds: [Sheet.Issue.Kind] = [
      .unreadablePicture, .unwrittenPage, .missingFacts, .shortenedLabels, .omittedLabels, .font,
      .passedSheets, .unreadFiles,
    ]
    for kind in kinds { #expect(Note.Kind(rawValue: kind.rawValue) != nil, "\(kind)") }
    for kind in Note.Kind.allCases {
      #expect(Sheet.Issue(Note(kind, as: .detail, "a")).kind.rawValue == kind.rawValue)
    }
  }
}
