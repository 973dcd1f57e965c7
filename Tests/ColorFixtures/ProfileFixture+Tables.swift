extension ProfileFixture {
  /// A straight curve.
  public static let linear = table([])

  /// The primaries of sRGB.
  public static func rgb(_ curve: [UInt8]) -> ProfileFixture {
    rgb(ReferenceColor.sRGBPrimaries, curve: curve)
  }

  /// What ``rgb(_:)`` with ``linear`` says, as tables only.
  public static let tables: ProfileFixture = {
    let primaries = columns(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
    var grid: [Double] = []
    // The last channel varies fastest.
    for corner in 0..<8 {
      let light = [corner >> 2 & 1, corner >> 1 & 1, corner & 1].map { Double($0) }
      grid += ReferenceColor.times(ReferenceColor.transposed(primaries), light)
    }
    return ProfileFixture(tags: [("A2B0", lut16(inputs: 3, grid))])
  }()

  /// The same for grey.
  public static let grayTables = ProfileFixture(
    colorSpace: "GRAY",
    tags: [
      ("A2B0", lut16(inputs: 1, [0, 0, 0] + white))
    ])

  /// An `mft2` tag with two points for each input and three outputs, `grid` in XYZ.
  ///
  /// Source: ICC.1:2022, lut16Type.
  private static func lut16(inputs: UInt8, _ grid: [Double]) -> [UInt8] {
    func half(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    var data = [UInt8]("mft2".utf8) + [0, 0, 0, 0, inputs, 3, 2, 0]
    for place in 0..<9 { data += place % 4 == 0 ? [0, 1, 0, 0] : [0, 0, 0, 0] }
    data += half(2) + half(2)
    for _ in 0..<inputs { data += half(0) + half(65_535) }
    // XYZ has 15 bits behind the point.
    data += grid.flatMap { half(Int(($0 * 32_768).rounded())) }
    for _ in 0..<3 { data += half(0) + half(65_535) }
    return data
  }
}
