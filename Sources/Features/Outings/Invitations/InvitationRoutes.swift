package import Access
internal import Accounts
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import OpenAPI
package import Postgres
package import Restaurants

/// Asking people, share links, and what somebody without an account may do with the link they were given.
package struct InvitationRoutes: RouteGroup {
    let database: PostgresClient
    let edits: InvitationEdits
    let guests: InvitationAnswers
    let warnings: DietWarnings

    /// - Parameters:
    ///   - nearby: Where better places are looked for when the chosen one does not work for somebody.
    ///   - mailsPerDay: Invitations by mail that one host may cause within 24 hours.
    package init(
        database: PostgresClient, record: OutingRecord, site: Site, hours: HoursPatterns,
        nearby: (any NearbyRestaurants)? = nil, mailsPerDay: Int = OutingLimits.mailsPerDay
    ) {
        self.database = database
        warnings = DietWarnings(nearby: nearby)
        edits = InvitationEdits(record: record, site: site, mailsPerDay: mailsPerDay)
        guests = InvitationAnswers(
            attendances: AttendanceEdits(record: record), site: site, hours: hours)
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .invite, .invite, scope: .member, "Invite people",
            "By id: friends and people the caller has shared an outing with. By mail address: anyone. People who have been invited already are not invited again.",
            body: .json(.invite), answers: [.ok(.invitedPage, "The list of attendees")],
            problems: RouteProblem.ofInvitations + [
                .forbidden, .of(OutingProblems.cancelled), .of(OutingProblems.done),
            ], handler: invite),
        RouteDefinition(
            .listLinks, .manageLinks, scope: .member, "List share links",
            answers: [.ok(.page(of: .link), "All valid links, on one page", isTagged: true)],
            problems: [.forbidden], handler: links),
        RouteDefinition(
            .createLink, .manageLinks, scope: .member, "Create a share link",
            body: .json(
                .object(
                    .optional(
                        "expiresAt", .instant.orNull, "Up to a year from now; by default a month."),
                    .optional("maxUses", .integer(OutingLimits.linkUses, 20).orNull)),
                isRequired: false), answers: [.created(.link, "The link")],
            problems: [.forbidden, .of(OutingProblems.tooManyLinks)], handler: createLink),
        RouteDefinition(
            .revokeLinks, .manageLinks, scope: .member, "Revoke all share links",
            answers: [.done("All links are revoked")], problems: [.forbidden], handler: revokeLinks),
        RouteDefinition(
            .revokeLink, .manageLinks, scope: .member, "Revoke a share link",
            answers: [.done("Revoked")], problems: [.forbidden], handler: revokeLink),
        RouteDefinition(
            .openInvitation, .openInvitation, scope: .anyone, "Open an invitation", parameters: [.token],
            answers: [.ok(.invitationView, "What the holder of the link may see", isTagged: true)],
            handler: open),
        RouteDefinition(
            .answerByLink, .openInvitation, scope: .anyone, "Answer an invitation by its link",
            "With a share link, anonymous callers send their name and receive a personal link in `url`.",
            parameters: [.token],
            body: .json(
                .answer(
                    .optional("name", .text(InvitationAnswers.nameLength, "Ada").orNull),
                    .optional(
                        "diets",
                        .array(of: .oneOf(PersonalDiet.self), max: PersonalDiet.allCases.count).orNull,
                        "What a guest does not eat. Only counted; shown to no one."),
                    .optional(
                        "allergies", .array(of: .oneOf(Allergen.self), max: Allergen.allCases.count).orNull))),
            answers: [.ok(.invitationView, "The invitation as the guest's own link shows it")],
            problems: RouteProblem.ofAnswers + [
                .of(OutingProblems.nameNeeded), .of(OutingProblems.ownOuting),
                .of(OutingProblems.dietsInSettings),
                .of(OutingProblems.tooManyInvitees(501)),
            ], handler: answer),
    ]

    /// `POST /v1/outings/{id}/invitations {people?: [], emails?: [], circles?: []}`: the list as it is then, and whether the
    /// chosen place has nothing for somebody on it.
    func invite(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try InviteInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.invite(input, to: id, by: call.actor, in: transaction)
            let outing = try await transaction.one(.outing(id, for: call.actor.person))
            let rows = try await transaction.all(.attendees(of: id))
            let items = rows.map {
                $0.wire(for: call.actor.person, readerIsHost: true, whenWhereRev: outing.whenWhereRev)
            }
            let warning = try await warnings.warning(for: outing, in: transaction)
            return .json(.ok, InvitationResult(items: items, dietWarning: warning))
        }
    }

    /// `GET /v1/outings/{id}/links`
    func links(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        let rows = try await database.all(.links(of: capability))
        return .json(.ok, Page(items: rows.map { $0.wire(call.site) }), etag: .content)
    }

    /// `POST /v1/outings/{id}/links {expiresAt?, maxUses?}`; 409 `too_many_links` while as many work as one outing may have.
    func createLink(_ call: Call) async throws -> Response {
        let link = try NewLink(await call.bodyOrEmpty(), now: Date())
        let id: OutingID = try call.id("id")
        let person = try call.person
        return try await call.write(database) { transaction in
            let (_, capability) = try await OutingEdits.open(id, call.actor, .manageLinks, in: transaction)
            guard try await transaction.all(.links(of: capability)).count < OutingLimits.links else {
                throw OutingProblems.tooManyLinks
            }
            let row = try await transaction.one(
                .insertLink(link, to: capability, by: person, key: call.site.key))
            try await transaction.audit(call.line(.linkCreated, "link:\(row.id)"))
            return .json(.created, row.wire(call.site))
        }
    }

    /// `DELETE /v1/outings/{id}/links`
    func revokeLinks(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        try await database.batch([
            .revokeLinks(of: capability), .audit(call.line(.linkRevoked, "outing:\(capability.object)")),
        ])
        return .empty()
    }

    /// `DELETE /v1/outings/{id}/links/{linkId}`
    func revokeLink(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        let id: LinkID = try call.id("linkId")
        try await database.transaction { transaction in
            guard try await transaction.execute(.revokeLink(id, of: capability)) == 1 else {
                throw Denial.notFound
            }
            try await transaction.audit(call.line(.linkRevoked, "link:\(id)"))
        }
        return .empty()
    }

    /// `GET /v1/invitations/{token}`: what the holder of a personal or share link may see.
    func open(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let view = try await RedeemLimit.enforce(call, in: database) {
            try await guests.view(token, actor: call.actor, from: database)
        }
        return .json(.ok, view.wire, etag: .version(view.outing.version))
    }

    /// `PUT /v1/invitations/{token}/attendance {status, name?, partySize?, note?, diets?, allergies?}`
    ///
    /// What a guest does not eat is theirs alone, as in `PUT /v1/me/diets`: it is in no answer, and only counted.
    func answer(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var body = try await call.body()
        let name = body.optional("name", .text(InvitationAnswers.nameLength))
        let status = body.required("status", .oneOf(AnswerInput.Status.self))
        let partySize = body.optional("partySize", .integer(OutingLimits.partySize))
        let note = body.field("note", .text(OutingLimits.answerNote, multiline: true))
        let saysNeeds = body.has("diets") || body.has("allergies")
        let diets = body.array("diets", .oneOf(PersonalDiet.self), max: PersonalDiet.allCases.count)
        let allergies = body.array("allergies", .oneOf(Allergen.self), max: Allergen.allCases.count)
        let needs = DietNeeds(
            diets: PersonalDiet.allCases.filter(diets.contains),
            allergies: Allergen.allCases.filter(allergies.contains), note: nil)
        let answer = AnswerInput(status: try body.finish(status).status, partySize: partySize, note: note)
        return try await RedeemLimit.enforce(call, in: database) {
            try await call.write(database) { transaction in
                let personal = try await guests.answer(
                    token, answer, name: name, diets: saysNeeds ? needs : nil,
                    locale: call.requestedLocale, actor: call.actor, in: transaction)
                let view = try await guests.view(personal, actor: call.actor, from: transaction)
                return .json(.ok, view.wire)
            }
        }
    }

    private func capability(_ call: Call) async throws -> Capability<OutingID> {
        let id: OutingID = try call.id("id")
        guard let outing = try await database.first(.outing(id, for: call.actor.person)) else {
            throw Denial.notFound
        }
        return try decide(call.actor, .manageLinks, id, as: outing.relation(of: call.actor))
    }
}
