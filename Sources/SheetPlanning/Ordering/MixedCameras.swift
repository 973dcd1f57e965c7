internal import SheetModel
internal import SheetPictures

/// Two cameras that were used at the same time, with pictures that are not sorted by time.
struct MixedCameras {
  /// The names of the two cameras.
  let cameras: (String, String)

  /// Examines pictures in their order; nil if their times only increase or only decrease, or if no
  /// two cameras interleave.
  init?(_ pictures: some Sequence<PictureFacts>) {
    var spans: [String: ClosedRange<Double>] = [:]
    var (last, rises, falls): (Double?, Bool, Bool) = (nil, false, false)
    for picture in pictures {
      guard let camera = picture.fact(.camera)?.text,
        let time = picture.fact(.taken)?.instant
      else { continue }
      if let last { (rises, falls) = (rises || last < time, falls || last > time) }
      last = time
      let span = spans[camera] ?? time...time
      spans[camera] = min(span.lowerBound, time)...max(span.upperBound, time)
    }
    guard rises, falls, spans.count > 1 else { return nil }
    let order = spans.sorted { ($0.value.lowerBound, $0.key) < ($1.value.lowerBound, $1.key) }
    let mixed = zip(order, order.dropFirst()).first { $0.value.overlaps($1.value) }
    guard let mixed else { return nil }
    cameras = (mixed.0.key, mixed.1.key)
  }

  var note: Note {
    Note(
      .mixedCameras,
      "\(cameras.0.shortPrintable) and \(cameras.1.shortPrintable) were in use at the same time, "
        + "and the images are not sorted by time", remedy: "\(.sort, "taken") sorts them")
  }
}
