package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Initializers
import Localization
import Money
import NoonishAPI
package import Outings
package import Postgres

/// The order on the page of a personal link: its state, the holder's dishes, and plain forms to pick, change and strike
/// them while it is open.
@MemberwiseInit
package struct OrderSection: InvitationPageSection {
    let database: any Database

    package func values(
        for view: InvitationContent, _ call: Call
    ) async throws -> [String: any Sendable] {
        try await values(for: view, call, refused: nil)
    }

    /// - Parameter refused: The form that was refused, which keeps what was typed.
    func values(
        for view: InvitationContent, _ call: Call, refused: RefusedDish?
    ) async throws -> [String: any Sendable] {
        guard let token = view.personalToken, let csrf = view.formToken(for: call),
            let mine = view.outing.mine,
            let order = try await database.first(.newestOrder(of: view.outing.id))
        else { return [:] }
        let reader = mine.person
        let named = try await database.withListedNames(order, of: view.outing.id, for: reader)
        let lines = try await database.withListedNames(
            database.all(.lines(of: order)).live.filter { $0.isEaten(by: reader) || $0.person.id == reader },
            of: view.outing.id, for: reader)
        let hasPassed = try await database.one(.hasPassed(reader, on: order))
        let texts = OrderSectionTexts(order: named, reader: reader, language: call.language())
        var values: [String: any Sendable] = texts.language.plain(below: "web.order")
        values["save"] = texts.language.say("web.action.save")
        values["more"] = texts.language.say("page.order.more")
        values["csrf"] = csrf
        values["action"] = "/i/\(token)/order"
        values["says"] = texts.state
        // The form of a dish that was struck meanwhile is offered as that of a new one.
        let isNew = refused.map { refused in !lines.contains { $0.id == refused.line } } ?? false
        values["dishes"] = lines.map { texts.dish($0, refused: refused?.line == $0.id ? refused : nil) }
        values["hasDishes"] = !lines.isEmpty
        if order.state != .cancelled {
            values["status"] = status(order, mine, hasPassed, texts)
            if !lines.isEmpty { values["ownTotal"] = texts.ownTotal(of: lines) }
        }
        if order.takesPicks, mine.answer.isComing {
            values["form"] = texts.form(refused: isNew ? refused : nil)
            values["hasPassed"] = hasPassed
        }
        values["refusal"] = refused?.sentence(in: texts.language)
        return ["order": values]
    }

    /// What a person without a dish reads.
    private func status(
        _ order: OrderRow, _ mine: AttendanceRow, _ hasPassed: Bool, _ texts: OrderSectionTexts
    ) -> String {
        if order.takesPicks, !mine.answer.isComing { return texts.message("answerFirst") }
        return texts.message(hasPassed ? "passed" : "nothingYet")
    }
}

/// A form that was refused, and why.
struct RefusedDish: Sendable {
    /// `nil` for a new dish.
    let line: OrderLineID?
    let form: DishForm
    let problem: Problem

    /// What is wrong, by field.
    func faults(in language: Language) -> [DishForm.Field: String] {
        var faults: [DishForm.Field: String] = [:]
        for fault in problem.said(in: language).errors {
            if let field = DishForm.Field(rawValue: String(fault.pointer.dropFirst())) {
                faults[field] = faults[field] ?? fault.detail
            }
        }
        return faults
    }

    /// The problem of the form as a whole; `nil` if its fields show it.
    func sentence(in language: Language) -> String? {
        if problem.status == .preconditionFailed { return language.say("web.order.changedMeanwhile") }
        let said = problem.said(in: language)
        return faults(in: language).isEmpty ? said.detail ?? said.title : nil
    }
}

extension OrderLineRow {
    func isEaten(by person: PersonID) -> Bool { eaters.contains(person) }
}
