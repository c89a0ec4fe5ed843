import Access
import HTTPKit
import Hummingbird
import NoonishAPI
import Outings
import Postgres

extension OrderRoutes {
    /// Returns what each person ordered. Those who do not run the order get their own part.
    func receipt(_ call: Call) async throws -> Response {
        var query = call.query
        let format = query.optional("format", .oneOf(ReceiptFormat.self)) ?? .json
        try query.finish()
        let outing = try await OutingRoutes.outing(call, .readOrder, from: database)
        guard let order = try await database.first(.liveOrder(of: outing.id)) else { throw Denial.notFound }
        let runs = OrderParticipant(outing).runs(order, as: call.actor)
        let receipt = try await database.receipt(
            of: order, for: call.actor, only: runs ? nil : call.actor.person)
        return format == .json
            ? .json(.ok, receipt, etag: .content) : .csv(receipt.csv, name: "receipt")
    }
}
