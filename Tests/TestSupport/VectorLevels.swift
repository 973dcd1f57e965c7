import CKernels

/// The results of `body` at each vector level that this processor has, the portable one first.
///
/// `body` runs on the calling thread, to which the level applies.
public func resultsAtEachVectorLevel<Result>(_ body: () -> Result) -> [Result] {
  defer { vectors_limit(.avx512) }
  return [vectors_level.baseline, .avx2, .avx512].compactMap { level in
    vectors_limit(level)
    return vectors_available() == level ? body() : nil
  }
}
