import JSON

/// The texts of requests that have one named schema: `NonblankLine`, `TextOrNull`.
struct TextKind: Sendable {
    /// Whether tabs and line ends are allowed.
    let isMultiline: Bool
    let mayBeBlank: Bool
    var mayBeNull = false

    /// A reference to the named schema.
    var schema: Schema {
        let name = (mayBeBlank ? "" : "Nonblank") + (isMultiline ? "Text" : "Line")
        return .named(
            mayBeNull ? name + "OrNull" : name,
            Schema([("type", type), ("pattern", .string(pattern))], example: "Text"))
    }

    private var type: JSONValue { mayBeNull ? .array(["string", "null"]) : "string" }

    private var pattern: String {
        let allowed =
            isMultiline
            ? #"[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]"# : #"[^\u0000-\u001f\u007f-\u009f]"#
        return mayBeBlank ? "^\(allowed)*$" : #"^\#(allowed)*\S\#(allowed)*$"#
    }
}
