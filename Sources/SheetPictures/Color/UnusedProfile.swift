internal import SheetFiles

/// A colour profile by which a picture is not shown.
///
/// Two of them are equal where their bytes are.
package struct UnusedProfile: Equatable, Sendable {
  /// Whether a library that is missing would read it.
  package let lacksLibrary: Bool
  /// The SHA-256 digest of the profile.
  private let digest: [UInt8]

  init(_ bytes: [UInt8], lacksLibrary: Bool) {
    var hash = SHA256()
    hash.update(bytes[...])
    (digest, self.lacksLibrary) = (hash.digest(), lacksLibrary)
  }
}
