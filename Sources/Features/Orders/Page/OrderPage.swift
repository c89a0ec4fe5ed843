package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The forms of ``OrderSection``: people with a personal link pick, change and strike their dishes without JavaScript.
@MemberwiseInit
package struct OrderPage: RouteGroup {
    let database: PostgresClient
    let edits: OrderEdits
    let page: InvitationPage

    private var lines: OrderLineEdits { OrderLineEdits(orders: edits) }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .orderDishOnPage, .pickDish, scope: .anyone, kind: .page, "Order a dish on the page of a link",
            parameters: [.token],
            body: .form(.object([.field("name", .text(OrderLimits.name, "Pad Thai"))] + dish + [.formToken])),
            answers: answers, problems: [.staleForm], handler: add),
        RouteDefinition(
            .editDishOnPage, .pickDish, scope: .anyone, kind: .page,
            "Edit or strike a dish on the page of a link",
            "`act` is the button that was pressed.", parameters: [.token],
            body: .form(
                .object(
                    [
                        .optional("act", .oneOf(Act.self)), .optional("version", .integer(1...Int.max, 2)),
                        .optional("name", .text(0...OrderLimits.name.upperBound, "Pad Thai")),
                    ] + dish + [.formToken])), answers: answers, problems: [.staleForm], handler: edit),
        RouteDefinition(
            .passOrderOnPage, .pickDish, scope: .anyone, kind: .page,
            "Say on the page of a link that one wants nothing", parameters: [.token],
            body: .form(.object(.optional("passes", .boolean), .formToken)), answers: answers,
            problems: [.staleForm], handler: pass),
    ]

    /// The buttons of the form for a dish.
    enum Act: String, Sendable, CaseIterable {
        case save, strike
    }

    func add(_ call: Call) async throws -> Response {
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let dish = DishForm(&form)
        try form.finish()
        return try await submit(call, proof, dish, of: nil) { outing, holder, transaction in
            _ = try await lines.add(
                dish.newLine, to: outing, by: holder, locale: call.language().locale, in: transaction)
        }
    }

    func edit(_ call: Call) async throws -> Response {
        let line: OrderLineID = try call.id("lid")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let act = form.optional("act", .oneOf(Act.self)) ?? .save
        let version = form.optional("version", .integer(1...Int.max))
        let dish = DishForm(&form)
        try form.finish()
        let match = version.map { TagCondition.tags([String($0)]) } ?? .any
        return try await submit(call, proof, dish, of: line) { outing, holder, transaction in
            switch act {
            case .save:
                try await lines.patch(
                    line, of: outing, dish.patch, ifMatch: match, by: holder, locale: call.language().locale,
                    in: transaction)
            case .strike:
                try await lines.strike(line, of: outing, ifMatch: match, by: holder, in: transaction)
            }
        }
    }

    func pass(_ call: Call) async throws -> Response {
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let isPassing = form.optional("passes", .boolean) ?? true
        try form.finish()
        return try await submit(call, proof, DishForm(), of: nil) { outing, holder, transaction in
            try await lines.setPass(isPassing, on: outing, by: holder, in: transaction)
        }
    }

    /// Runs an edit and redirects to the page. A form that is refused is shown again with what was typed.
    private func submit(
        _ call: Call, _ proof: FormToken, _ form: DishForm, of line: OrderLineID?,
        _ effect: @escaping @Sendable (OutingID, Actor, Transaction) async throws -> Void
    ) async throws -> Response {
        try await page.submit(call, proof) { view, holder in
            let outing = view.outing.id
            do {
                try await database.transaction { try await effect(outing, holder, $0) }
                return .seeOther("/i/\(try call.text("token"))#order")
            } catch is OrderLineEdits.VersionMismatch {
                return try await refused(form, of: line, Self.changedMeanwhile, view, call)
            } catch let problem as Problem where problem.status.code < 500 {
                return try await refused(form, of: line, problem, view, call)
            }
        }
    }

    private func refused(
        _ form: DishForm, of line: OrderLineID?, _ problem: Problem, _ view: InvitationContent, _ call: Call
    ) async throws -> Response {
        let refused = RefusedDish(line: line, form: form, problem: problem)
        let values = try await OrderSection(database: database).values(for: view, call, refused: refused)
        // A quantity that is not a number was typed, so the form shows the fault beside it.
        let status = problem.status == .badRequest ? .unprocessableContent : problem.status
        return try await page.refused(view, status: status, values: values, call: call)
    }
}

extension OrderPage {
    private static let dish: [SchemaField] = [
        .optional("price", .text(0...AmountInput.longest, "9.50")),
        .optional("quantity", .integer(OrderLimits.quantity)),
        .optional("options", .text(0...OrderLimits.options.upperBound, "large, no peanuts")),
        .optional("note", .text(0...OrderLimits.note.upperBound, multiline: true, "Mild")),
        .optional("tellsKitchen", .text(0...OrderLimits.tellsKitchen.upperBound, "Peanuts make me ill")),
        .optional("forName", .text(0...OrderLimits.visitor.upperBound, "Aunt May")),
    ]
    private static let answers: [OpenAPI.Answer] = [
        .seeOther("Redirects to the page"),
        .page("The link or the dish is unknown, or the link has expired", status: 404),
        .page("Conflict with the current state; the page shows the reason", status: 409),
        .page("The dish has changed; the page shows it with what was typed", status: 412),
        .page("Invalid content; the page shows the faults", status: 422),
    ]
    private static let changedMeanwhile = Problem(
        "precondition_failed", .preconditionFailed, title: "Precondition failed")
}

extension Endpoint {
    static var orderDishOnPage: Endpoint { .post("/i/{token}/order") }
    static var editDishOnPage: Endpoint { .post("/i/{token}/order/lines/{lid}") }
    static var passOrderOnPage: Endpoint { .post("/i/{token}/order/pass") }
}
