import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport

@testable import Bills

/// Runs `test` with the routes of outings and bills.
func withBills(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(serving: { world in world.outingRoutes() + world.billRoutes }, test)
}

extension TestWorld {
    /// The path of the bills of a new outing of Leila's, to which Tom and Mei come.
    func billsOfDinner() async throws -> String {
        let answer = try await leila.post(
            "/v1/outings",
            #"{"title":"Dinner","invite":{"people":["\#(cast.tom.id)","\#(cast.mei.id)"]}}"#)
        guard let id = answer["id"].text else { throw Unexpected(answer) }
        try await run("UPDATE attendance SET status = 'attending', responded_at = now()")
        return "/v1/outings/\(id)/bills"
    }

    /// An item that people share equally.
    func item(_ amount: String, _ people: PersonID...) -> String {
        let sharers = people.map { #"{"personId":"\#($0)"}"# }.joined(separator: ",")
        return #"{"amount":"\#(amount)","people":[\#(sharers)]}"#
    }

    /// A payment of the whole by one person.
    func paid(_ amount: String, by person: PersonID) -> String {
        #""payments":[{"personId":"\#(person)","amount":"\#(amount)","method":"card"}]"#
    }

    func create(_ body: String, on bills: String, by visitor: Visitor? = nil) async throws
        -> TestSupport.Answer
    {
        let answer = try await (visitor ?? leila).post(bills, body)
        guard answer.status == .created else { throw Unexpected(answer) }
        return answer
    }

    /// A bill of 30.00 in which Tom and Mei owe Leila 10.00 each, as its path and the ids of their transfers.
    func splitDinner() async throws -> (path: String, tom: String, mei: String) {
        let bills = try await billsOfDinner()
        let bill = try await create(
            #"{"currency":"EUR","total":"30.00",\#(paid("30.00", by: cast.leila.id))}"#, on: bills)
        func transfer(_ person: PersonID) -> String {
            bill["transfers"].elements.first { $0["debtor"]["id"].text == person.description }?["id"].text
                ?? ""
        }
        return (bills + "/\(bill["id"].text ?? "")", transfer(cast.tom.id), transfer(cast.mei.id))
    }

    /// Whether all bills and books are consistent.
    func billsAreSound() async throws -> Bool {
        try await brokenChecks(in: database, ["bills", "ledger"]) == []
    }
}
