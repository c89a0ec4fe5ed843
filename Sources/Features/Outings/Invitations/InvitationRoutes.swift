package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI
import Postgres
import Restaurants

/// Inviting people, share links, and what anonymous callers can do with a link.
package struct InvitationRoutes: RouteGroup {
    let database: PostgresClient
    let edits: InvitationEdits
    let guests: InvitationAnswers
    let warnings: DietWarnings
    let creations: CreationLimit

    package init(_ services: OutingServices) {
        database = services.database
        creations = CreationLimit(services.createdPerDay)
        warnings = DietWarnings(nearby: services.nearby)
        edits = InvitationEdits(
            record: services.record, site: services.site, mailsPerDay: services.mailsPerDay)
        guests = services.answers
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
                    .optional("maxUses", .integer(OutingLimits.linkUses, 20).orNull),
                    .optional(
                        "maxPartySize", .integer(OutingLimits.partySize, OutingLimits.linkPartySize).orNull,
                        "The largest party of a person who comes by it; by default \(OutingLimits.linkPartySize)."
                    )),
                isRequired: false), answers: [.created(.link, "The link")],
            problems: [.forbidden, .limit(OutingProblems.tooManyLinks), .dailyLimit], handler: createLink),
        RouteDefinition(
            .revokeLinks, .manageLinks, scope: .member, "Revoke all share links",
            answers: [.done("All links are revoked")], problems: [.forbidden], handler: revokeLinks),
        RouteDefinition(
            .revokeLink, .manageLinks, scope: .member, "Revoke a share link",
            answers: [.done("Revoked")], problems: [.forbidden], handler: revokeLink),
        RouteDefinition(
            .readLinkCode, .manageLinks, scope: .member, "Read a QR code for a share link",
            "For a table or a wall: people who scan it open the invitation.",
            answers: [.text(QRCodePicture.mediaType, "An SVG picture, dark on light", example: "<svg/>")],
            problems: [.forbidden], handler: linkCode),
        RouteDefinition(
            .removeLinkAttendees, .removeAttendee, scope: .member,
            "Revoke a share link and remove everyone who came by it",
            "People whom a host removes cannot come back by a share link.",
            answers: [.done("Revoked, and the people removed")],
            problems: [.forbidden, .of(OutingProblems.answersClosed)], handler: removeAttendees),
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
                        .array(of: .diet, max: PersonalDiet.allCases.count).orNull,
                        "What a guest does not eat. Only counted; shown to no one."),
                    .optional(
                        "allergies", .array(of: .allergen, max: Allergen.allCases.count).orNull))),
            answers: [.ok(.invitationView, "The invitation as the guest's own link shows it")],
            problems: RouteProblem.ofAnswers + [
                .of(OutingProblems.nameNeeded), .of(OutingProblems.ownOuting),
                .of(OutingProblems.dietsInSettings),
                .of(OutingProblems.noPlaceByLink), .of(Problem.anonymousIdempotencyKey),
            ], handler: answer),
    ]

    /// Invites people. The response is the list of attendees, with a warning if the chosen place has nothing for
    /// one of them.
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
            return .json(.ok, InvitationResult(items: items.withNameWarnings, dietWarning: warning))
        }
    }

    func links(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        let rows = try await database.all(.links(of: capability))
        return .json(.ok, Page(items: rows.map { $0.wire(call.site) }), etag: .content)
    }

    /// Creates a link.
    ///
    /// - Throws: 409 `too_many_links` if the outing has the maximum number of valid links.
    func createLink(_ call: Call) async throws -> Response {
        let link = try NewLink(await call.bodyOrEmpty(), now: Date())
        let id: OutingID = try call.id("id")
        let person = try call.person
        return try await call.write(database) { transaction in
            let (_, capability) = try await OutingEdits.open(id, call.actor, .manageLinks, in: transaction)
            guard try await transaction.all(.links(of: capability)).count < OutingLimits.links else {
                throw OutingProblems.tooManyLinks
            }
            try await creations.take(.links, by: person, in: transaction)
            let row = try await transaction.one(
                .insertLink(link, to: capability, by: person, key: call.site.key))
            try await transaction.audit(call.line(.linkCreated, "link:\(row.id)"))
            return .json(.created, row.wire(call.site))
        }
    }

    func revokeLinks(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        try await database.batch([
            .revokeLinks(of: capability), .audit(call.line(.linkRevoked, "outing:\(capability.object)")),
        ])
        return .empty()
    }

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

    func linkCode(_ call: Call) async throws -> Response {
        let capability = try await capability(call)
        let id: LinkID = try call.id("linkId")
        let links = try await database.all(.links(of: capability))
        guard let link = links.first(where: { $0.id == id }) else { throw Denial.notFound }
        return try .picture(ofLink: link.wire(call.site).url)
    }

    func removeAttendees(_ call: Call) async throws -> Response {
        _ = try await capability(call)
        let id: OutingID = try call.id("id")
        let link: LinkID = try call.id("linkId")
        return try await call.write(database) { transaction in
            try await guests.attendances.removeAll(cameBy: link, from: id, by: call.actor, in: transaction)
            try await transaction.audit(call.line(.linkRevoked, "link:\(link)"))
            return .empty()
        }
    }

    func open(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let view = try await RedeemLimit.enforce(call, in: database) {
            try await guests.view(token, for: call, from: database)
        }
        return .json(.ok, view.wire, etag: .version(view.outing.version))
    }

    /// Answers an invitation. A guest's diets and allergies are only counted; they are in no response.
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
                let invitation = try await guests.answer(
                    token, answer, name: name, diets: saysNeeds ? needs : nil,
                    locale: call.requestedLocale, call: call, in: transaction)
                return .json(.ok, try await guests.view(of: invitation, from: transaction).wire)
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
