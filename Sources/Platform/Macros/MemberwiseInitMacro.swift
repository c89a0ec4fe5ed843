import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@MemberwiseInit`: what it generates is documented at its declaration in the module `Initializers`.
struct MemberwiseInitMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let unlabeled = node.labeledArguments.first { $0.label?.text == "unlabeled" }
        let count = unlabeled.flatMap { Int($0.expression.trimmedDescription) } ?? 0
        return [try Structure(declaration, node).memberwiseInitializer(unlabeled: count)]
    }
}

extension Structure {
    /// An initializer with the structure's access level, in which a variable's initial value is its default.
    func memberwiseInitializer(unlabeled: Int = 0) -> DeclSyntax {
        let properties = properties.filter { !$0.isConstant }
        let parameters = properties.enumerated().map { index, property in
            "\(index < unlabeled ? "_ " : "")\(property.name): \(property.isFunction ? "@escaping " : "")\(property.type)"
                + (property.initialValue.map { " = \($0)" } ?? "")
        }
        return """
            \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {
            \(raw: properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
            }
            """
    }
}

extension StoredProperty {
    fileprivate var isFunction: Bool {
        type.is(FunctionTypeSyntax.self)
            || type.as(AttributedTypeSyntax.self)?.baseType.is(FunctionTypeSyntax.self) ?? false
    }
}
