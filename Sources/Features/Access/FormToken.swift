package import HTTPKit
package import OpenAPI

/// The token in the field `csrf` of a form. It proves that the form is from a page of ours, which computes it with the
/// site's key.
package struct FormToken: Sendable {
    private let text: String

    /// Reads the field. A form without it fails ``check(_:else:)`` only, after its other fields were read.
    package init(_ form: inout FormReader) { text = form.optional("csrf", .text(0...100)) ?? "" }

    /// Compares the tokens in constant time.
    ///
    /// - Throws: 403 `stale_form` if the form is from a page of another session or link.
    package func check(_ expected: String, else problem: Problem = .staleForm) throws(Problem) {
        guard equalInConstantTime(text.utf8, expected.utf8) else { throw problem }
    }
}

extension SchemaField {
    package static let formToken = SchemaField.optional("csrf", .text(0...100, "…"))
}

extension Problem {
    fileprivate static let staleForm = Problem.forbidden(
        "stale_form", "Open the link again and answer there.")
}

extension RouteProblem {
    /// 403 for a form of another session or link.
    package static let staleForm = RouteProblem.of(Problem.staleForm)
}
