#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sRGB transfer curve of IEC 61966-2-1.
enum SRGB {
  /// The signal 0…1 that shows `light`; anything outside 0…1 is cut off.
  static func signal(_ light: Double) -> Double {
    let light = bounded(light)
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The light 0…1 that `signal` shows.
  static func light(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  /// The light of each of the 256 signals of an 8-bit channel.
  static let lights = (0...255).map { light(Double($0) / 255) }

  static func signal(_ light: Light) -> SIMD3<Double> {
    SIMD3(signal(light.x), signal(light.y), signal(light.z))
  }
}

extension SIMD3<Double> {
  /// The light of an sRGB colour written as `0xRRGGBB`.
  init(hex: Int) {
    self.init(
      SRGB.lights[hex >> 16 & 255], SRGB.lights[hex >> 8 & 255], SRGB.lights[hex & 255])
  }

  /// A grey of the given light.
  init(gray: Double) { self.init(repeating: gray) }

  /// A full colour of the given hue, in turns: 0 red, 1/3 green, 2/3 blue.
  init(hue: Double) {
    func channel(_ offset: Double) -> Double {
      let turn = (hue + offset) - (hue + offset).rounded(.down)
      return SRGB.light(bounded(abs(turn * 6 - 3) - 1))
    }
    self.init(channel(0), channel(2.0 / 3), channel(1.0 / 3))
  }

  /// Relative luminance, with the weights of ITU-R BT.709.
  var luminance: Double { 0.2126 * x + 0.7152 * y + 0.0722 * z }

  /// Brings any amount of light to about 1 or less, as film does: straight in the dark, rolling
  /// off in the bright.
  ///
  /// K. Narkowicz's fit of the ACES reference curve, 2015.
  var filmed: Self {
    func roll(_ light: Double) -> Double {
      let light = light > 0 ? light : 0
      let top = light * (2.51 * light + 0.03)
      return top / (light * (2.43 * light + 0.59) + 0.14)
    }
    return Self(roll(x), roll(y), roll(z))
  }
}

/// A run of colours, evenly spaced, read between 0 and 1.
struct Ramp {
  let stops: [Light]

  init(_ stops: [Light]) { self.stops = stops }

  init(hex: [Int]) { stops = hex.map { Light(hex: $0) } }

  subscript(position: Double) -> Light {
    let place = bounded(position) * Double(stops.count - 1)
    let index = min(Int(place), stops.count - 2)
    return mix(stops[index], stops[index + 1], place - Double(index))
  }
}
