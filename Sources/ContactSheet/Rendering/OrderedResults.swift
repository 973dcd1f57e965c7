/// Puts results that arrive in any order back into the order of their numbers.
struct OrderedResults<Element> {
  /// How many numbers may be started and not yet taken, which bounds memory: a slow one
  /// holds back the ones after it instead of letting their results pile up.
  let window: Int

  private var started = 0
  private var taken = 0
  private var waiting: [Int: Element] = [:]

  init(window: Int) {
    self.window = window
  }

  /// Whether another number may be started.
  var hasRoom: Bool { started - taken < window }

  /// Whether nothing that was started is still to be taken.
  var isEmpty: Bool { started == taken }

  /// Starts the next number, counted from 0.
  mutating func start() -> Int {
    defer { started += 1 }
    return started
  }

  /// Keeps the result of a number until its turn comes.
  mutating func finish(_ number: Int, _ result: Element) {
    waiting[number] = result
  }

  /// Takes the result whose turn it is, if it has arrived.
  mutating func next() -> Element? {
    guard let result = waiting.removeValue(forKey: taken) else { return nil }
    taken += 1
    return result
  }
}
