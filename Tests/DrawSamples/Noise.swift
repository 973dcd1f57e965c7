#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Smooth noise over the plane and through space, the same everywhere for the same seed.
struct Noise {
  let seed: UInt32

  init(seed: UInt32 = 1) { self.seed = seed }

  /// A number 0…1 that belongs to a lattice cell and looks unrelated to its neighbours'.
  func cell(_ x: Int, _ y: Int, _ z: Int = 0) -> Double {
    var hash = UInt32(truncatingIfNeeded: x) &* 0x8DA6_B343
    hash ^= UInt32(truncatingIfNeeded: y) &* 0xD816_3841
    hash ^= UInt32(truncatingIfNeeded: z) &* 0xCB1A_B31F
    hash ^= seed &* 0x9E37_79B9
    hash = (hash ^ (hash >> 16)) &* 0x7FEB_352D
    hash = (hash ^ (hash >> 15)) &* 0x846C_A68B
    return Double(hash ^ (hash >> 16)) * 0x1p-32
  }

  /// Noise -1…1 along the line.
  func value(_ x: Double) -> Double { value(Point(x, 0.5)) }

  /// Noise -1…1 with features one unit wide: lattice values joined by a quintic curve.
  func value(_ point: Point) -> Double {
    let corner = point.rounded(.down)
    let (x, y) = (Int(corner.x), Int(corner.y))
    let blend = Self.fade(point - corner)
    let upper = mix(cell(x, y), cell(x + 1, y), blend.x)
    let lower = mix(cell(x, y + 1), cell(x + 1, y + 1), blend.x)
    return mix(upper, lower, blend.y) * 2 - 1
  }

  /// Noise -1…1 through space.
  func value(_ point: Vector) -> Double {
    let corner = point.rounded(.down)
    let (x, y, z) = (Int(corner.x), Int(corner.y), Int(corner.z))
    let blend = Self.fade(point - corner)
    func layer(_ z: Int) -> Double {
      let upper = mix(cell(x, y, z), cell(x + 1, y, z), blend.x)
      let lower = mix(cell(x, y + 1, z), cell(x + 1, y + 1, z), blend.x)
      return mix(upper, lower, blend.y)
    }
    return mix(layer(z), layer(z + 1), blend.z) * 2 - 1
  }

  /// Fractal sum of `octaves` noises, each half as large and half as strong; about -1…1.
  func fractal(_ point: Point, octaves: Int) -> Double {
    var (sum, strength, place) = (0.0, 0.5, point)
    for _ in 0..<octaves {
      sum += value(place) * strength
      strength *= 0.5
      // Turned a little each time, so that the lattices do not line up.
      place = Point(place.x * 1.6 - place.y * 1.2, place.x * 1.2 + place.y * 1.6) + 17.3
    }
    return sum
  }

  /// Fractal sum through space; about -1…1.
  func fractal(_ point: Vector, octaves: Int) -> Double {
    var (sum, strength, place) = (0.0, 0.5, point)
    for _ in 0..<octaves {
      sum += value(place) * strength
      strength *= 0.5
      let turned = Vector(place.x * 0.8 - place.z * 0.6, place.y, place.x * 0.6 + place.z * 0.8)
      place = turned * 2.02 + 11.7
    }
    return sum
  }

  /// Fractal sum of folded noises: sharp crests above round valleys; about 0…1.
  func ridged(_ point: Point, octaves: Int) -> Double {
    var (sum, strength, place) = (0.0, 0.5, point)
    for _ in 0..<octaves {
      let crest = 1 - abs(value(place))
      sum += crest * crest * strength
      strength *= 0.5
      place = Point(place.x * 1.6 - place.y * 1.2, place.x * 1.2 + place.y * 1.6) + 9.1
    }
    return sum
  }

  /// Distances to the nearest and the second nearest of points strewn one to a cell, and the
  /// cell of the nearest.
  func nearest(_ point: Point) -> (first: Double, second: Double, owner: SIMD2<Int>) {
    let corner = point.rounded(.down)
    let (column, row) = (Int(corner.x), Int(corner.y))
    var (first, second, owner) = (Double.infinity, Double.infinity, SIMD2(0, 0))
    for y in row - 2...row + 2 {
      for x in column - 2...column + 2 {
        let site = Point(Double(x) + cell(x, y, 1), Double(y) + cell(x, y, 2))
        let distance = (site - point).length
        if distance < first {
          (second, first, owner) = (first, distance, SIMD2(x, y))
        } else if distance < second {
          second = distance
        }
      }
    }
    return (first, second, owner)
  }

  private static func fade<V: SIMD<Double>>(_ part: V) -> V {
    let cubic: V = part * part * part
    let inner: V = part * (part * 6.0 - 15.0) + 10.0
    return cubic * inner
  }
}
