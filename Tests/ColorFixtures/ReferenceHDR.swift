import Foundation

/// PQ and HLG as in ITU-R BT.2100-2, in double precision, sharing no code with the module.
///
/// Colours are red, green and blue of BT.2020, as samples from 0 to 1 or as light in cd/m².
public enum ReferenceHDR {
  /// HDR reference white in cd/m².
  ///
  /// Source: ITU-R BT.2408, 2.1.
  public static let white = 203.0

  /// The luminance weights of BT.2100, tables 5 and 6.
  private static let weights = [0.2627, 0.6780, 0.0593]

  /// The light of PQ samples (EOTF, table 4).
  public static func light(pq samples: [Double]) -> [Double] {
    samples.map { sample in
      let e = pow(sample, 32 / 2523.0)
      let y = max(e - 107 / 128.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e)
      return 10_000 * pow(y, 8192 / 1305.0)
    }
  }

  /// The PQ samples of light (inverse EOTF, table 4).
  public static func pq(light: [Double]) -> [Double] {
    light.map { luminance in
      let y = pow(max(luminance, 0) / 10_000, 1305 / 8192.0)
      return pow((107 / 128.0 + 2413 / 128.0 * y) / (1 + 2392 / 128.0 * y), 2523 / 32.0)
    }
  }

  /// The light of HLG samples on a display of 1000 cd/m² (EOTF, table 5).
  public static func light(hlg samples: [Double]) -> [Double] {
    let (a, b, c) = constants
    let scene = samples.map { sample in
      sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    }
    let luminance = zip(weights, scene).reduce(0) { $0 + $1.0 * $1.1 }
    return scene.map { luminance == 0 ? 0 : 1000 * pow(luminance, 0.2) * $0 }
  }

  /// The HLG samples of light on a display of 1000 cd/m² (inverse EOTF, table 5).
  public static func hlg(light: [Double]) -> [Double] {
    let (a, b, c) = constants
    let display = zip(weights, light).reduce(0) { $0 + $1.0 * $1.1 } / 1000
    return light.map { light in
      let scene = display == 0 ? 0 : light / 1000 * pow(display, -0.2 / 1.2)
      return scene <= 1.0 / 12 ? sqrt(3 * max(scene, 0)) : a * log(12 * scene - b) + c
    }
  }

  private static let constants = (a: 0.17883277, b: 0.28466892, c: 0.55991073)

  /// Linear sRGB, with reference white at 1, for light of BT.2020.
  public static func sRGB(light: [Double]) -> [Double] {
    let xyz = ReferenceColor.times(
      ReferenceColor.toXYZ(ReferenceColor.rec2020, white: ReferenceColor.d65), light)
    return ReferenceColor.solve(sRGBMatrix, xyz).map { $0 / white }
  }

  /// Light of BT.2020 for linear sRGB, with reference white at 1.
  public static func light(sRGB: [Double]) -> [Double] {
    let xyz = ReferenceColor.times(sRGBMatrix, sRGB.map { $0 * white })
    return ReferenceColor.solve(
      ReferenceColor.toXYZ(ReferenceColor.rec2020, white: ReferenceColor.d65), xyz)
  }

  /// CIELAB of linear sRGB; reference white has a lightness of 100.
  public static func lab(sRGB: [Double]) -> [Double] {
    ReferenceColor.lab(xyz: ReferenceColor.times(sRGBMatrix, sRGB))
  }

  private static let sRGBMatrix = ReferenceColor.toXYZ(
    ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
}
