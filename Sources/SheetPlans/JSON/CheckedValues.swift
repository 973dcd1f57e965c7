internal import SheetImaging
internal import SheetLayout
internal import SheetText

// Paths are made only where something is wrong, because most manifests have many values and no fault.

extension Comparable {
  /// The number, if it is within bounds.
  func checked(
    _ bounds: ClosedRange<Self>, _ path: @autoclosure () -> String
  ) throws(ManifestError) -> Self {
    if bounds.contains(self) { return self }
    throw .invalid(
      path: path(), reason: "\(self) is not \(bounds.lowerBound) to \(bounds.upperBound)")
  }
}

extension ManifestJSON.Area where Number: Comparable & SignedNumeric {
  /// Checks that coordinates are such as a PNG can have; no sum, difference or product of two of
  /// them overflows.
  fileprivate func checkCoordinates(_ path: () -> String) throws(ManifestError) {
    let limit = Int(LayoutError.maximumLength)
    guard let bound = Number(exactly: limit) else { return }
    for (key, value) in [("x", x), ("y", y), ("width", width), ("height", height)]
    where !(-bound...bound).contains(value) {
      throw .invalid(
        path: "\(path()).\(key)",
        reason: "\(value) is not -\(limit) to \(limit), which is what a PNG can have")
    }
  }
}

extension ManifestJSON.Area<Int> {
  /// The area, perhaps without pixels.
  func checked(_ path: @autoclosure () -> String) throws(ManifestError) -> PixelRect {
    try checkCoordinates(path)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// The area, if it has a pixel and lies inside another one, which `noun` names.
  func checked(
    _ path: @autoclosure () -> String, inside other: PixelRect, _ noun: String
  ) throws(ManifestError) -> PixelRect {
    let area = try checked(path())
    guard area.isInside(other) else {
      throw .invalid(path: path(), reason: "it is not inside \(noun)")
    }
    return area
  }
}

extension ManifestJSON.Area<Double> {
  /// The area, if it is not empty and lies inside a picture.
  func checked(
    _ path: @autoclosure () -> String, inside picture: PixelSize
  ) throws(ManifestError) -> Rect {
    try checkCoordinates(path)
    let area = Rect(x: x, y: y, width: width, height: height)
    guard x >= 0, y >= 0, width > 0, height > 0, area.maxX <= Double(picture.width),
      area.maxY <= Double(picture.height)
    else { throw .invalid(path: path(), reason: "it is not inside the picture") }
    return area
  }
}

extension String {
  /// The path of a file, which must not contain a NUL character.
  func checkedPath(_ path: @autoclosure () -> String) throws(ManifestError) -> String {
    if utf8.contains(0) { throw .invalid(path: path(), reason: "a path holds no NUL") }
    return self
  }

  /// A value by its description; `form` names the kind of value in the error.
  func parsed<Value: LosslessStringConvertible>(
    _ path: @autoclosure () -> String, as form: String
  ) throws(ManifestError) -> Value {
    if let value = Value(self) { return value }
    throw .invalid(path: path(), reason: "'\(excerpt)' is not \(form)")
  }

  /// A colour, or something made of colours.
  func color<Value>(
    _ path: @autoclosure () -> String, _ parse: (String) throws(ColorError) -> Value
  ) throws(ManifestError) -> Value {
    do { return try parse(self) } catch {
      throw .invalid(path: path(), reason: "'\(excerpt)' is \(error)")
    }
  }
}

extension Optional {
  /// What a key has.
  func required(_ path: @autoclosure () -> String) throws(ManifestError) -> Wrapped {
    if let self { return self }
    throw .invalid(path: path(), reason: "it is missing")
  }
}

extension Array {
  /// What is made of each element of the list at `path`, which is checked with its own path; `first`
  /// is the index of the first one.
  func checkedEach<Checked>(
    _ path: String, from first: Int = 0,
    _ check: (Element, _ path: String) throws(ManifestError) -> Checked
  ) throws(ManifestError) -> [Checked] {
    var checked: [Checked] = []
    checked.reserveCapacity(count)
    for (index, element) in enumerated() {
      checked.append(try check(element, "\(path)[\(first + index)]"))
    }
    return checked
  }
}
