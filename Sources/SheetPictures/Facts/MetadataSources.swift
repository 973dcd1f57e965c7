internal import Glibc
internal import SheetModel

/// The metadata of a picture, by where it is stored.
struct MetadataSources: Sendable {
  var exif: ExifFacts?
  var iptc: IPTCRecord?
  /// The XMP in the file.
  var embedded = XMPFacts([])
  var sidecars = XMPFacts([])
  /// The text chunks of a PNG.
  var texts: [PictureText] = []
  /// The name of the file without its extension; empty if it has none.
  var stem = ""

  /// The first value of a fact for which `read` does not return nil.
  func first<Value>(_ fact: RecordedFact, _ read: (RecordedValue) -> Value?) -> Value? {
    for place in fact.places {
      if let value = value(at: place, read) { return value }
    }
    return nil
  }

  private func value<Value>(at place: FactPlace, _ read: (RecordedValue) -> Value?) -> Value? {
    func tagged(_ tag: Int, in directory: TIFFDirectory?, _ form: FactPlace.Form) -> Value? {
      guard let exif, let directory, directory.has(tag) else { return nil }
      return read(RecordedValue(form: form, content: .tag(tag, directory, exif)))
    }
    func first(_ properties: [FactPlace.Property], in xmp: XMPFacts) -> Value? {
      xmp.first { packet in
        for property in properties {
          let value = RecordedValue(
            form: property.form, content: .property(property.name, packet))
          if let value = read(value) { return value }
        }
        return nil
      }
    }
    switch place {
    case .exifIFD(let tag, let form): return tagged(tag, in: exif?.photograph, form)
    case .firstIFD(let tag, let form): return tagged(tag, in: exif?.picture, form)
    case .gps: return exif.flatMap { read(RecordedValue(form: .position, content: .gps($0))) }
    case .embedded(let properties): return first(properties, in: embedded)
    case .sidecars(let properties): return first(properties, in: sidecars)
    case .iptc(let dataset):
      return iptc.flatMap { read(RecordedValue(form: .plain, content: .dataset(dataset, $0))) }
    case .name: return read(RecordedValue(form: .plain, content: .name(stem)))
    case .text(let keyword):
      return texts.first { $0.keyword == keyword }.flatMap {
        read(RecordedValue(form: .plain, content: .text($0.text)))
      }
    }
  }
}

extension MetadataSources {
  /// The first number above 0 and below 10¹⁰ that meets a condition, converted from the form in
  /// which it is written.
  func number(
    _ fact: RecordedFact, where isValid: (Double) -> Bool = { _ in true }
  ) -> Double? {
    first(fact) { value in
      value.numbers.lazy.compactMap(\.self).first { 1e-10 < $0 && $0 < 1e10 && isValid($0) }
    }
  }

  /// The first text that is not blank.
  func text(_ fact: RecordedFact) -> String? { first(fact, \.text) }

  /// The first list that is not empty, or else the first text.
  func list(_ fact: RecordedFact) -> [String] {
    first(fact) { value in
      let texts = value.texts
      return texts.isEmpty ? nil : texts
    } ?? []
  }

  /// When the picture was taken.
  var taken: CivilTime? { first(.taken, \.time) }

  /// Whether ``taken`` comes from the name of the file.
  var isDatedByName: Bool {
    var unnamed = self
    unnamed.stem = ""
    return taken != unnamed.taken
  }

  /// The rating: 0 to 5 stars, or -1 for a rejected picture.
  var rating: Fact? { first(.rating, \.rating) }

  /// The position of the camera: preferably one whose hemisphere is known.
  var coordinates: Coordinates? {
    first(.position) { value in
      value.coordinates.flatMap { $0.lacksHemisphere ? nil : $0 }
    } ?? first(.position, \.coordinates)
  }
}

/// The value of a fact as it is recorded in one place.
struct RecordedValue {
  enum Content {
    case tag(Int, TIFFDirectory, ExifFacts)
    case gps(ExifFacts)
    /// A property, and the packet that has its value.
    case property(String, XMPFacts.Packet)
    case dataset(IPTCRecord.Dataset, IPTCRecord)
    case name(String)
    case text(String)
  }

  let form: FactPlace.Form
  let content: Content

