import Foundation
import NoonishAPI
import NoonishClient

/// Outings with an order in each state that follows an open one; ``DemoOutings`` has the open one.
struct DemoOrders: Sendable {
    let cast: DemoCast

    init(_ cast: DemoCast) { self.cast = cast }

    func make() async throws -> [Outing] {
        let samples: [(title: String, states: [GroupOrder.State])] = [
            ("Pizza at Mei’s", [.locked]), ("Curry before the film", [.locked, .placed]),
            ("Sushi in the park", [.locked, .placed, .accepted]),
            ("Falafel at the office", [.locked, .placed, .accepted, .preparing]),
            ("Ramen to go", [.locked, .placed, .accepted, .ready]),
            ("Tacos at Tom’s", [.locked, .placed, .accepted, .ready, .handedOver]),
            ("Burgers after climbing", [.locked, .cancelled]),
        ]
        var outings: [Outing] = []
        for (index, sample) in samples.enumerated() {
            outings.append(try await order(sample.title, days: index + 2, through: sample.states))
        }
        return outings + [try await settledPho()]
    }

    /// Creates an outing with two dishes and moves its order through `states`.
    private func order(_ title: String, days: Int, through states: [GroupOrder.State]) async throws -> Outing
    {
        var new = NewOuting(title: title)
        new.startsAt = DemoOutings.wallTime(days: days, "18:00")
        new.timeZone = DemoOutings.zone
        new.place = "The noodle bar"
        new.invite = Invitees(people: [cast.tom.id, cast.mei.id])
        let outing = try await cast.leila.client.startOuting(new).value
        var order = NewGroupOrder(currency: "EUR")
        order.fulfilment = .pickUp
        _ = try await cast.leila.client.openOrder(order, in: outing.id)
        for (guest, dish, price) in [(cast.tom, "Mushroom", "10.50"), (cast.mei, "Tofu and basil", "11.00")] {
            _ = try await guest.client.answer(outing.id, NewAnswer(.attending))
            var chosen = NewDish(name: dish)
            chosen.price = price
            _ = try await guest.client.orderDish(chosen, in: outing.id)
        }
        var state = GroupOrder.State.open
        for next in states {
            var move = OrderTransition(from: state, to: next)
            if next == .placed { move.takenBy = "Aino" }
            if next == .accepted { move.promisedAt = DemoOutings.wallTime(days: days, "18:15") }
            if next == .cancelled { move.reason = "The place is closed that day." }
            _ = try await cast.leila.client.moveOrder(in: outing.id, move)
            state = next
        }
        return outing
    }

    /// Creates an outing that is over, with an order that was handed over and a bill that everyone has paid.
    private func settledPho() async throws -> Outing {
        let outing = try await order(
            "Pho after work", days: 1, through: [.locked, .placed, .accepted, .ready, .handedOver])
        let order = try await cast.leila.client.order(in: outing.id).value
        var bill = NewBill(currency: "EUR")
        bill.order = order.id
        let paid = NewPayment(personId: cast.leila.id, amount: "21.50", method: .card)
        let created = try await cast.leila.client.createBill(bill, paid: [paid], for: outing.id).value
        for transfer in created.transfers {
            _ = try await cast.leila.client.settle(
                transfer.id, as: .received, of: created.id, in: outing.id)
        }
        let current = try await cast.leila.client.outing(outing.id)
        var past = OutingEdit()
        past.startsAt = .set(DemoOutings.wallTime(days: -2, "18:00"))
        guard let tag = current.tag else { return current.value }
        return try await cast.leila.client.edit(outing.id, past, of: tag).value
    }
}
