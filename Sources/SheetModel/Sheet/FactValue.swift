extension Sheet {
  /// The value of a fact about a picture, which a template's token stands for.
  public enum FactValue: Hashable, Sendable {
    /// A string.
    case text(String)
    /// A number in its base unit, such as the bytes of a file or the seconds of an exposure.
    case number(Double)
    /// A time, such as when the picture was taken; a day without a time of day is a string such as
    /// `2024-03-15` instead.
    case time(LocalTime)
    /// A position on Earth in degrees; latitudes are positive in the north, and longitudes are
    /// positive in the east.
    case position(latitude: Double, longitude: Double)
    /// Several strings, such as keywords.
    case list([String])
  }

  /// A date and a time of day without a time zone, which cameras seldom record.
  public struct LocalTime: Hashable, Sendable {
    /// The year.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int
    /// The hour, from 0 to 23.
    public var hour: Int
    /// The minute, from 0 to 59.
    public var minute: Int
    /// The second, from 0 to 60; 60 is a leap second.
    public var second: Int

    /// Creates a time; planning a sheet fails if there is no such date or time of day.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
      (self.year, self.month, self.day) = (year, month, day)
      (self.hour, self.minute, self.second) = (hour, minute, second)
    }
  }
}

extension Sheet.FactValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  /// Creates a string.
  public init(stringLiteral text: String) { self = .text(text) }

  /// Creates a number.
  public init(floatLiteral number: Double) { self = .number(number) }

  /// Creates a number.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }

  /// Creates a list.
  public init(arrayLiteral texts: String...) { self = .list(texts) }
}

extension Sheet.LocalTime {
  /// Creates a time from the time of a fact.
  package init(_ time: CivilTime) {
    self.init(
      year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
      second: time.second)
  }
}

extension Sheet.FactValue {
  /// Creates the value of a fact.
  package init(_ fact: Fact) {
    switch fact.kind {
    case .time(let time):
      self = time.hasTimeOfDay ? .time(Sheet.LocalTime(time)) : .text(fact.text)
    case .position(let latitude, let longitude):
      self = .position(latitude: latitude, longitude: longitude)
    case .list(let texts): self = .list(texts)
    case .plain, .rounded:
      switch fact.value {
      case .number(let number): self = .number(number)
      case .text(let text):
        // A number with a unit counts as a number, but digits with leading zeros count as a name.
        self =
          fact.number.flatMap { Double(decimal: text) == nil ? .number($0) : nil } ?? .text(text)
      }
    }
  }
}

extension Fact {
  /// Creates a fact from a value that a program supplies; nil if the value is empty or invalid,
  /// such as a time with month 13.
  package init?(_ value: Sheet.FactValue) {
    switch value {
    case .text(let text):
      guard !text.isEmpty else { return nil }
      self.init(reading: text)
    case .number(let number):
      guard number.isFinite else { return nil }
      self.init(Int64(exactly: number).map { "\($0)" } ?? "\(number)", number: number)
    case .time(let time):
      guard
        let time = CivilTime(
          year: time.year, month: time.month, day: time.day, hour: time.hour,
          minute: time.minute, second: time.second)
      else { return nil }
      self.init(time)
    case .position(let latitude, let longitude):
      guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
      self.init(latitude: latitude, longitude: longitude)
    case .list(let texts):
      guard let list = Fact.list(texts) else { return nil }
      self = list
    }
  }
}
