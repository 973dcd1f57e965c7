/// The first difference between two sequences, such as `index 3 of 90: 7, not 8`; nil if they are
/// equal.
///
/// With `#expect(firstDifference(found, expected) == nil)`, a failure prints one line instead of
/// thousands of samples.
public func firstDifference<Element: Equatable>(
  _ found: some Sequence<Element>, _ expected: some Sequence<Element>
) -> String? {
  let (found, expected) = (Array(found), Array(expected))
  if let index = zip(found, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
    return "index \(index) of \(expected.count): \(found[index]), not \(expected[index])"
  }
  return found.count == expected.count ? nil : "\(found.count) elements, not \(expected.count)"
}
