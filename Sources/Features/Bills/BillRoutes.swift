package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// The bills of an outing.
@MemberwiseInit
package struct BillRoutes: RouteGroup {
    let database: PostgresClient
    let edits: BillEdits

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listBills, .createBill, scope: .guest, "List bills",
            "Those that the caller may read: hosts all, others those with their share.",
            answers: [.ok(.page(of: .bill), "All of them, on one page", isTagged: true)],
            problems: [.forbidden], handler: list),
        RouteDefinition(
            .createBill, .createBill, scope: .guest, "Create a bill",
            "From items with the people who share them, from the dishes of an order, or from a total that everyone who attends shares equally.",
            body: .json(.newBill), answers: [.created(.bill, "The bill", isTagged: true)],
            problems: RouteProblem.ofBills + RouteProblem.ofOrderedBills + [
                .of(BillProblems.tooManyBills),
                .of(BillProblems.orderBilled(by: BillID.make()), .field("bill", .id)),
                RouteProblem.overpaid,
            ], handler: create),
        RouteDefinition(
            .previewBill, .createBill, scope: .guest, "Calculate a bill without storing it",
            body: .json(.billPreview), answers: [.ok(.billContent, "What the bill would say")],
            problems: RouteProblem.ofBills + RouteProblem.ofOrderedBills, isIdempotent: false,
            handler: preview),
        RouteDefinition(
            .readBill, .readBill, scope: .guest, "Read a bill",
            "Everyone's share with each of its parts, payments, and the transfers that are left.",
            answers: [.ok(.bill, "The newest version", isTagged: true)], problems: [.forbidden], handler: read
        ),
        RouteDefinition(
            .correctBill, .editBill, scope: .guest, "Correct a bill",
            "Creates a new version. Transfers that were sent, received or forgiven stay, and only the difference is asked for.",
            body: .json(.billCorrection), answers: [.ok(.bill, "The new version", isTagged: true)],
            problems: RouteProblem.ofBills + [
                .forbidden, .of(BillProblems.reduced), .of(BillProblems.otherCurrency),
                .of(BillProblems.tooManyPayments), RouteProblem.refundTooLarge,
                RouteProblem.overpaid,
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 2, hash: "5b1f0a9c2d3e4f5061728394")),
                    .field("current", .bill)),
            ], needsVersion: true, handler: correct),
        RouteDefinition(
            .readBillVersion, .readBill, scope: .guest, "Read a version of a bill",
            "With the payments and transfers of the whole bill.",
            parameters: [.path("version", .integer(1...Int(Int32.max), 1), "Counts from 1.")],
            answers: [.ok(.bill, "The version", isTagged: true)], problems: [.forbidden],
            handler: readVersion),
        RouteDefinition(
            .recordPayment, .recordPayment, scope: .guest, "Record a payment to the place",
            "People record their own payments; hosts, and people who made the bill or paid, also those of others.",
            body: .json(.recordedNewPayment), answers: [.json(201, .bill, "The bill", [])],
            problems: [
                .forbidden, .of(BillProblems.reduced), RouteProblem.overpaid,
                .of(BillProblems.tooManyCharges), .of(BillProblems.tooManyPayments),
                .of(BillProblems.notOnTheList("/personId")),
                .amounts, .faults("malformed_id", "out_of_range"),
            ], handler: pay),
        RouteDefinition(
            .reversePayment, .recordPayment, scope: .guest, "Take a payment back",
            "For one that was recorded by mistake. It stays visible; a tip that came from it is taken off the bill.",
            answers: [.ok(.bill, "The bill")],
            problems: [
                .forbidden, .of(BillProblems.reduced), .of(BillProblems.paymentReversed),
                .of(BillProblems.paidOnline),
            ], handler: reverse),
        RouteDefinition(
            .markTransferSent, .sendTransfer, scope: .guest, "Mark a transfer as sent", "By its debtor.",
            body: .json(.object(), isRequired: false), answers: [.ok(.bill, "The bill")],
            problems: [
                .forbidden, .of(BillProblems.reduced),
                .of(BillProblems.transferState("void"), .field("state", .transferState)),
            ],
            handler: markSent),
        RouteDefinition(
            .settleTransfer, .settleTransfer, scope: .guest,
            "Mark a transfer as received, disputed or forgiven", "By its creditor.",
            body: .json(.object(.field("state", .oneOf(BillEdits.Verdict.self)))),
            answers: [.ok(.bill, "The bill")],
            problems: [
                .forbidden, .of(BillProblems.reduced),
                .of(BillProblems.transferState("void"), .field("state", .transferState)),
            ],
            handler: settle),
        RouteDefinition(
            .nudgeDebtor, .settleTransfer, scope: .guest, "Remind the debtor of a transfer",
            "By its creditor, once a day, while it is not sent.",
            body: .json(.object(), isRequired: false), answers: [.ok(.bill, "The bill")],
            problems: [
                .forbidden, .of(BillProblems.reduced), .of(BillProblems.nudgedRecently),
                .of(BillProblems.debtorGone),
                .of(BillProblems.transferState("void"), .field("state", .transferState)),
            ], handler: nudge),
    ]

    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .createBill, from: database)
        var items: [OutingBill] = []
        for row in try await database.all(.bills(of: outing.id)) {
            let relation = try await database.relation(of: call.actor, to: row, on: outing)
            guard (try? decide(call.actor, .readBill, row.id, as: relation)) != nil else { continue }
            items.append(try await presenter(for: call).wire(row))
        }
        return .json(.ok, Page(items: items), etag: .version(outing.rev))
    }

    func create(_ call: Call) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let input = try BillInput(await call.body(), for: .creation, locale: call.language().locale)
        return try await call.write(database) { transaction in
            let bill = try await edits.create(input, on: outing, by: call.actor, in: transaction)
            let row = try await transaction.one(.bill(bill, of: outing))
            let address = "/v1/outings/\(outing)/bills/\(bill)"
            return .json(
                .created, try await presenter(for: call, in: transaction).wire(row),
                etag: .version(row.version),
                headers: [.location: address])
        }
    }

    func preview(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .createBill, from: database)
        let input = try BillInput(await call.body(), for: .preview, locale: call.language().locale)
        let content = try await edits.preview(input, on: outing, for: call.actor, in: database)
        return .json(.ok, try await presenter(for: call).wire(content, of: outing.id))
    }

    func read(_ call: Call) async throws -> Response { try await present(call, version: nil) }

    func readVersion(_ call: Call) async throws -> Response {
        guard let version = Int(try call.text("version")), (1...Int(Int32.max)).contains(version) else {
            throw Problem.notFound
        }
        return try await present(call, version: version)
    }

    /// - Throws: 412 if the caller has not read the newest version.
    func correct(_ call: Call) async throws -> Response {
        let match = try call.ifMatch
        let input = try BillInput(await call.body(), for: .correction, locale: call.language().locale)
        do {
            return try await edit(call) { bill, outing, transaction in
                try await edits.correct(
                    bill, input, ifMatch: match, on: outing, by: call.actor, in: transaction)
            }
        } catch is BillEdits.VersionMismatch {
            let row = try await database.one(.bill(call.id("bid"), of: call.id("id")))
            let current = try await presenter(for: call).wire(row)
            throw Problem.stale(current, version: current.version)
        }
    }

    func pay(_ call: Call) async throws -> Response {
        let body = try await call.body()
        let locale = call.language().locale
        return try await edit(call, status: .created) { bill, outing, transaction in
            try await edits.recordPayment(
                body, locale: locale, for: bill, on: outing, by: call.actor, in: transaction)
        }
    }

    func reverse(_ call: Call) async throws -> Response {
        let payment: BillPaymentID = try call.id("payment")
        return try await edit(call) { bill, outing, transaction in
            try await edits.reversePayment(payment, of: bill, on: outing, by: call.actor, in: transaction)
        }
    }

    func markSent(_ call: Call) async throws -> Response {
        let transfer: BillTransferID = try call.id("transfer")
        try await call.requireEmptyBody()
        return try await edit(call) { bill, outing, transaction in
            try await edits.markSent(transfer, of: bill, on: outing, by: call.actor, in: transaction)
        }
    }

    func settle(_ call: Call) async throws -> Response {
        let transfer: BillTransferID = try call.id("transfer")
        let verdict = try await call.body("state", .oneOf(BillEdits.Verdict.self))
        return try await edit(call) { bill, outing, transaction in
            try await edits.settle(
                transfer, as: verdict, of: bill, on: outing, by: call.actor, in: transaction)
        }
    }

    func nudge(_ call: Call) async throws -> Response {
        let transfer: BillTransferID = try call.id("transfer")
        try await call.requireEmptyBody()
        return try await edit(call) { bill, outing, transaction in
            try await edits.nudge(transfer, of: bill, on: outing, by: call.actor, in: transaction)
        }
    }

    private func presenter(for call: Call, in transaction: Transaction? = nil) -> BillPresenter {
        BillPresenter(database: transaction ?? database, reader: call.actor.person)
    }

    /// Edits the bill in the path and returns it, in one transaction.
    private func edit(
        _ call: Call, status: HTTPResponse.Status = .ok,
        _ edit: @escaping @Sendable (BillID, OutingID, Transaction) async throws -> Void
    ) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let bill: BillID = try call.id("bid")
        return try await call.write(database) { transaction in
            try await edit(bill, outing, transaction)
            let row = try await transaction.one(.bill(bill, of: outing))
            return .json(
                status, try await presenter(for: call, in: transaction).wire(row),
                etag: .version(row.version))
        }
    }

    private func present(_ call: Call, version: Int?) async throws -> Response {
        guard let outing = try await database.first(.outing(call.id("id"), for: call.actor.person)),
            let row = try await database.first(.bill(call.id("bid"), of: outing.id, version: version))
        else { throw Denial.notFound }
        let relation = try await database.relation(of: call.actor, to: row, on: outing)
        _ = try decide(call.actor, .readBill, row.id, as: relation)
        return .json(
            .ok, try await presenter(for: call).wire(row), etag: .version(row.version))
    }
}
