#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// The functions that the C library has and Swift's own library lacks; no other
// file of this module knows which C library that is.

/// `base` raised to `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double {
  pow(base, exponent)
}

/// The sine of `angle` in radians.
func sine(of angle: Double) -> Double {
  sin(angle)
}

/// Euler's number raised to `exponent`.
func exponential(_ exponent: Double) -> Double {
  exp(exponent)
}
