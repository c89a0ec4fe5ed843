import SwiftSyntax

extension AttributeListSyntax {
    func attribute(_ name: String) -> AttributeSyntax? {
        compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.trimmedDescription == name }
    }
}

extension AttributeSyntax {
    var labeledArguments: [LabeledExprSyntax] {
        arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    }

    /// Whether the argument `label` is written as `true`.
    func isTrue(_ label: String) -> Bool {
        labeledArguments.contains { $0.label?.text == label && $0.isTrue }
    }
}

extension LabeledExprSyntax {
    var isTrue: Bool { expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true) }
}
