internal import Glibc
internal import SheetModel

/// The facts recorded by a camera, each from the first of several sources that has it.
///
/// The sources are Exif, then the XMP in the file, then sidecars. A missing, blank, damaged or
/// impossible value is nil, and so is a word by which a camera says that the value is unknown.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4 to 4.6.6; ISO 12234-2 (TIFF/EP) and DNG, which record the
/// exposure in the first directory; XMP specification, part 2 (`exif`, `tiff`); Exif 2.3 for XMP
/// (CIPA DC-010, `exifEX`); Adobe, "Additional Exif properties" (`aux`).
struct CameraFacts {
  let exif: ExifFacts?
  /// The XMP in the file and in sidecars, in this order; nil if there is none.
  let xmp: XMPFacts?

  /// Where a number is recorded, and how it becomes a fact.
  struct NumberPlace {
    enum Place {
      /// A tag of the Exif IFD.
      case photograph(Int)
      /// A tag of the first directory.
      case picture(Int)
      case xmp(String)
    }

    let place: Place
    /// Nil if the number is used unchanged.
    var conversion: (@Sendable (Double) -> Double)?

    static func exif(_ tag: Int) -> [Self] {
      [Self(place: .photograph(tag)), Self(place: .picture(tag))]
    }

    static func xmp(_ property: String) -> Self { Self(place: .xmp(property)) }

    /// A number in either directory, as such or as an APEX value, or in one of the two
    /// corresponding XMP properties.
    static func exif(
      _ tag: Int, _ property: String, apex: (tag: Int, property: String),
      _ conversion: @escaping @Sendable (Double) -> Double
    ) -> [Self] {
      func converted(_ place: Place) -> Self { Self(place: place, conversion: conversion) }
      return exif(tag) + [.photograph(apex.tag), .picture(apex.tag)].map(converted)
        + [.xmp(property), converted(.xmp(apex.property))]
    }
  }

  /// ExposureTime, and ShutterSpeedValue as a power of 2.
  static let exposurePlaces = NumberPlace.exif(
    33434, "exif:ExposureTime", apex: (37377, "exif:ShutterSpeedValue")
  ) { exp2(-$0) }

  /// FNumber, and ApertureValue as a power of the root of 2.
  static let aperturePlaces = NumberPlace.exif(
    33437, "exif:FNumber", apex: (37378, "exif:ApertureValue")
  ) { exp2($0 / 2) }

  /// FocalLength.
  static let focalPlaces: [NumberPlace] = NumberPlace.exif(37386) + [.xmp("exif:FocalLength")]

  /// The XMP properties that are read.
  static let properties: Set<String> = Set(
    (exposurePlaces + aperturePlaces + focalPlaces).compactMap {
      if case .xmp(let property) = $0.place { property } else { nil }
    }
  ).union(sensitivityProperties).union(lensProperties).union([
    "tiff:Make", "tiff:Model", "aux:LensInfo", "exifEX:LensSpecification", "exif:GPSLatitude",
    "exif:GPSLongitude",
  ])

  private static let sensitivityProperties = [
    "exifEX:PhotographicSensitivity", "exif:ISOSpeedRatings",
    "exifEX:RecommendedExposureIndex", "exifEX:StandardOutputSensitivity", "exifEX:ISOSpeed",
  ]
  private static let lensProperties = ["exifEX:LensModel", "aux:Lens"]

  /// The first positive number among these sources.
  private func number(_ places: [NumberPlace]) -> Double? {
    places.lazy.compactMap { source -> Double? in
      let number: Double? =
        switch source.place {
        case .photograph(let tag): exif?.photograph?.rational(tag)
        case .picture(let tag): exif?.picture.rational(tag)
        case .xmp(let property): xmp?.number(property)
        }
      // Zero means an unknown exposure, but is a valid APEX value.
      guard let number, source.conversion != nil || number > 0 else { return nil }
      let value = source.conversion?(number) ?? number
      return value > 1e-10 && value < 1e10 ? value : nil
    }.first
  }
}

extension CameraFacts {
  /// The exposure time, such as `1/250 s` or `2 s`; the number is in seconds.
  var exposure: Fact? {
    number(Self.exposurePlaces).map { seconds in
      // Cameras show fractions up to 1/4 s, and decimals from 0.3 s.
      let text =
        seconds < 0.3 ? "1/" + (1 / seconds).text(decimals: 0) : seconds.text(decimals: 1)
      return Fact(text + " s", number: seconds)
    }
  }

  /// The aperture as an f-number, such as `f/2.8`.
  var aperture: Fact? {
    number(Self.aperturePlaces).map { Fact(Self.fNumber($0), number: $0) }
  }

