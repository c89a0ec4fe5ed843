private import Foundation

// The paths of the service
// ========================
// Each endpoint is written once, here. The server's route and the client library's request both use it, so they
// cannot differ. An endpoint is a computed property of the same name as its operation in the OpenAPI document:
//
//     extension Endpoint {
//         public static var readOuting: Endpoint { .get("/v1/outings/{id}") }
//     }

/// The address of one operation of the service: its method and its path.
public struct Endpoint: Hashable, Sendable {
    public enum Method: Hashable, Sendable {
        case get, post, put, patch, delete
    }

    /// The operation's id in the OpenAPI document.
    public let id: String
    public let method: Method
    /// The path with its variables in braces, such as `/v1/outings/{id}`.
    public let path: String

    /// Creates an endpoint.
    ///
    /// - Parameter id: By default the name of the property that contains the call.
    public init(_ method: Method, _ path: String, id: String = #function) {
        self.id = id
        self.method = method
        self.path = path
    }

    public static func get(_ path: String, id: String = #function) -> Endpoint { Self(.get, path, id: id) }
    public static func post(_ path: String, id: String = #function) -> Endpoint { Self(.post, path, id: id) }
    public static func put(_ path: String, id: String = #function) -> Endpoint { Self(.put, path, id: id) }
    public static func patch(_ path: String, id: String = #function) -> Endpoint {
        Self(.patch, path, id: id)
    }
    public static func delete(_ path: String, id: String = #function) -> Endpoint {
        Self(.delete, path, id: id)
    }

    /// The names of the path's variables, in order.
    public var variables: [String] {
        path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    /// Returns the path with `values` in place of its variables, in order, each percent-encoded as one segment.
    ///
    /// - Precondition: There is one value for each variable.
    public func path(_ values: any CustomStringConvertible...) -> String { path(filledWith: values) }

    /// Returns the path with `values` in place of its variables; see ``path(_:)``.
    public func path(filledWith values: [any CustomStringConvertible]) -> String {
        let names = variables
        precondition(names.count == values.count, "\(id) takes \(names.count) values, not \(values.count)")
        return zip(names, values).reduce(path) { filled, pair in
            filled.replacing("{\(pair.0)}", with: Self.escape(pair.1.description), maxReplacements: 1)
        }
    }

    /// Percent-encodes a path segment or a query value: all but the unreserved characters.
    ///
    /// - Source: RFC 3986, section 2.3.
    public static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
