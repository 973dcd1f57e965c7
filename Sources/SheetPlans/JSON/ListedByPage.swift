/// What a manifest lists under one key for all of its pages, such as sections, by the numbers of
/// these.
struct ListedByPage<Element> {
  private let key: ManifestKey
  private var elements: [Int: [(index: Int, element: Element)]]

  /// Divides a list.
  ///
  /// - Parameters:
  ///   - listed: The elements with the numbers of their pages, in the order of the manifest.
  ///   - key: The key of the list.
  init(_ listed: [(page: Int, element: Element)], _ key: ManifestKey) {
    self.key = key
    elements = Dictionary(grouping: listed.enumerated(), by: \.element.page)
      .mapValues { $0.map { (index: $0.offset, element: $0.element.element) } }
  }

  /// Takes those of a page out, in their order, with their places in the list.
  mutating func removeAll(of page: Int) -> [(index: Int, element: Element)]? {
    elements.removeValue(forKey: page)
  }

  /// Checks that none is left, whose page is none of the manifest's.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func checkIsEmpty() throws(ManifestError) {
    guard let stray = elements.values.joined().map(\.index).min() else { return }
    throw .invalid(path: "\(key.rawValue)[\(stray)].page", reason: "there is no such page")
  }

  /// An error about what an element has under a name.
  func error(at index: Int, _ name: String, _ reason: String) -> ManifestError {
    .invalid(path: "\(key.rawValue)[\(index)].\(name)", reason: reason)
  }

  /// An error about the list.
  func error(_ reason: String) -> ManifestError {
    .invalid(path: key.rawValue, reason: reason)
  }
}
