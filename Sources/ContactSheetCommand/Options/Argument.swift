public import ArgumentParser
public import ContactSheet
public import SheetImaging
public import SheetLayout

// The values of the library are written on the command line as they describe
// themselves; these conformances make the help show defaults and possible values.

extension Alignment: ExpressibleByArgument {}
extension AspectRatio: ExpressibleByArgument {}
extension ColorPolicy: ExpressibleByArgument {}
extension CellRatio: ExpressibleByArgument {}
extension Extent: ExpressibleByArgument {}
extension GridSearch: ExpressibleByArgument {}
extension JustifiedRows.LastRow: ExpressibleByArgument {}
extension MontageGeometry: ExpressibleByArgument {}
extension OrientationPolicy: ExpressibleByArgument {}
extension PixelCount: ExpressibleByArgument {}
extension ProgressChoice: ExpressibleByArgument {}
extension ReadingOrder: ExpressibleByArgument {}
extension ResampleFilter: ExpressibleByArgument {}
extension SampleDepth: ExpressibleByArgument {}
extension Scaling: ExpressibleByArgument {}
extension SortKey: ExpressibleByArgument {}
extension Spacing: ExpressibleByArgument {}
extension UnsharpMask: ExpressibleByArgument {}
extension UnreadablePolicy: ExpressibleByArgument {}

/// A colour as it is written: a name, hexadecimal digits, or `none`.
struct ColorArgument: ExpressibleByArgument {
  let color: Color
  let defaultValueDescription: String

  init?(argument: String) {
    guard let color = try? Color(parsing: argument) else { return nil }
    self.color = color
    defaultValueDescription = argument
  }
}

/// A backdrop as it is written: a colour, or `checker`.
struct BackdropArgument: ExpressibleByArgument {
  let backdrop: Backdrop
  let defaultValueDescription: String

  init?(argument: String) {
    guard let backdrop = try? Backdrop(parsing: argument) else { return nil }
    self.backdrop = backdrop
    defaultValueDescription = argument
  }

  static let white = BackdropArgument(backdrop: .color(.white), defaultValueDescription: "white")

  private init(backdrop: Backdrop, defaultValueDescription: String) {
    self.backdrop = backdrop
    self.defaultValueDescription = defaultValueDescription
  }
}
