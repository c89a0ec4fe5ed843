import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@JSONObject`: what it generates is documented at its declaration in the module `JSON`.
struct JSONObjectMacro: MemberMacro {
    private static let reader = "inout JSONReader"
    private static let writer = "inout JSONWriter"

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        let members = try structure.properties.map { try JSONMember($0) }
        let isEncodable = structure.conforms(to: "JSONCodable", "WireValue", "JSONEncodable")
        let isDecodable = structure.conforms(to: "JSONCodable", "WireValue", "JSONDecodable")
        guard isEncodable || isDecodable else {
            throw MacroFault.at(
                structure.declaration.name,
                "declare the conformance here: WireValue, JSONCodable, JSONEncodable or JSONDecodable")
        }
        let access = structure.access
        var declarations: [DeclSyntax] = []
        if structure.initializers.allSatisfy({ $0.parameterTypes == [reader] }) {
            declarations.append(structure.memberwiseInitializer())
        }
        let isFlattenable = node.isTrue("flattenable")
        if isEncodable, !structure.hasFunction("encode", taking: writer) {
            declarations += isFlattenable ? encodeAlsoFlattened(members, access) : [encode(members, access)]
        }
        if isDecodable, !structure.hasInitializer(taking: reader) {
            let read = members.filter { !$0.property.isConstant }
            if node.isTrue("onePass") {
                declarations += try decodeInOnePass(read, access)
            } else {
                declarations += isFlattenable ? decodeAlsoFlattened(read, access) : [decode(read, access)]
            }
        }
        return declarations
    }

    private static func encode(_ members: [JSONMember], _ access: String) -> DeclSyntax {
        """
        \(raw: access)func encode(to writer: inout JSONWriter) {
        writer.object {\(raw: members.isEmpty ? " _ in" : "")
        \(raw: members.map { $0.encoding(to: "$0") }.joined(separator: "\n"))
        }
        }
        """
    }

    /// Generates `encodeMembers(to:)` too, which writes into the object of another type.
    private static func encodeAlsoFlattened(_ members: [JSONMember], _ access: String) -> [DeclSyntax] {
        [
            """
            \(raw: access)func encode(to writer: inout JSONWriter) {
            writer.object { self.encodeMembers(to: &$0) }
            }
            """,
            """
            func encodeMembers(to writer: inout JSONWriter) {
            \(raw: members.map { $0.encoding(to: "writer") }.joined(separator: "\n"))
            }
            """,
        ]
    }

    private static func decode(_ members: [JSONMember], _ access: String) -> DeclSyntax {
        """
        \(raw: access)init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        \(raw: members.map(\.decoding).joined(separator: "\n"))
        }
        """
    }

    /// Generates `init(members:)` too, which reads from the object of another type.
    private static func decodeAlsoFlattened(_ members: [JSONMember], _ access: String) -> [DeclSyntax] {
        [
            """
            \(raw: access)init(from reader: inout JSONReader) throws(JSONFault) {
            try self.init(members: reader.members())
            }
            """,
            """
            init(members read: borrowing JSONMembers) throws(JSONFault) {
            \(raw: members.map(\.decoding).joined(separator: "\n"))
            }
            """,
        ]
    }

    private static func decodeInOnePass(_ members: [JSONMember], _ access: String) throws -> [DeclSyntax] {
        if let member = members.first(where: \.isFlattened) {
            throw MacroFault.at(member.property.declaration, "one pass cannot read flattened members")
        }
        return [
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
struct JSONMember {
    let property: StoredProperty
    /// A string literal.
    var name: String
    var isOmittedIfNil = false
    var isFlattened = false

    /// - Parameter name: The default of the member's name.
    init(_ property: StoredProperty, name: String? = nil) throws {
        self.property = property
        self.name = "\"\(name ?? property.plainName)\""
        for argument in property.arguments(of: "JSONMember") ?? [] {
            switch argument.label?.text {
            case nil: self.name = argument.expression.trimmedDescription
            case "omitIfNil": isOmittedIfNil = argument.isTrue
            case "flattened": isFlattened = argument.isTrue
            default: throw MacroFault.at(argument, "@JSONMember has no such argument")
            }
        }
        guard property.isOptional || !isOmittedIfNil else {
            throw MacroFault.at(property.declaration, "only an optional property can be omitted")
        }
        guard !property.isOptional || !isFlattened else {
            throw MacroFault.at(property.declaration, "an optional property cannot be flattened")
        }
    }

    func encoding(to writer: String) -> String {
        if isFlattened {
            "self.\(property.name).encodeMembers(to: &\(writer))"
        } else {
            "\(writer).field(\(name), \(isOmittedIfNil ? "ifPresent: " : "")self.\(property.name))"
        }
    }

    var decoding: String {
        if isFlattened { return "self.\(property.name) = try \(property.type)(members: read)" }
        return "self.\(property.name) = try read\(property.isOptional ? ".optional" : "")(\(name))"
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
