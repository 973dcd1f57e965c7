import Foundation
package import TestSupport

/// A library that may be missing.
package enum MissingLibrary: String, CaseIterable {
  case isal = "ISA-L"
  case libjpeg = "libjpeg-turbo"
  case libwebp = "libwebp"
  case libheif = "libheif"
  case libtiff = "libtiff"
  case giflib = "giflib"
  case littleCMS = "Little CMS"
  case pango = "Pango"

  package var fileNames: [String] {
    switch self {
    case .isal: ["libisal.so.2"]
    case .libjpeg: ["libjpeg.so.62", "libjpeg.so.8"]
    case .libwebp: ["libwebp.so.7"]
    case .libheif: ["libheif.so.1"]
    case .libtiff: ["libtiff.so.6"]
    case .giflib: ["libgif.so.7"]
    case .littleCMS: ["liblcms2.so.2"]
    case .pango: ["libpangocairo-1.0.so.0"]
    }
  }

  /// The package that the remedy names; nil if no package is needed.
  package var package: String? {
    switch self {
    case .isal: nil
    case .libjpeg: "libjpeg62-turbo"
    case .libwebp: "libwebp7"
    case .libheif: "libheif1"
    case .libtiff: "libtiff6"
    case .giflib: "libgif7"
    case .littleCMS: "liblcms2-2"
    case .pango: "libpangocairo-1.0-0"
    }
  }

  /// An environment that hides the library: the loader finds empty files in its place.
  package func hidden(in folder: TemporaryFolder) throws -> [String: String] {
    for name in fileNames { try folder.write([], to: "no \(rawValue)/\(name)") }
    return ["LD_LIBRARY_PATH": folder.url.appending(path: "no \(rawValue)").path]
  }
}
