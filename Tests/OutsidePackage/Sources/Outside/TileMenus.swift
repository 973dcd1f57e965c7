import ContactSheet

/// A choice in a menu of an application.
protocol MenuItem: CaseIterable {
  /// The title that users see.
  var title: String { get }
}

/// The titles of a menu, in order.
func titles<Item: MenuItem>(of menu: Item.Type) -> [String] { Item.allCases.map(\.title) }

// The menus for tiles: how pictures are read and drawn.

extension Sheet.Scaling: MenuItem {
  var title: String {
    switch self {
    case .fit: "Fit"
    case .fill: "Fill"
    case .stretch: "Stretch"
    case .none: "Actual size"
    }
  }
}

extension Sheet.Position: MenuItem {
  var title: String {
    switch self {
    case .topLeft: "↖"
    case .top: "↑"
    case .topRight: "↗"
    case .left: "←"
    case .center: "•"
    case .right: "→"
    case .bottomLeft: "↙"
    case .bottom: "↓"
    case .bottomRight: "↘"
    case .subject: "Subject"
    }
  }
}

extension Sheet.Filter: MenuItem {
  var title: String {
    switch self {
    case .nearest: "Nearest neighbour"
    case .box: "Box"
    case .triangle: "Bilinear"
    case .mitchell: "Mitchell–Netravali"
    case .catmullRom: "Catmull–Rom"
    case .lanczos: "Lanczos"
    }
  }
}

extension Sheet.Light: MenuItem {
  var title: String {
    switch self {
    case .linear: "Linear light"
    case .encoded: "Encoded samples"
    }
  }
}

extension Sheet.Depth: MenuItem {
  var title: String {
    switch self {
    case .eight: "8 bits"
    case .sixteen: "16 bits"
    }
  }
}

extension Sheet.InsetPosition: MenuItem {
  var title: String {
    switch self {
    case .inside: "Details in corners"
    case .below: "Details below"
    case .right: "Details on the right"
    }
  }
}

extension Sheet.Edge: MenuItem {
  var title: String {
    switch self {
    case .none: "No edge"
    case .auto: "Hairline where edges vanish"
    case .hairline: "Hairline"
    }
  }
}

extension Sheet.OwnColors: MenuItem {
  var title: String {
    switch self {
    case .convert: "Convert to sRGB"
    case .ignore: "Ignore profiles"
    }
  }
}

extension Sheet.OwnOrientation: MenuItem {
  var title: String {
    switch self {
    case .auto: "Upright"
    case .fit: "Rotate to fit"
    case .ignore: "As stored"
    }
  }
}

extension Sheet.Turn: MenuItem {
  var title: String {
    switch self {
    case .auto: "Do not rotate"
    case .left: "Rotate left"
    case .right: "Rotate right"
    case .half: "Rotate by \(description)°"
    }
  }
}

extension Sheet.Frames: MenuItem {
  var title: String {
    switch self {
    case .first: "First page"
    case .all: "All pages"
    }
  }
}

extension Sheet.Duplicates: MenuItem {
  var title: String {
    switch self {
    case .show: "Show copies"
    case .mark: "Mark copies"
    case .skip: "Leave out copies"
    case .only: "Show only copies and their originals"
    }
  }
}

extension Sheet.UnreadablePictures: MenuItem {
  var title: String {
    switch self {
    case .placeholder: "Show a placeholder"
    case .skip: "Leave them out"
    case .fail: "Stop"
    }
  }
}
