/// What pictures that look like one have to do with it: it is a copy of one, or stands for others.
package final class Lookalikes: Sendable {
  /// What the picture is called that it is a copy of; nil where it is none.
  package let original: String?
  /// The others of its stack, of which it is the cover.
  package let others: [SheetPicture]

  /// Creates what is known of a picture.
  package init(original: String? = nil, others: [SheetPicture] = []) {
    (self.original, self.others) = (original, others)
  }
}
