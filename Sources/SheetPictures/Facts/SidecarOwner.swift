internal import SheetFiles
internal import SystemPackage

extension XMPPacket {
  /// Whether a sidecar belongs to a picture.
  ///
  /// This is decided by the sidecar's contents or, if they do not say, by its name. A JPEG that
  /// stands for a RAW file as well, because both have the same name, also has the facts of the RAW
  /// file's sidecar. Pictures in other formats, and other RAW files, do not.
  ///
  /// - Parameters:
  ///   - picture: The picture's file.
  ///   - raw: The RAW file for which the picture also stands; nil if none was found, as when only
  ///     the picture was named.
  ///   - isOwn: Whether the sidecar belongs to the picture alone, judged by its name; nil if it
  ///     belongs to another picture.
  /// - Returns: Whether the sidecar belongs to the picture alone; nil if it belongs to another
  ///   picture.
  ///
  /// Source: XMP specification, part 2, "Photoshop namespace" (`photoshop:SidecarForExtension`).
  func belongs(to picture: FilePath, with raw: FilePath?, byName isOwn: Bool?) -> Bool? {
    guard let owner = sidecarExtension else { return isOwn }
    if owner.isSameFormat(as: picture.extension) { return true }
    if owner.isSameFormat(as: raw?.extension) { return false }
    return owner.isOfRaw && picture.isNamedJPEG && picture.isBeside(fileWithExtension: owner)
      ? false : nil
  }

  /// The extension, without a dot, of the pictures to which a sidecar belongs according to its
  /// contents; nil if they do not say.
  private var sidecarExtension: String? {
    // Sidecars may be long, and few have this property.
    guard mentions("SidecarForExtension"),
      let value = value(of: "photoshop:SidecarForExtension")?.trimmed
    else { return nil }
    let name = value.drop { $0 == "." || $0 == "*" }
    return name.isEmpty ? nil : String(name)
  }
}

extension FilePath {
  /// Whether the file is named like a JPEG, since only a JPEG stands for a RAW file.
  var isNamedJPEG: Bool {
    FormatTable.standard.named(nameBytes)?.name == FileFormat.jpeg.name
  }

  /// Whether a file with the same name, but this extension, is in the same folder.
  fileprivate func isBeside(fileWithExtension other: String) -> Bool {
    [other.uppercased(), other.lowercased()].contains { spelled in
      var path = self
      path.extension = spelled
      return (try? path.stat().type) == .regular
    }
  }
}

extension String {
  /// Whether this text is the extension of RAW files.
  fileprivate var isOfRaw: Bool { FoundImage.rawExtensions.contains(lowercased()) }

  /// Whether two extensions mean the same format, as `jpg` and `JPEG` do.
  ///
  /// Each extension of RAW files stands for a separate format.
  fileprivate func isSameFormat(as other: String?) -> Bool {
    guard let other = other?.lowercased() else { return false }
    let one = lowercased()
    if one == other { return true }
    guard !one.isOfRaw,
      let format = FormatTable.standard.named(Array("a.\(one)".utf8)[...])
    else { return false }
    return format.kind == .picture && format.extensions.contains(other)
  }
}
