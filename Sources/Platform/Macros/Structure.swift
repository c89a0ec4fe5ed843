import SwiftSyntax

/// A structure with a macro attached.
struct Structure {
    let declaration: StructDeclSyntax
    let properties: [StoredProperty]

    init(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax) throws {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            throw MacroFault.at(node, "@\(node.attributeName.trimmedDescription) is for structures only")
        }
        self.declaration = structure
        properties = try StoredProperty.all(in: structure.memberBlock.members)
    }

    /// `public ` or `package `; empty for other levels, at which members need no modifier.
    var access: String {
        let levels = declaration.modifiers.map(\.name.text)
        return levels.first { ["public", "package"].contains($0) }.map { $0 + " " } ?? ""
    }

    func conforms(to protocols: String...) -> Bool {
        declaration.inheritanceClause?.inheritedTypes.contains {
            protocols.contains($0.type.trimmedDescription)
        } ?? false
    }

    /// The initializers that are written in the structure's own braces.
    var initializers: [InitializerDeclSyntax] {
        declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    }

    /// Whether one of these initializers takes `type` alone, such as `inout JSONReader`.
    func hasInitializer(taking type: String) -> Bool {
        initializers.contains { $0.parameterTypes == [type] }
    }

    func hasFunction(_ name: String, taking type: String) -> Bool {
        declaration.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.contains {
            $0.name.text == name && $0.signature.parameterTypes == [type]
        }
    }
}

extension InitializerDeclSyntax {
    var parameterTypes: [String] { signature.parameterTypes }
}

extension FunctionSignatureSyntax {
    fileprivate var parameterTypes: [String] {
        parameterClause.parameters.map(\.type.trimmedDescription)
    }
}
