import SwiftSyntax
import SwiftSyntaxMacros

/// `@JSONMember`, `@Column` and `@Setting`, which generate nothing: the macro on the type reads them.
struct PropertyMarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
