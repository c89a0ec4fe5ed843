package import Access
import Accounts
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import People
import Postgres
import Privacy
import Restaurants

/// Claiming an invitation: the caller takes over the guest of a personal link.
package struct ClaimRoutes: RouteGroup {
    let database: PostgresClient
    let merging: GuestMerger
    let guests: InvitationAnswers

    package init(_ services: OutingServices, merging: GuestMerger) {
        database = services.database
        guests = services.answers
        self.merging = merging
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .claimInvitation, .claimInvitation, scope: .member, "Claim an invitation",
            "The caller takes over the answers of the guest to whom the personal link belongs.",
            parameters: [.token],
            answers: [.ok(.invitationView, "The invitation")],
            problems: [.of(OutingProblems.belongsToOtherAccount)], handler: claim),
        RouteDefinition(
            .claimOnInvitationPage, .claimInvitation, scope: .anyone, kind: .page,
            "Claim an invitation on its page",
            parameters: [.token], body: .form(.object(.formToken)),
            answers: [.seeOther("The outing")],
            problems: [.of(Problem.unauthorized()), .staleForm, .of(OutingProblems.belongsToOtherAccount)],
            handler: claimByForm),
    ]

    /// Claims the invitation.
    ///
    /// - Throws: 404 for a share link or an unknown link; 409 `somebody_elses` for a link of another account.
    func claim(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let me = try call.person
        _ = try decide(call.actor, .claimInvitation, me, as: .oneself)
        return try await RedeemLimit.enforce(call, in: database) {
            try await call.write(database) { transaction in
                try await take(token, for: me, in: transaction)
                let view = try await guests.view(token, for: call, from: transaction)
                return .json(.ok, view.wire)
            }
        }
    }

    func claimByForm(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        try form.finish()
        guard case .person(let me, _) = call.actor else { throw Problem.unauthorized() }
        try proof.check(call.claimFormToken(token))
        let outing = try await RedeemLimit.enforce(call, in: database) {
            try await database.transaction { try await take(token, for: me, in: $0) }
        }
        return Response.seeOther("/outings/\(outing)")
    }

    @discardableResult
    private func take(
        _ token: String, for me: PersonID, in transaction: Transaction
    ) async throws -> OutingID {
        guard let asked = try await transaction.first(.invitation(TokenHash(token))) else {
            throw Denial.notFound
        }
        guard asked.person != me else { return asked.outing }
        guard try await transaction.first(.isMember(asked.person)) == false else {
            throw OutingProblems.belongsToOtherAccount
        }
        try await merging.merge(GuestAndMember(guest: asked.person, member: me), in: transaction)
        // If two members claim the same guest at once, the second one finds that the guest belongs to the
        // first.
        guard try await transaction.first(.invitation(TokenHash(token)))?.person == me else {
            throw OutingProblems.belongsToOtherAccount
        }
        return asked.outing
    }
}

extension Call {
    /// Proves that the form was made for this session, so that the creator of a link cannot make another person
    /// claim it.
    func claimFormToken(_ token: String) -> String {
        site.key.token("form", "/i/claim", token, credential.map { Base64URL.encode($0.bytes) } ?? "")
    }
}

extension Endpoint {
    static var claimOnInvitationPage: Endpoint { .post("/i/{token}/claim") }
}
