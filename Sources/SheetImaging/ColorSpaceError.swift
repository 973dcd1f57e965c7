/// Why a description of colours cannot be followed.
public enum ColorSpaceError: Error, Equatable, Sendable {
  /// The white point is not a mixture of the primaries.
  case impossiblePrimaries
  /// A gamma so far from any display that the file must be wrong.
  case impossibleGamma(Double)
  /// H.273 colour primaries that are reserved, unspecified or unknown here.
  case unknownPrimaries(UInt8)
  /// An H.273 transfer function that is reserved, unspecified or unknown here.
  case unknownTransfer(UInt8)
  /// H.273 matrix coefficients other than 0: the picture would not be RGB.
  case notRGB(matrix: UInt8)
}

extension ColorSpaceError: CustomStringConvertible {
  /// A fragment that names the value.
  public var description: String {
    switch self {
    case .impossiblePrimaries: "the white point lies outside the primaries"
    case .impossibleGamma(let gamma): "a gamma of \(gamma) is out of range"
    case .unknownPrimaries(let code): "colour primaries \(code) are not known"
    case .unknownTransfer(let code): "transfer function \(code) is not known"
    case .notRGB(let matrix): "matrix coefficients \(matrix) are not those of RGB"
    }
  }
}
