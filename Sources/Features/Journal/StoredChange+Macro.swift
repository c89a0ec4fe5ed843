/// Generates the code of a ``ChangeKind`` that repeats the names of its properties: `init?(_:)`, `encodeMembers(to:)`
/// and an initializer with a parameter for each property.
///
/// Each property is stored as the member of its name, `old` as `previous` and `new` as `current`. `@JSONMember` names
/// another member, or says that the members of the value are members of the change. A stored change that lacks a
/// property which is not optional cannot be read.
///
///     @StoredChange
///     struct OfferChange: Transition {
///         @JSONMember("id") let offer: OfferID
///         var old: String?
///         var new: String?
///     }
@attached(member, names: named(init), named(encodeMembers))
package macro StoredChange() = #externalMacro(module: "Macros", type: "StoredChangeMacro")
