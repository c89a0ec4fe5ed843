import SwiftDiagnostics
import SwiftSyntax

/// An error in the code that a macro is attached to.
struct MacroFault: DiagnosticMessage {
    let message: String

    var diagnosticID: MessageID { MessageID(domain: "Macros", id: "fault") }
    var severity: DiagnosticSeverity { .error }

    /// Returns the error that makes the compiler report `message` at `node`.
    static func at(_ node: some SyntaxProtocol, _ message: String) -> DiagnosticsError {
        DiagnosticsError(diagnostics: [Diagnostic(node: node, message: MacroFault(message: message))])
    }
}
