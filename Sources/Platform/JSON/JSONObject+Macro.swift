/// Generates what a structure needs to be a JSON object, from its stored properties in the order of their
/// declaration:
///
/// - a memberwise initializer with the structure's access level, in which a property's initial value is its
///   default; like Swift's own, it is lost to an initializer in the structure's braces and kept beside one in
///   an extension,
/// - `encode(to:)`, if the structure declares ``JSONEncodable``: `nil` is written as null,
/// - `init(from:)`, if it declares ``JSONDecodable``: an absent or null member is `nil` for an optional property
///   and a fault for others, even if they have a default. Unknown members are skipped.
///
/// `encode(to:)` and `init(from:)` are not generated where they are written by hand. A `let` with a value is a
/// member that is always the same: it is written and not read.
///
///     @JSONObject
///     public struct Friend: WireValue {
///         public var id: PersonID
///         public var name: String
///         @JSONMember(omitIfNil: true) public var picture: String?
///         public let isFriend: Bool = true
///         public var since: Date
///     }
///
/// - Parameters:
///   - onePass: Whether to decode in one pass, as `JSONDecodable.swift` describes: faster, but half as much code
///     again. For types of which a response has many.
///   - flattenable: Whether other types of the module can have its members as their own, see
///     ``JSONMember(_:omitIfNil:flattened:)``.
@attached(member, names: named(init), named(encode), named(encodeMembers), named(JSONName), named(jsonNames))
public macro JSONObject(onePass: Bool = false, flattenable: Bool = false) =
    #externalMacro(module: "Macros", type: "JSONObjectMacro")

/// Describes how a property of a ``JSONObject()`` is written, where it differs from the rule.
///
/// - Parameters:
///   - name: The name of the member; by default that of the property.
///   - omitIfNil: Whether the member is absent instead of null.
///   - flattened: Whether the value's members are members of this object, instead of an object of their own.
@attached(peer)
public macro JSONMember(_ name: StaticString? = nil, omitIfNil: Bool = false, flattened: Bool = false) =
    #externalMacro(module: "Macros", type: "PropertyMarkerMacro")
