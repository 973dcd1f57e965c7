package import SheetText

extension ExifFacts {
  /// How long the exposure took, such as `1/250 s` or `2 s`; the number is in seconds.
  ///
  /// Source: tag 33434 (ExposureTime).
  package var exposure: Fact? {
    guard let seconds = positive(33434) else { return nil }
    // Cameras show fractions up to 1/4 s, and from 0.3 s on decimals.
    let text =
      seconds < 0.3 ? "1/" + (1 / seconds).text(decimals: 0) : seconds.text(decimals: 1)
    return Fact(text + " s", number: seconds)
  }

  /// The aperture as its f-number, such as `f/2.8`.
  ///
  /// Source: tag 33437 (FNumber).
  package var aperture: Fact? {
    positive(33437).map { number in
      // Of the fastest lenses, such as f/0.95, people say two decimals.
      Fact("f/" + number.text(decimals: number < 1 ? 2 : 1), number: number)
    }
  }

  /// The sensitivity, such as `400`.
  ///
  /// Source: tags 34855 (PhotographicSensitivity), which has 16 bits and is 65535 where these do not
  /// suffice, and 34866 (RecommendedExposureIndex); the ExifTool documentation, "PanasonicRaw Tags":
  /// of RW2 files 23 in the first directory.
  package var iso: Fact? {
    let numbers = [34855, 34866].map { photograph?.firstNumber($0) } + [picture.firstNumber(23)]
    return numbers.compactMap(\.self).first { $0 > 0 && $0 != 65535 }.map {
      Fact(String($0), number: Double($0))
    }
  }

  /// The focal length, such as `50 mm` or `4.2 mm`.
  ///
  /// Source: tag 37386 (FocalLength).
  package var focal: Fact? {
    positive(37386).map { Fact($0.text(decimals: 1) + " mm", number: $0) }
  }

  /// Of exposures, apertures and focal lengths, zero says that they are not known.
  private func positive(_ tag: Int) -> Double? {
    photograph?.rational(tag).flatMap { $0 > 0 ? $0 : nil }
  }
}
