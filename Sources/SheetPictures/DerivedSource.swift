internal import SheetFiles
internal import SheetLayout
internal import SheetModel

/// A source that shows another one differently, under the same name and with the same facts.
protocol DerivedSource: PictureSource {
  /// The other source.
  var source: any PictureSource { get }
}

extension DerivedSource {
  var name: String { source.name }

  var pictureName: FileName { source.pictureName }

  var suppliedID: String? { source.suppliedID }

  var suppliedFacts: [String: Fact] { source.suppliedFacts }

  var unstretched: any PictureSource { source.unstretched }

  var bands: Sheet.Bands? { source.bands }

  var stretch: SampleStretch? { source.stretch }

  var colormap: Sheet.Colormap? { source.colormap }

  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }
}
