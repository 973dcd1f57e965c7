import Foundation
import Testing

@testable import SheetImaging

/// The colours that show how much each pixel changed.
@Suite struct ChangeColorsTests {
  private static let amounts = (ChangeColors.coldest...UInt8.max).compactMap {
    ChangeColors.heat[$0]
  }

  /// How people lacking one type of cone see, as matrices of linear light.
  ///
  /// G. M. Machado et al., "A Physiologically-based Model for Simulation of Color Vision
  /// Deficiency" (2009), at full severity.
  private static let eyes: [[[Double]]] = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ]

  private static func lightness(_ color: ChangeColors.Code, _ eye: [[Double]] = eyes[0]) -> Double {
    let light = [color.red, color.green, color.blue].map { code -> Double in
      let value = Double(code) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let seen = eye.map { max(0, zip($0, light).map(*).reduce(0, +)) }
    return 116 * cbrt(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]) - 16
  }

  @Test("Larger differences have darker colours, in even steps, and no channel ever gets brighter")
  func monotone() {
    #expect(Self.amounts.count == 252)
    for (cold, hot) in zip(Self.amounts, Self.amounts.dropFirst()) {
      #expect(hot.red <= cold.red && hot.green <= cold.green && hot.blue <= cold.blue)
      #expect(Self.lightness(cold) - Self.lightness(hot) < 0.5)
    }
    // A fifth of the scale is visible at a glance.
    for eye in Self.eyes {
      for index in stride(from: 0, to: 200, by: 50) {
        let (cold, hot) = (Self.amounts[index], Self.amounts[index + 50])
        #expect(Self.lightness(cold, eye) - Self.lightness(hot, eye) > 5, "\(index) \(eye[0])")
      }
    }
  }

  @Test(
    "The smallest difference is darker than the faint picture, and none looks like an unmeasured change"
  )
  func others() throws {
    let background = FadedPixels.code(of: 0xFF00_0000)
    let faint: ChangeColors.Code = (background, background, background)
    #expect(Self.lightness(faint) - Self.lightness(Self.amounts[0]) > 10)
    let lone = try #require(ChangeColors.heat[PixelChange.changed.rawValue])
    for color in Self.amounts {
      let steps = [(lone.red, color.red), (lone.green, color.green), (lone.blue, color.blue)]
      #expect(steps.contains { abs(Int($0.0) - Int($0.1)) >= 50 })
    }
    for byte in UInt8.min...UInt8.max {
      let color = ChangeColors.changes[byte]
      #expect((color == nil) == !(1...3 ~= byte))
      #expect(ChangeColors.isDrawn(byte, x: 1, y: 2) == (byte != PixelChange.ignored.rawValue))
    }
  }

  @Test("Without a tolerance, colours begin with white and darken to the same colour as with one")
  func gradual() {
    var rule = ComparisonRule(tolerance: 0)
    rule.hottest = 0.8
    let amounts = (ChangeColors.coldest...UInt8.max).compactMap { rule.colors[$0] }
    func codes(_ color: ChangeColors.Code) -> [UInt8] { [color.red, color.green, color.blue] }
    #expect(amounts.count == 252 && codes(amounts[0]) == [255, 255, 255])
    #expect(codes(amounts[251]) == codes(Self.amounts[251]))
    for (cold, hot) in zip(amounts, amounts.dropFirst()) {
      #expect(hot.red <= cold.red && hot.green <= cold.green && hot.blue <= cold.blue)
      #expect(Self.lightness(cold) - Self.lightness(hot) < 1)
    }
    // The smallest change of a sample is faint, compared with the smallest one above a tolerance.
    if let faint = rule.colors[rule.change(of: 0.004)] {
      #expect(Self.lightness(faint) > Self.lightness(Self.amounts[0]) + 10)
    }
    for place in 0...5 {
      let color = ChangeColors.color(at: Double(place) / 5, among: rule.heatAnchors)
      let byte = ChangeColors.coldest + UInt8((Double(place) / 5 * 251).rounded())
      if let other = rule.colors[byte] {
        #expect(abs(Int(color.green) - Int(other.green)) <= 2, "\(place)")
      }
    }
    rule.tolerance = 0.01
    #expect(rule.colors[ChangeColors.coldest].map(codes) == codes(Self.amounts[0]))
  }

  @Test(
    "A larger difference never gives a lower byte, whatever the rule, and no byte is out of range")
  func amounts() {
    var rule = ComparisonRule(tolerance: 0.1)
    #expect(rule.change(of: 0.5) == PixelChange.changed.rawValue)
    for (tolerance, hottest) in [(0.1, 0.44), (0, 0.0021), (1, 1.3), (0.1, 0.1.nextUp), (0, 100)] {
      rule = ComparisonRule(tolerance: tolerance)
      rule.hottest = hottest
      var last = ChangeColors.coldest
      #expect(rule.change(of: tolerance) == last)
      for step in 1...1000 {
        let byte = rule.change(of: tolerance + (hottest - tolerance) * Double(step) / 900)
        #expect(byte >= last)
        last = byte
      }
      #expect(last == .max && rule.change(of: .infinity) == .max)
      #expect(rule.change(of: 0) == ChangeColors.coldest)
    }
    for hottest in [0.1, 0, -1, .nan] {
      rule = ComparisonRule(tolerance: 0.1)
      rule.hottest = hottest
      #expect(rule.change(of: 0.5) == PixelChange.changed.rawValue)
    }
  }
}