  private static func fNumber(_ number: Double) -> String {
    // The fastest lenses, such as f/0.95, are named with two decimals.
    "f/" + number.text(decimals: number < 1 ? 2 : 1)
  }

  /// The focal length, such as `50 mm` or `4.2 mm`.
  var focal: Fact? {
    number(Self.focalPlaces).map { Fact($0.text(decimals: 1) + " mm", number: $0) }
  }

  /// The sensitivity, such as `400`.
  ///
  /// Source: tag 34855 (PhotographicSensitivity), which is 65535 if 16 bits do not suffice; 34864
  /// (SensitivityType); 34865 to 34867 (StandardOutputSensitivity, RecommendedExposureIndex,
  /// ISOSpeed); the ExifTool documentation, "PanasonicRaw Tags": tag 23 in the first directory of
  /// RW2 files.
  var iso: Fact? {
    let (picture, photograph) = (exif?.picture, exif?.photograph)
    let type = photograph?.firstNumber(34864) ?? 0
    let tags = [34855, Self.sensitivities[type] ?? 34866, 34866, 34867, 34865]
    let numbers =
      tags.lazy.map { photograph?.firstNumber($0) } + [34855, 23].map { picture?.firstNumber($0) }
      + Self.sensitivityProperties.map { xmp?.number($0).flatMap { Int(exactly: $0.rounded()) } }
    return numbers.lazy.compactMap(\.self).first { $0 > 0 && $0 != 65535 }.map {
      Fact(String($0), number: Double($0))
    }
  }

  /// The tags of the sensitivities that the camera displays, by type.
  ///
  /// Other types use the recommended index.
  private static let sensitivities = [1: 34865, 3: 34867, 5: 34867]

  /// The common name of the camera, such as `Nikon D750`, or only its maker or model.
  ///
  /// Source: tags 271 (Make) and 272 (Model); `tiff:Make` and `tiff:Model`.
  var camera: String? {
    let exifNames = [271, 272].map { Self.known(exif?.picture.text($0)) }
    let names =
      exifNames.contains { $0 != nil }
      ? exifNames : ["tiff:Make", "tiff:Model"].map { Self.known(xmp?.text($0)) }
    return CameraName(maker: names[0], model: names[1]).text
  }

  /// The model of the lens, or its specification, such as `24-70mm f/2.8`.
  ///
  /// Source: tags 42036 (LensModel), 42034 (LensSpecification) and 50736 of DNG (LensInfo);
  /// `exifEX:LensModel`, `aux:Lens` and `aux:LensInfo`.
  var lens: String? {
    let (picture, photograph) = (exif?.picture, exif?.photograph)
    return Self.known(photograph?.text(42036)) ?? Self.known(picture?.text(42036))
      ?? [photograph?.fractions(42034), picture?.fractions(50736)].lazy.compactMap(\.self)
      .compactMap(Self.specification).first
      ?? Self.lensProperties.lazy.compactMap { Self.known(xmp?.text($0)) }.first
      ?? ["exifEX:LensSpecification", "aux:LensInfo"].lazy
      .compactMap { xmp?.fractions($0) }.compactMap(Self.specification).first
  }

  /// The shortest and longest focal length, and the f-number at each, as one text.
  private static func specification(_ numbers: [Double?]) -> String? {
    guard numbers.count == 4, let shortest = numbers[0], shortest > 0 else { return nil }
    func range(_ first: Double?, _ second: Double?) -> String? {
      let known = [first, second].compactMap(\.self).filter { $0 > 0 && $0 < 1e6 }
      let texts = known.map { $0.text(decimals: 1) }
      return texts.isEmpty
        ? nil : texts.first == texts.last ? texts[0] : texts.joined(separator: "-")
    }
    guard let focal = range(shortest, numbers[1]) else { return nil }
    return focal + "mm" + (range(numbers[2], numbers[3]).map { " f/" + $0 } ?? "")
  }

  /// A string without surrounding space; nil if nothing is left, or if it says that the value is
  /// unknown.
  ///
  /// A JSON object, which ComfyUI writes in place of the camera, is not a name. Strings are cut at
  /// 256 characters, more than anybody reads of a name.
  private static func known(_ text: String?) -> String? {
    guard let text = text?.prefix(256).description.trimmed, !text.contains("{"),
      text != "0", text.lowercased() != "unknown", !text.allSatisfy({ $0 == "-" })
    else { return nil }
    return text
  }

  /// The position of the camera: preferably one whose hemisphere is known.
  var coordinates: Coordinates? {
    let exifCoordinates = exif?.coordinates
    return exifCoordinates?.lacksHemisphere == false
      ? exifCoordinates : xmp?.coordinates ?? exifCoordinates
  }
}
