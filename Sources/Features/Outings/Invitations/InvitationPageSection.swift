package import Access
import HTTPKit
package import HTTPTypes
package import Hummingbird

/// A part of the page of a personal link that a room above this one renders, such as the order or the bills.
package protocol InvitationPageSection: Sendable {
    /// Returns values of the template `invitation`; empty if there is nothing to show.
    func values(for view: InvitationContent, _ call: Call) async throws -> [String: any Sendable]
}

extension InvitationPage {
    /// Handles a form of a section.
    ///
    /// - Parameters:
    ///   - proof: The form's token.
    ///   - effect: Returns the response; a ``Denial`` becomes the page of an unknown link.
    /// - Throws: 403 `stale_form`.
    package func submit(
        _ call: Call, _ proof: FormToken, _ effect: (InvitationContent, Actor) async throws -> Response
    ) async throws -> Response {
        try proof.check(Self.formToken(try call.text("token"), call.site))
        do {
            let (view, holder) = try await holder(call)
            return try await effect(view, holder)
        } catch is Denial {
            return gone(call)
        }
    }

    /// Returns what the personal link in the path shows, and its holder.
    ///
    /// - Throws: ``Denial`` for a share link and for an unknown one.
    package func holder(_ call: Call) async throws -> (InvitationContent, Actor) {
        let token = try call.text("token")
        let view = try await RedeemLimit.enforce(call, in: database) {
            let view = try await guests.view(token, for: call, from: database)
            guard view.personalToken == token else { throw Denial.notFound }
            return view
        }
        guard let mine = view.outing.mine else { throw Denial.notFound }
        return (view, .guest(mine.person, outing: view.outing.id))
    }

    /// Returns the page again after the form of a section was refused.
    ///
    /// - Parameter values: The section's values, with what was typed.
    package func refused(
        _ view: InvitationContent, status: HTTPResponse.Status, values: [String: any Sendable], call: Call
    ) async throws -> Response {
        try await page(
            view, token: try call.text("token"), isDone: false, call: call, status: status,
            sectionValues: values)
    }
}

extension InvitationContent {
    /// The token of the personal link, which may be newer than the one that was opened; `nil` for a share link.
    package var personalToken: String? { url?.split(separator: "/").last.map(String.init) }

    /// The token of forms on the page of the personal link; `nil` for a share link.
    package func formToken(for call: Call) -> String? {
        personalToken.map { InvitationPage.formToken($0, call.site) }
    }
}
