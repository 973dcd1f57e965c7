/// The first difference between two sequences, such as `index 3 of 90: 7, not 8`; nil if they are
/// equal.
///
/// With `#expect(firstDifference(found, expected) == nil)`, a failure prints one line instead of
/// thousands of samples.
public func firstDifference<Element: Equatable>(
  _ found: some Sequence<Element>, _ expected: some Sequence<Element>
) -> String? {
  difference(Array(found), Array(expected))
}

// Tests are not optimised, so they cannot specialise the function above for samples.

/// The first difference between bytes.
public func firstDifference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
  difference(found, expected)
}

/// The first difference between 16-bit samples.
public func firstDifference(_ found: [UInt16], _ expected: [UInt16]) -> String? {
  difference(found, expected)
}

private func difference<Element: Equatable>(_ found: [Element], _ expected: [Element]) -> String? {
  if found == expected { return nil }
  if let index = zip(found, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
    return "index \(index) of \(expected.count): \(found[index]), not \(expected[index])"
  }
  return "\(found.count) elements, not \(expected.count)"
}
