import SheetModel
import Testing

/// What the statuses of pairs mean for a comparison.
@Suite struct PairStatusTests {
  @Test(
    "A status is a change, or none was found, or it is allowed, or the pair is unreadable",
    arguments: FolderComparison.Status.allCases)
  func kinds(status: FolderComparison.Status) {
    let kinds = [
      status.isUnchanged, status.isChange, status == .allowed, status == .unreadable,
    ]
    #expect(kinds.count(where: \.self) == 1)
    #expect(status.isAccepted == (status.isUnchanged || status == .allowed))
  }

  @Test("What is compared and differs fails a comparison, and what is covered does not")
  func examples() {
    #expect(FolderComparison.Status.allCases.filter(\.isUnchanged) == [.equal, .ignored])
    #expect(
      FolderComparison.Status.allCases.filter { !$0.isAccepted } == [
        .different, .resized, .added, .removed, .renamed, .unreadable,
      ])
  }
}