  /// The numbers, converted from the form in which they are written; nil for a number that is
  /// unknown or infinite.
  var numbers: [Double?] {
    let numbers = writtenNumbers
    switch form {
    case .shutterSpeed: return numbers.map { $0.map { exp2(-$0) } }
    case .apertureValue: return numbers.map { $0.map { exp2($0 / 2) } }
    case .sensitivity(let types):
      return sensitivityType.map(types.contains) == true ? numbers : []
    default: return numbers
    }
  }

  private var writtenNumbers: [Double?] {
    switch content {
    case .tag(let tag, let directory, _): directory.values(tag)
    case .property(let name, let packet): packet.texts(name).flatMap(\.recordedNumbers)
    case .gps, .dataset, .name, .text: []
    }
  }

  private var sensitivityType: Int? {
    let number: Double? =
      switch content {
      case .tag(_, _, let exif):
        exif.photograph?.values(34864).first.flatMap(\.self)
          ?? exif.picture.values(34864).first.flatMap(\.self)
      case .property(_, let packet):
        packet.text("exifEX:SensitivityType")?.recordedNumbers.first.flatMap(\.self)
      case .gps, .dataset, .name, .text: nil
      }
    return number.flatMap { Int(exactly: $0) }
  }

  /// The text without surrounding space; nil if it is blank.
  var text: String? {
    switch content {
    case .tag(let tag, let directory, _):
      switch form {
      case .windowsText, .windowsList: return directory.windowsText(tag)?.trimmed
      case .markedText: return directory.markedText(tag)?.trimmed
      case .owners:
        let owners = (directory.texts(tag, maximum: 2) ?? []).compactMap(\.trimmed)
        return owners.isEmpty ? nil : owners.joined(separator: "; ")
      default: return directory.text(tag)?.trimmed
      }
    case .property(let name, let packet):
      guard case .field(let field) = form else { return packet.text(name) }
      return packet[name]?.first?.fields[field]
    case .dataset(let dataset, let record): return record.text(dataset)
    case .text(let text): return text.trimmed
    case .gps, .name: return nil
    }
  }

  /// The items of a list, each once, or the only value; none of them is blank.
  var texts: [String] {
    switch content {
    case .property(let name, let packet):
      guard case .lastLevel(let separator) = form else { return packet.texts(name).eachOnce }
      return packet.texts(name).compactMap { text in
        text.split(separator: separator).last.flatMap { String($0).trimmed }
      }.eachOnce
    case .dataset(let dataset, let record): return record.texts(dataset).eachOnce
    case .tag where form == .windowsList:
      return (text ?? "").split(separator: ";").compactMap { String($0).trimmed }.eachOnce
    case .tag, .gps, .name, .text: return text.map { [$0] } ?? []
    }
  }

  fileprivate var time: CivilTime? {
    switch content {
    case .tag(let tag, let directory, let exif):
      // A NUL may separate the date from the time.
      let time = directory.texts(tag, maximum: 4).flatMap {
        CivilTime(exif: $0.joined(separator: " "))
      }
      guard let time, case .time(let fraction) = form else { return time }
      return time.with(fraction: exif.photograph?.text(fraction) ?? exif.picture.text(fraction))
    case .property(let name, let packet): return packet.text(name).flatMap { CivilTime(exif: $0) }
    case .dataset(let dataset, let record): return record.time(dataset)
    case .name(let stem): return CivilTime(inName: stem)
    case .text(let text): return CivilTime(text: text)
    case .gps: return nil
    }
  }

  fileprivate var rating: Fact? {
    switch content {
    case .property(let name, let packet) where form == .flaggedRating:
      if packet.isRejected { return Fact(-1) }
      guard let number = packet.text(name).flatMap({ Double(decimal: $0) }), -1...5 ~= number
      else { return nil }
      // Removes the sign of a negative zero.
      return Fact(number.text(decimals: 1), number: number + 0)
    default:
      guard let number = writtenNumbers.first.flatMap(\.self) else { return nil }
      if form == .percent {
        return Int(exactly: number.rounded()).flatMap { Fact(percentOfStars: $0) }
      }
      return 0...5 ~= number ? Fact(number.text(decimals: 1), number: number + 0) : nil
    }
  }

  fileprivate var coordinates: Coordinates? {
    switch content {
    case .gps(let exif): exif.coordinates
    case .property(_, let packet): packet.coordinates
    case .tag, .dataset, .name, .text: nil
    }
  }
}
