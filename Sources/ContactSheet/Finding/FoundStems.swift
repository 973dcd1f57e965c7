internal import SheetFiles
internal import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SystemPackage

extension SheetJob {
  /// The names, without extensions, of the first pictures in the inputs that are not lists.
  package func stemsOfPictures(atMost count: Int) -> [String] {
    let paths = inputs.filter { if case .path = $0 { true } else { false } }
    let found = (try? ImageFinder(search, for: nil).images(in: paths))?.images ?? []
    return found.prefix(count).map { PathText($0.path.string).stem }
  }
}
