import Foundation

/// Textbook colour arithmetic, in double precision.
///
/// It shares no code with the module under test.
public enum ReferenceColor {
  /// Three numbers, or the two coordinates of a point.
  public typealias Vector = [Double]
  /// Three rows of three numbers, or three points with two coordinates each.
  public typealias Matrix = [[Double]]

  /// The chromaticity of D65, the white of sRGB and of most displays.
  public static let d65 = [0.3127, 0.3290]
  /// The chromaticities of red, green and blue.
  public static let sRGBPrimaries = [[0.64, 0.33], [0.30, 0.60], [0.15, 0.06]]
  /// The chromaticities of red, green and blue; the white is D65.
  public static let displayP3 = [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
  /// The chromaticities of red, green and blue; the white is D65.
  public static let adobeRGB = [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06]]
  /// The chromaticities of red, green and blue; the white is D65.
  public static let rec2020 = [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046]]

  /// The curve of sRGB, from encoded sample to linear light.
  public static func sRGBLight(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// The curve of sRGB, from linear light to encoded sample.
  public static func sRGBSample(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The matrix from linear colours to XYZ, found by solving for how much of each primary makes
  /// white.
  public static func toXYZ(_ primaries: Matrix, white: Vector) -> Matrix {
    let columns = primaries.map { [$0[0] / $0[1], 1, (1 - $0[0] - $0[1]) / $0[1]] }
    let unscaled = transposed(columns)
    let target = [white[0] / white[1], 1, (1 - white[0] - white[1]) / white[1]]
    let amounts = solve(unscaled, target)
    return unscaled.map { row in zip(row, amounts).map { $0 * $1 } }
  }

  /// XYZ adapted from one white to another with the Bradford transform.
  public static func adapted(_ xyz: Vector, from source: Vector, to target: Vector) -> Vector {
    let cones: Matrix = [
      [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ]
    let (before, after) = (times(cones, source), times(cones, target))
    let response = times(cones, xyz)
    return solve(cones, (0..<3).map { response[$0] * after[$0] / before[$0] })
  }

  /// CIELAB relative to the white of sRGB.
  public static func lab(xyz: Vector) -> Vector {
    let white = [d65[0] / d65[1], 1, (1 - d65[0] - d65[1]) / d65[1]]
    let f = zip(xyz, white).map { value, white -> Double in
      let share = value / white
      return share > 216.0 / 24_389 ? cbrt(share) : (24_389.0 / 27 * share + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// CIELAB of an sRGB colour with samples from 0 to 1.
  public static func lab(sRGB samples: Vector) -> Vector {
    lab(xyz: times(toXYZ(sRGBPrimaries, white: d65), samples.map(sRGBLight)))
  }

  /// The CIEDE2000 difference between two CIELAB colours, with all weights 1.
  ///
  /// Source: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", Color Research and
  /// Application 30 (2005), equations 2 to 22.
  public static func difference(_ one: Vector, _ other: Vector) -> Double {
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let meanChroma = (hypot(one[1], one[2]) + hypot(other[1], other[2])) / 2
    let g = 0.5 * (1 - sqrt(pow(meanChroma, 7) / (pow(meanChroma, 7) + pow(25, 7))))
    func polar(_ lab: Vector) -> (chroma: Double, hue: Double) {
      let a = (1 + g) * lab[1]
      guard a != 0 || lab[2] != 0 else { return (0, 0) }
      let hue = degrees(atan2(lab[2], a))
      return (hypot(a, lab[2]), hue < 0 ? hue + 360 : hue)
    }
    let (c1, h1) = polar(one)
    let (c2, h2) = polar(other)

    var hueStep = h2 - h1
    var hueSum = h1 + h2
    if c1 * c2 == 0 {
      hueStep = 0
    } else {
      if hueStep > 180 { hueStep -= 360 } else if hueStep < -180 { hueStep += 360 }
      if abs(h1 - h2) > 180 { hueSum += hueSum < 360 ? 360 : -360 }
      hueSum /= 2
    }
    let deltaL = other[0] - one[0]
    let deltaC = c2 - c1
    let deltaH = 2 * sqrt(c1 * c2) * sin(hueStep / 2 * .pi / 180)

    let lightness = (one[0] + other[0]) / 2
    let chroma = (c1 + c2) / 2
    let t =
      1 - 0.17 * cosine(hueSum - 30) + 0.24 * cosine(2 * hueSum) + 0.32 * cosine(3 * hueSum + 6)
      - 0.20 * cosine(4 * hueSum - 63)
    let squared = (lightness - 50) * (lightness - 50)
    let sl = 1 + 0.015 * squared / sqrt(20 + squared)
    let sc = 1 + 0.045 * chroma
    let sh = 1 + 0.015 * chroma * t
    let rc = 2 * sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)))
    let rotation = 30 * exp(-pow((hueSum - 275) / 25, 2))
    let rt = -rc * sin(2 * rotation * .pi / 180)
    let (l, c, h) = (deltaL / sl, deltaC / sc, deltaH / sh)
    return sqrt(l * l + c * c + h * h + rt * c * h)
  }

  /// The product of a matrix and a vector.
  public static func times(_ matrix: Matrix, _ vector: Vector) -> Vector {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The transposed matrix.
  public static func transposed(_ matrix: Matrix) -> Matrix {
    (0..<3).map { column in matrix.map { $0[column] } }
  }

  /// The solution of three linear equations, by Cramer's rule.
  public static func solve(_ matrix: Matrix, _ vector: Vector) -> Vector {
    func determinant(_ m: Matrix) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { unknown in
      var replaced = matrix
      for row in 0..<3 { replaced[row][unknown] = vector[row] }
      return determinant(replaced) / determinant(matrix)
    }
  }
}
