internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// `@Row`: what it generates is documented at its declaration in the module `Postgres`.
struct RowMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        guard structure.conforms(to: "PostgresRow") else {
            throw MacroFault.at(structure.declaration.name, "declare the conformance to PostgresRow here")
        }
        let columns = structure.properties.filter { $0.initialValue == nil }
        return [reading(columns, structure.access)]
    }

    private static func reading(_ columns: [StoredProperty], _ access: String) -> DeclSyntax {
        """
        \(raw: access)init(row: inout RowReader) throws(PostgresError) {
        \(raw: columns.map { "self.\($0.name) = try row.next()" }.joined(separator: "\n"))
        }
        """
    }
}
