import SwiftSyntax

/// A stored instance property of a structure.
struct StoredProperty {
    /// The name as written, with backticks if there are any.
    let name: String
    let type: TypeSyntax
    let initialValue: ExprSyntax?
    /// A `let` with a value: it has the same value in every instance.
    let isConstant: Bool
    let declaration: VariableDeclSyntax

    /// The name without backticks.
    var plainName: String { name.filter { $0 != "`" } }

    var isOptional: Bool {
        type.is(OptionalTypeSyntax.self) || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    }

    /// Returns the arguments of the attribute `@name`; `nil` if the property does not have it.
    func arguments(of name: String) -> [LabeledExprSyntax]? {
        declaration.attributes.attribute(name).map { $0.labeledArguments }
    }
}

extension StoredProperty {
    /// Returns the stored properties of a structure in the order of their declaration.
    static func all(in members: MemberBlockItemListSyntax) throws -> [StoredProperty] {
        try members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { try all(in: $0) }
    }

    private static func all(in declaration: VariableDeclSyntax) throws -> [StoredProperty] {
        let modifiers = declaration.modifiers.map(\.name.text)
        guard !modifiers.contains("static") else { return [] }
        guard !modifiers.contains("lazy") else {
            throw MacroFault.at(
                declaration, "a lazy property cannot be a member; write this type's code by hand")
        }
        // `var yes, no: Int`: the type stands at the last name.
        var type: TypeSyntax?
        var properties: [StoredProperty] = []
        for binding in declaration.bindings.reversed() where !binding.isComputed {
            type = binding.typeAnnotation?.type ?? type
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                throw MacroFault.at(binding.pattern, "declare each property by its own name")
            }
            guard let type = type?.trimmed else {
                throw MacroFault.at(
                    binding, "'\(name)' needs a type annotation, because a macro does not know inferred types"
                )
            }
            let value = binding.initializer?.value.trimmed
            properties.append(
                StoredProperty(
                    name: name, type: type, initialValue: value,
                    isConstant: value != nil && declaration.bindingSpecifier.tokenKind == .keyword(.let),
                    declaration: declaration))
        }
        return properties.reversed()
    }
}

extension PatternBindingSyntax {
    /// Whether it has a getter; observers do not count.
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors):
            !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}
