public import ArgumentParser
public import ContactSheet
public import SheetImaging
public import SheetLayout
public import SheetText

// The values of the library are written on the command line as they describe
// themselves; these conformances make the help show defaults and possible values.

extension Alignment: ExpressibleByArgument {}
extension CellFurniture.Label.Position: ExpressibleByArgument {}
extension ColorPolicy: ExpressibleByArgument {}
extension GridSearch: ExpressibleByArgument {}
extension JustifiedRows.LastRow: ExpressibleByArgument {}
extension OrientationPolicy: ExpressibleByArgument {}
extension ProgressChoice: ExpressibleByArgument {}
extension ReadingOrder: ExpressibleByArgument {}
extension ResampleFilter: ExpressibleByArgument {}
extension SampleDepth: ExpressibleByArgument {}
extension Scaling: ExpressibleByArgument {}
extension SortKey: ExpressibleByArgument {}
extension TextOverflow: ExpressibleByArgument {}
extension UnreadablePolicy: ExpressibleByArgument {}

// The argument parser asks every option of every run for these. Its own answers look up a key path
// and a conformance for each type at run time.
extension ExpressibleByArgument
where
  Self: CaseIterable, Self: RawRepresentable,
  RawValue: ExpressibleByArgument & LosslessStringConvertible
{
  /// The possible values.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue.description } }

  /// What the help says of each value: nothing, beside what it says of the option.
  public static var allValueDescriptions: [String: String] { [:] }
}

/// A function that parses an argument, or says what it should have been.
func parser<Value>(
  _ parse: @escaping @Sendable (String) -> Value?, of form: String
) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = parse(text) else { throw ValidationError("write \(form).") }
    return value
  }
}
