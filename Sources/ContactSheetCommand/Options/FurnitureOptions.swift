internal import ArgumentParser
internal import ContactSheet

/// What stands around pictures.
struct FurnitureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The space inside each cell around its picture, in pixels. (default: 0)", valueName: "N"))
  var padding: Int?

  @Option(
    help: ArgumentHelp(
      "A line around each picture, such as '2 silver'. (default: none)",
      valueName: "N color|none"),
    transform: parser(FurnitureChoice.init, of: "a width in pixels from 1, \(FurnitureForm.rest)"))
  var border: FurnitureChoice<Border>?

  @Option(
    help: ArgumentHelp(
      "A line around each cell, such as '1 #ccc'. (default: none)", valueName: "N color|none"),
    transform: parser(FurnitureChoice.init, of: "a width in pixels from 1, \(FurnitureForm.rest)"))
  var frame: FurnitureChoice<Border>?

  @Option(
    help: ArgumentHelp(
      """
      The radius of round corners in pixels, of frames where there are any, else of pictures. \
      (default: 0)
      """,
      valueName: "N"))
  var radius: Int?

  @Option(
    help: ArgumentHelp(
      """
      A soft shadow under the frame or else the picture, such as '8 #0008'. (default: none)
      """,
      valueName: "N color|none"),
    transform: parser(
      FurnitureChoice.init,
      of: "a size in pixels from 1 to \(Shadow.maximumSize), \(FurnitureForm.rest)"))
  var shadow: FurnitureChoice<Shadow>?

  var furniture: Furniture {
    Furniture(
      padding: padding ?? 0, border: border?.value, frame: frame?.value, radius: radius ?? 0,
      shadow: shadow?.value)
  }

  func validate() throws {
    for (name, length) in [("--padding", padding), ("--radius", radius)] {
      if let length, !(0...Extent.maximumSide ~= length) {
        throw ValidationError(
          "\(name) is 0 to \(Extent.maximumSide) pixels, not \(length).")
      }
    }
  }
}

/// A piece of furniture, or `none`, which takes back a preset's.
struct FurnitureChoice<Furniture: LosslessStringConvertible & Sendable>: Sendable {
  /// nil for none.
  let value: Furniture?

  init?(_ text: String) {
    value = text == "none" ? nil : Furniture(text)
    guard value != nil || text == "none" else { return nil }
  }
}

/// What furniture looks like.
private enum FurnitureForm {
  /// All but the number.
  static let rest = "perhaps with a colour behind it, such as '2 silver', or none"
}
