import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@StoredChange`: what it generates is documented at its declaration in the module `Journal`.
struct StoredChangeMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        let members = try structure.properties.map { property in
            try JSONMember(property, name: ["old": "previous", "new": "current"][property.plainName])
        }
        return [
            structure.memberwiseInitializer(),
            decoding(members, structure.access),
            """
            \(raw: structure.access)func encodeMembers(to object: inout JSONWriter) {
            \(raw: members.map { $0.encoding(to: "object") }.joined(separator: "\n"))
            }
            """,
        ]
    }

    private static func decoding(_ members: [JSONMember], _ access: String) -> DeclSyntax {
        let values = members.map { member in
            let property = member.property
            let value = member.isFlattened ? "\(property.type)(members)" : "members.read(\(member.name))"
            return property.isOptional
                ? "self.\(property.name) = \(value)"
                : "guard let \(property.name): \(property.type) = \(value) else { return nil }\n"
                    + "self.\(property.name) = \(property.name)"
        }
        return """
            \(raw: access)init?(_ members: ChangeMembers) {
            \(raw: values.joined(separator: "\n"))
            }
            """
    }
}
