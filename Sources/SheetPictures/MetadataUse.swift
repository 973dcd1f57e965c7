/// Which metadata of a file are used.
public struct MetadataUse: Equatable, Sendable {
  private struct Choice: Equatable, Sendable {
    var color: ColorPolicy
    var orientation: OrientationPolicy
    var needs = MetadataNeeds()
  }

  /// A reference, which all files of a folder share.
  private var choice: Boxed<Choice>

  /// Whether its colour space is used.
  public var color: ColorPolicy {
    get { choice.value.color }
    set { change { $0.color = newValue } }
  }
  /// Whether its orientation is used.
  public var orientation: OrientationPolicy {
    get { choice.value.orientation }
    set { change { $0.orientation = newValue } }
  }
  /// What else is read, for labels and the like.
  package var needs: MetadataNeeds {
    get { choice.value.needs }
    set { change { $0.needs = newValue } }
  }

  /// Creates a choice; by default, colour space and orientation are used.
  public init(color: ColorPolicy = .convert, orientation: OrientationPolicy = .auto) {
    let isUsual = color == .convert && orientation == .auto
    choice = isUsual ? Self.usual : Boxed(Choice(color: color, orientation: orientation))
  }

  private static let usual = Boxed(Choice(color: .convert, orientation: .auto))

  private mutating func change(_ change: (inout Choice) -> Void) {
    var changed = choice.value
    change(&changed)
    if changed != choice.value { choice = Boxed(changed) }
  }
}

/// The treatment of pictures' own colour spaces.
public enum ColorPolicy: String, CaseIterable, Sendable {
  /// Every picture is converted from its own colour space to sRGB.
  case convert
  /// Every picture is treated as sRGB, whatever it says.
  case ignore
}

/// Whether pictures are rotated and mirrored as their metadata say.
public enum OrientationPolicy: String, CaseIterable, Sendable {
  /// Pictures are shown upright.
  case auto
  /// Pictures are shown as they are stored.
  case ignore
}
