/// The whole number nearest to `value`; halves are rounded up.
///
/// Written out, so that it needs no function of the C library.
func nearest(_ value: Double) -> Int { wholePart(value + 0.5) }

/// The largest whole number that is not above `value`.
func wholePart(_ value: Double) -> Int {
  let truncated = Int(value)
  return Double(truncated) > value ? truncated - 1 : truncated
}

/// The smallest whole number that is not below `value`.
func roundedUp(_ value: Double) -> Int { -wholePart(-value) }
