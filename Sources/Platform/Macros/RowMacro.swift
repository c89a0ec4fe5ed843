import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Row`: what it generates is documented at its declaration in the module `Postgres`.
struct RowMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let structure = try Structure(declaration, node)
        let properties = structure.properties.filter { $0.initialValue == nil }
        let reading: DeclSyntax
        if structure.conforms(to: "PostgresJoinedRow") {
            reading = joinedInitializer(properties, structure.access)
        } else if structure.conforms(to: "PostgresRow", "TableRow") {
            reading = initializer(properties, structure.access)
        } else {
            throw MacroFault.at(
                structure.declaration.name,
                "declare the conformance here: PostgresRow or TableRow, or PostgresJoinedRow for an outer join"
            )
        }
        return [reading] + (try columnLists(properties, structure.access))
    }

    private static func initializer(_ properties: [StoredProperty], _ access: String) -> DeclSyntax {
        """
        \(raw: access)init(row: inout RowReader) throws(PostgresError) {
        \(raw: properties.map { "self.\($0.name) = try row.next()" }.joined(separator: "\n"))
        }
        """
    }

    private static func joinedInitializer(_ properties: [StoredProperty], _ access: String) -> DeclSyntax {
        let values = properties.map { property in
            "let \(property.name): \(property.type)\(property.isOptional ? "" : "?") = try row.next()"
        }
        let required = properties.filter { !$0.isOptional }.map { "let \($0.name)" }
        return """
            \(raw: access)init?(joined row: inout RowReader) throws(PostgresError) {
            \(raw: values.joined(separator: "\n"))
            guard \(raw: required.joined(separator: ", ")) else { return nil }
            \(raw: properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
            }
            """
    }

    private static func columnLists(_ properties: [StoredProperty], _ access: String) throws -> [DeclSyntax] {
        let columns = properties.map { $0.arguments(of: "Column") }
        guard columns.contains(where: { $0 != nil }) else { return [] }
        for (property, columns) in zip(properties, columns) where columns == nil {
            throw MacroFault.at(
                property.declaration, "'\(property.name)' needs @Column, as other properties have it")
        }
        let all = columns.compactMap(\.self)
        var lists = [list("columns", all.flatMap { $0.filter { $0.label?.text != "brief" } }, access)]
        if all.contains(where: { $0.contains { $0.label?.text == "brief" } }) {
            let brief = all.flatMap { arguments in
                arguments.first { $0.label?.text == "brief" }.map { [$0] } ?? arguments
            }
            lists.append(list("briefColumns", brief, access))
        }
        return lists
    }

    private static func list(
        _ name: String, _ columns: [LabeledExprSyntax], _ access: String
    ) -> DeclSyntax {
        let elements = columns.map { "\($0.expression.columns),\n" }.joined()
        return "\(raw: access)static let \(raw: name) = SQL(columns: [\n\(raw: elements)])"
    }
}

extension ExprSyntax {
    /// The columns that the argument of `@Column` stands for: those of a row, if it is a type.
    fileprivate var columns: String {
        guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
            let row = member.base
        else { return trimmedDescription }
        return "\(row.trimmed).columns"
    }
}
