import SheetModel
import Testing

/// What the statuses of pairs mean for a comparison.
@Suite struct PairStatusTests {
  @Test(
    "Each status is exactly one of unchanged, changed, allowed and unreadable",
    arguments: FolderComparison.Status.allCases)
  func kinds(status: FolderComparison.Status) {
    let kinds = [
      status.isUnchanged, status.isChange, status == .allowed, status == .unreadable,
    ]
    #expect(kinds.count(where: \.self) == 1)
    #expect(status.isAccepted == (status.isUnchanged || status == .allowed))
  }

  @Test(
    "Equal and ignored pairs are unchanged; of the others, only allowed pairs are accepted"
  )
  func examples() {
    #expect(FolderComparison.Status.allCases.filter(\.isUnchanged) == [.equal, .ignored])
    #expect(
      FolderComparison.Status.allCases.filter { !$0.isAccepted } == [
        .different, .resized, .added, .removed, .renamed, .unreadable,
      ])
  }
}
