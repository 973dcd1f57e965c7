import Foundation
import Testing

/// JSON with the value at a path of keys and indices replaced.
package func changedJSON(
  _ json: [UInt8], with value: any Sendable, at path: ArraySlice<any Sendable>
) throws -> [UInt8] {
  func changed(_ tree: Any, _ path: ArraySlice<any Sendable>) throws -> Any {
    switch (path.first, tree) {
    case (let key as String, var object as [String: Any]):
      object[key] = try changed(object[key] as Any, path.dropFirst())
      return object
    case (let index as Int, var list as [Any]):
      list[index] = try changed(list[index], path.dropFirst())
      return list
    default:
      try #require(path.isEmpty)
      return value
    }
  }
  let tree = try JSONSerialization.jsonObject(with: Data(json))
  return Array(try JSONSerialization.data(withJSONObject: changed(tree, path)))
}
