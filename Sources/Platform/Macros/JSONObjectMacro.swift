internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// `@JSONObject`: what it generates is documented at its declaration in the module `JSON`.
struct JSONObjectMacro: MemberMacro {
    private static let reader = "inout JSONReader"
    private static let writer = "inout JSONWriter"

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        let members = try structure.properties.map(JSONMember.init)
        let isEncodable = structure.conforms(to: "JSONCodable", "JSONEncodable")
        let isDecodable = structure.conforms(to: "JSONCodable", "JSONDecodable")
        guard isEncodable || isDecodable else {
            throw MacroFault.at(
                structure.declaration.name,
                "declare the conformance here: JSONCodable, JSONEncodable or JSONDecodable")
        }
        let access = structure.access
        var declarations: [DeclSyntax] = []
        if structure.initializers.allSatisfy({ $0.parameterTypes == [reader] }) {
            declarations.append(memberwiseInitializer(structure.properties, access))
        }
        if isEncodable, !structure.hasFunction("encode", taking: writer) {
            declarations.append(encode(members, access))
        }
        if isDecodable, !structure.hasInitializer(taking: reader) {
            let read = members.filter { !$0.property.isConstant }
            declarations += node.isTrue("onePass") ? decodeInOnePass(read, access) : [decode(read, access)]
        }
        return declarations
    }

    private static func memberwiseInitializer(_ properties: [StoredProperty], _ access: String) -> DeclSyntax
    {
        let properties = properties.filter { !$0.isConstant }
        let parameters = properties.map { property in
            "\(property.name): \(property.type)" + (property.initialValue.map { " = \($0)" } ?? "")
        }
        return """
            \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {
            \(raw: properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
            }
            """
    }

    private static func encode(_ members: [JSONMember], _ access: String) -> DeclSyntax {
        """
        \(raw: access)func encode(to writer: inout JSONWriter) {
        writer.object {\(raw: members.isEmpty ? " _ in" : "")
        \(raw: members.map(\.encoding).joined(separator: "\n"))
        }
        }
        """
    }

    private static func decode(_ members: [JSONMember], _ access: String) -> DeclSyntax {
        """
        \(raw: access)init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        \(raw: members.map(\.decoding).joined(separator: "\n"))
        }
        """
    }

    private static func decodeInOnePass(_ members: [JSONMember], _ access: String) -> [DeclSyntax] {
        [
            """
            private enum JSONName: String, CaseIterable {
            \(raw: members.map { "case \($0.property.name) = \($0.name)" }.joined(separator: "\n"))
            }
            """,
            "private static let jsonNames = JSONNames(JSONName.self)",
            """
            \(raw: access)init(from jsonReader: inout JSONReader) throws(JSONFault) {
            \(raw: members.map(\.variable).joined(separator: "\n"))
            try jsonReader.object(Self.jsonNames) { (jsonReader, jsonName) throws(JSONFault) in
            switch jsonName {
            \(raw: members.map(\.reading).joined(separator: "\n"))
            }
            }
            \(raw: members.map(\.assignment).joined(separator: "\n"))
            }
            """,
        ]
    }
}

/// A property as a member of a JSON object.
private struct JSONMember {
    let property: StoredProperty
    /// A string literal.
    var name: String
    var isOmittedIfNil = false

    init(_ property: StoredProperty) throws {
        self.property = property
        name = "\"\(property.plainName)\""
        for argument in property.arguments(of: "JSONMember") ?? [] {
            switch argument.label?.text {
            case nil: name = argument.expression.trimmedDescription
            case "omitIfNil": isOmittedIfNil = argument.isTrue
            default: throw MacroFault.at(argument, "@JSONMember has no such argument")
            }
        }
        guard property.isOptional || !isOmittedIfNil else {
            throw MacroFault.at(property.declaration, "only an optional property can be omitted")
        }
    }

    var encoding: String {
        "$0.field(\(name), \(isOmittedIfNil ? "ifPresent: " : "")self.\(property.name))"
    }

    var decoding: String {
        "self.\(property.name) = try read\(property.isOptional ? ".optional" : "")(\(name))"
    }

    /// The local variable that holds the value until all members are read.
    var variable: String { "var \(property.name): \(property.type)\(property.isOptional ? "" : "?")" }

    var reading: String {
        let value = property.isOptional ? "jsonReader.optional()" : "\(property.type)(from: &jsonReader)"
        return "case .\(property.name): \(property.name) = try \(value)"
    }

    var assignment: String {
        let value = property.isOptional ? property.name : "try jsonReader.required(\(property.name), \(name))"
        return "self.\(property.name) = \(value)"
    }
}
