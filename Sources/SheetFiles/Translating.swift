/// Runs `body` and turns its error into one of another kind.
package func translating<Success: ~Copyable, Failure: Error, Other: Error>(
  _ translate: (Failure) -> Other, _ body: () throws(Failure) -> Success
) throws(Other) -> Success {
  do { return try body() } catch { throw translate(error) }
}
