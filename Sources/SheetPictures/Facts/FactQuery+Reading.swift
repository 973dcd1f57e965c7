internal import SheetFiles
internal import SheetImaging
internal import SheetModel
internal import SystemPackage

extension FactQuery {
  /// The requested sidecar packets of a picture, and whether each belongs to this picture alone.
  ///
  /// Packets that belong to this picture alone also set the picture's orientation, unless metadata
  /// is ignored.
  func packets(
    beside picture: FilePath, as found: FoundImage?, _ use: MetadataUse
  ) -> [(packet: XMPPacket, isOwn: Bool)] {
    guard let sidecars, found?.folder?.mayHaveSidecars != false,
      needs.xmp || use.orientation != .ignore
    else { return [] }
    var packets: [(packet: XMPPacket, isOwn: Bool)] = []
    for (contents, isOwn) in sidecars.contents(beside: picture, alone: !needs.xmp) {
      let packet = XMPPacket(contents)
      if let isOwn = packet.belongs(to: picture, with: found?.raw?.path, byName: isOwn) {
        packets.append((packet, isOwn))
      }
    }
    return packets
  }

  /// The text files beside a picture, if facts that they may contain are requested.
  func texts(beside picture: FilePath, as found: FoundImage?) -> [[UInt8]] {
    guard let sidecars, needs.settings, found?.folder?.mayHaveTexts != false else { return [] }
    return sidecars.texts(beside: picture)
  }

  /// The facts of a picture from its metadata, sidecars, text files beside it, and its name.
  ///
  /// The result also contains the positions of faces, and what is wrong with the facts.
  func facts(
    of header: PictureHeader, beside packets: [XMPPacket], _ texts: [[UInt8]],
    named name: FileName
  ) -> SheetPicture.MetadataFindings {
    guard !metadataKeys.isEmpty || asksForAllTexts || asksForFaces else { return ([:], [], nil) }
    let found = header.metadata
    let stem = metadataKeys.contains(.taken) ? PathText(name.text).stem : ""
    let hasDate = CivilTime(inName: stem) != nil
    guard found != nil || !packets.isEmpty || !texts.isEmpty || needs.color || hasDate else {
      return ([:], [], nil)
    }
    var metadata = found ?? PictureMetadata()
    // Without a file, only the colour space itself is known, not the name of a profile.
    if needs.color, metadata.colorName == nil { metadata.colorName = header.colorSpace.name }
    let source = MetadataFacts(
      metadata, packets, texts: texts, stem: stem, asksForSettings: needs.settings)
    var facts: [FactKey: Fact] = [:]
    if asksForAllTexts {
      for text in metadata.texts.reversed() {
        facts[FactKey("text", text.keyword)] = Fact(reading: text.text)
      }
    }
    for key in metadataKeys {
      guard case .metadata(_, let fact) = PictureToken.named(key.name)?.origin else { continue }
      facts[key] = source.fact(fact, key.parameter)
    }
    var faults: FactFaults = facts.shorten(to: longest) ? .shortened : []
    if facts[.position] != nil, source.camera.coordinates?.lacksHemisphere == true {
      faults.insert(.lackHemisphere)
    }
    if hasDate, source.sources.isDatedByName { faults.insert(.datedByName) }
    return (facts, faults, asksForFaces ? source.xmp.faces(in: header) : nil)
  }
}
