internal import SheetLayout
package import SheetPictures
package import SheetPlans
internal import SheetText

/// A picture as it was and as it is, with how they differ.
package struct PicturePair: Sendable {
  /// The two pictures.
  package let pictures: Pair<PictureFacts>
  /// What changed, as a picture with the facts of the one as it is; nil where that is not known.
  let difference: PictureFacts?
  /// What was found.
  package let finding: ComparedPair
  /// Whether pictures of this format are read here; equal ones of others are not shown.
  let isRead: Bool
  /// The picture as it was, which several pairs may have, without facts of this one; nil for none.
  let reference: PictureFacts?

  /// Creates a pair; nil without any picture.
  package init?(
    _ pictures: Pair<PictureFacts>, difference: SheetPicture?, finding: ComparedPair,
    isRead: Bool = true
  ) {
    reference = pictures.before
    let boxed = Boxed(finding)
    let pictures = pictures.map { $0.with(boxed) }
    guard let shown = pictures.after ?? pictures.before else { return nil }
    self.pictures = pictures
    self.shown = shown
    self.difference = difference.map(shown.with)
    (self.finding, self.isRead) = (finding, isRead)
  }

  /// The picture that the pair is sorted, grouped and listed by.
  package let shown: PictureFacts

  /// Whether the pair is on a sheet that shows some.
  package func isShown(_ pairs: ShownPairs) -> Bool {
    switch finding.status {
    case .equal: pairs == .all && isRead
    case .allowed: pairs == .all
    default: pairs != .none
    }
  }

  /// What the heading of its row says besides the path: how much has changed; nil where a cell says it.
  var told: String? {
    switch finding.status {
    case .different, .resized, .allowed: finding.counts.map(told)
    case .equal: "equal"
    case .renamed: "renamed from \(finding.oldPath?.oneLine ?? "")"
    case .added, .removed, .unreadable: nil
    }
  }

  /// `1.2 %`, or the number of pixels where they are few.
  private func told(_ counts: ComparedPair.Counts) -> String {
    let tenths = Int((counts.share * 1000).rounded())
    let amount =
      tenths == 0 ? counts.changed.counted("pixel") : "\(tenths / 10).\(tenths % 10) %"
    switch finding.status {
    case .different where counts.changed > 0: return amount
    case .allowed where counts.changed == 0, .different: return finding.statusText
    default: return "\(finding.statusText), \(amount)"
    }
  }
}
