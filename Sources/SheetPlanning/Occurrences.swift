/// How often something was found, and what was found first.
struct Occurrences<Element> {
  private(set) var count = 0
  private(set) var first: Element?

  mutating func add(_ element: Element) {
    count += 1
    if first == nil { first = element }
  }
}
