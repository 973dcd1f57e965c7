#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A picture in linear light, alpha already multiplied in, rows from the top.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var pixels: [SIMD4<Double>]

  /// A canvas of one colour.
  init(width: Int, height: Int, light: Light) {
    self.width = width
    self.height = height
    pixels = Array(repeating: SIMD4(light, 1), count: width * height)
  }

  /// A canvas without anything on it.
  init(clear width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: .zero, count: width * height)
  }

  /// A canvas on which every pixel is the mean of `grid` × `grid` looks at `shade`.
  ///
  /// `shade` is asked at places in units of the height: y runs from 0 at the top to 1 at the
  /// bottom, x from 0 to width / height. It answers premultiplied light and alpha.
  init(
    width: Int, height: Int, grid: Int, seeThrough shade: (Point) -> SIMD4<Double>
  ) {
    self.init(clear: width, height)
    let step = 1 / Double(grid)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Double>.zero
        for look in 0..<grid * grid {
          let place = Point(
            Double(x) + (Double(look % grid) + 0.5) * step,
            Double(y) + (Double(look / grid) + 0.5) * step)
          sum += shade(place / Double(height))
        }
        pixels[y * width + x] = sum * (step * step)
      }
    }
  }

  /// As `init(width:height:grid:seeThrough:)`, for pictures that hide all behind them.
  init(width: Int, height: Int, grid: Int, shade: (Point) -> Light) {
    self.init(width: width, height: height, grid: grid, seeThrough: { SIMD4(shade($0), 1) })
  }

  subscript(x: Int, y: Int) -> SIMD4<Double> {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Replaces each pixel by what `change` makes of its light and its place in units of the height.
  mutating func develop(_ change: (Light, Point) -> Light) {
    for y in 0..<height {
      for x in 0..<width {
        let pixel = self[x, y]
        let place = Point(Double(x) + 0.5, Double(y) + 0.5) / Double(height)
        self[x, y] = SIMD4(change(Light(pixel.x, pixel.y, pixel.z), place), pixel.w)
      }
    }
  }

  /// Lays `light` over the pixels inside `box`, as far as `coverage` (0…1) says
  /// at each pixel's centre.
  mutating func lay(_ light: Light, in box: Box, coverage: (Point) -> Double) {
    each(in: box) { pixel, place in
      let amount = coverage(place)
      if amount > 0 { pixel = pixel * (1 - amount) + SIMD4(light * amount, amount) }
    }
  }

  /// Adds `light` to the pixels inside `box`, as far as `strength` says; alpha stays.
  mutating func add(_ light: Light, in box: Box, strength: (Point) -> Double) {
    each(in: box) { pixel, place in pixel += SIMD4(light * strength(place), 0) }
  }

  private mutating func each(in box: Box, _ change: (inout SIMD4<Double>, Point) -> Void) {
    let left = max(0, Int(box.least.x.rounded(.down)))
    let right = min(width, Int(box.greatest.x.rounded(.up)) + 1)
    let top = max(0, Int(box.least.y.rounded(.down)))
    let bottom = min(height, Int(box.greatest.y.rounded(.up)) + 1)
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right {
        change(&pixels[y * width + x], Point(Double(x) + 0.5, Double(y) + 0.5))
      }
    }
  }
}

/// `front` laid over `back`, both premultiplied.
func over(_ front: SIMD4<Double>, _ back: SIMD4<Double>) -> SIMD4<Double> {
  front + back * (1 - front.w)
}
