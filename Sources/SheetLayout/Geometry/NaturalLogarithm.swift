/// The natural logarithm of a positive number, identical on every machine.
///
/// The series `ln((1 + t) / (1 - t)) = 2 · (t + t³ / 3 + t⁵ / 5 + …)` gives the logarithm to within
/// 1e-15.
package func naturalLogarithm(_ number: Double) -> Double {
  var exponent = Double(number.exponent)
  var significand = number.significand
  if significand > 1.414_213_562_373_095 {
    significand /= 2
    exponent += 1
  }
  let t = (significand - 1) / (significand + 1)
  var power = t
  var sum = 0.0
  for index in 0..<11 {
    sum += power / Double(2 * index + 1)
    power *= t * t
  }
  return exponent * 0.693_147_180_559_945_3 + 2 * sum
}
