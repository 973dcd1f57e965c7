import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import Testing

@testable import ContactSheet

/// The words of the vocabulary, which the modules below must know.
@Suite struct VocabularyTests {
  /// Whether two types have equal words.
  static func agree<One, Other>(
    _: One.Type, _: Other.Type
  ) -> Bool
  where One: CaseIterable & RawRepresentable<String>, Other: CaseIterable & RawRepresentable<String>
  {
    Set(One.allCases.map(\.rawValue)) == Set(Other.allCases.map(\.rawValue))
  }

  @Test("Each word is one of the lower module, and each of the lower module is a word")
  func words() {
    #expect(Self.agree(Sheet.Scaling.self, SheetLayout.Scaling.self))
    #expect(Self.agree(Sheet.Position.self, Alignment.self))
    #expect(Self.agree(Sheet.Filter.self, ResampleFilter.self))
    #expect(Self.agree(Sheet.Light.self, ResampleLight.self))
    #expect(Self.agree(Sheet.OwnColors.self, Sheet.OwnColors.self))
    #expect(Self.agree(Sheet.OwnOrientation.self, Sheet.OwnOrientation.self))
    #expect(Self.agree(Sheet.Duplicates.self, Sheet.Duplicates.self))
    #expect(Self.agree(Sheet.UnreadablePictures.self, Sheet.UnreadablePictures.self))
    #expect(Self.agree(Sheet.GroupBreak.self, SheetPlanning.GroupBreak.self))
    #expect(Self.agree(Sheet.ReadingOrder.self, SheetPlanning.ReadingOrder.self))
    #expect(Self.agree(Sheet.LabelPosition.self, LabelPosition.self))
    #expect(Self.agree(Sheet.TextAlignment.self, SheetText.TextAlignment.self))
    #expect(Self.agree(Sheet.Tier.self, TierLayer.self))
    #expect(Self.agree(Sheet.LastRow.self, LastRow.self))
    #expect(Self.agree(Sheet.RowHeading.self, Sheet.RowHeading.self))
    #expect(Self.agree(Sheet.Clash.self, Sheet.Clash.self))
    #expect(Self.agree(FolderComparison.ShownPairs.self, SheetPlanning.ShownPairs.self))
    #expect(Self.agree(FolderComparison.Status.self, FolderComparison.Status.self))
    #expect(Sheet.Depth.allCases.map(\.rawValue) == SampleDepth.allCases.map(\.rawValue))
    #expect(
      Sheet.Picture.Channels.allCases.map(\.rawValue)
        == PixelFormat.Channels.allCases.map(\.rawValue))
    #expect(FolderComparison("a", with: "b").tolerance == ComparisonRule.usualTolerance)
    #expect(Sheet().maxPixels == PixelCount.standard.value)
    #expect(Sheet().maxMemory == ByteLimit.standardMemory.value)
  }

  @Test("Each kind and severity of an issue is that of a note")
  func issues() {
    for severity in Sheet.Issue.Severity.allCases {
      #expect(Note.Severity(rawValue: severity.rawValue) != nil)
    }
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
