import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@SettingsSection`: what it generates is documented at its declaration in the executable.
struct SettingsSectionMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        let section = node.labeledArguments.first?.expression.as(StringLiteralExprSyntax.self)?.segments
        let readings = try structure.properties.map { property in
            guard let arguments = property.arguments(of: "Setting") else { return reading(group: property) }
            guard let section else {
                throw MacroFault.at(
                    property.declaration, "a setting stands in a section: @SettingsSection(\"http\")")
            }
            let name = arguments.first?.expression.as(StringLiteralExprSyntax.self)
            let key = "\(section).\(name?.segments.description ?? property.plainName)"
            let kind = arguments.dropFirst(name == nil ? 0 : 1).map(\.trimmedDescription).joined(
                separator: " ")
            return "self.\(property.name) = reader.read(\"\(key)\", \(kind))"
        }
        return [
            """
            \(raw: structure.access)init(_ reader: inout SettingsReader) {
            \(raw: readings.joined(separator: "\n"))
            }
            """
        ]
    }

    /// A property without `@Setting` is a structure that reads itself.
    private static func reading(group property: StoredProperty) -> String {
        let type = property.type.as(OptionalTypeSyntax.self)?.wrappedType ?? property.type
        return "self.\(property.name) = \(type.trimmed)(&reader)"
    }
}
