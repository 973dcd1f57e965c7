import ContactSheet

// The menus for pages: where tiles and text go.

extension Sheet.LabelPosition: MenuItem {
  var title: String {
    switch self {
    case .above: "Above the picture"
    case .below: "Below the picture"
    case .over: "On the picture"
    case .overTop: "On the picture, at its top"
    case .left: "Left of the picture"
    case .right: "Right of the picture"
    }
  }
}

extension Sheet.TextAlignment: MenuItem {
  var title: String {
    switch self {
    case .left: "Flush left"
    case .center: "Centred"
    case .right: "Flush right"
    }
  }
}

extension Sheet.ReadingOrder: MenuItem {
  var title: String {
    switch self {
    case .rows: "Row by row"
    case .columns: "Column by column"
    case .rightToLeft: "From right to left"
    }
  }
}

extension Sheet.GroupBreak: MenuItem {
  var title: String {
    switch self {
    case .page: "New page"
    case .section: "New heading"
    }
  }
}

extension Sheet.GridSearch: MenuItem {
  var title: String {
    switch self {
    case .compact: "Automatic"
    case .byRows: "Try every number of rows"
    case .byColumns: "Try every number of columns"
    }
  }
}

extension Sheet.LastRow: MenuItem {
  var title: String {
    switch self {
    case .left: "Flush left"
    case .center: "Centred"
    case .justified: "Justified"
    }
  }
}

extension Sheet.Tier: MenuItem {
  var title: String {
    switch self {
    case .threeSmall: "Three small rows"
    case .mediumLeft: "Medium on the left"
    case .mediumRight: "Medium on the right"
    case .oneLarge: "One large"
    }
  }
}

extension Sheet.RowHeading: MenuItem {
  var title: String {
    switch self {
    case .left: "Left of the row"
    case .up: "Left of the row, upwards"
    case .above: "Above the row"
    case .none: "No headings"
    }
  }
}

extension Sheet.ColumnHeading: MenuItem {
  var title: String {
    switch self {
    case .auto: "Across, if there is room"
    case .up: "Upwards"
    case .none: "No headings"
    }
  }
}

extension Sheet.Clash: MenuItem {
  var title: String {
    switch self {
    case .first: "Show the first"
    case .stack: "Show all, smaller"
    case .fail: "Stop"
    }
  }
}

extension FolderComparison.ShownPairs: MenuItem {
  var title: String {
    switch self {
    case .changed: "Changes"
    case .all: "Everything"
    case .none: "Only the counts"
    }
  }
}
