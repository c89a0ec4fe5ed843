import Foundation
import Initializers
import NoonishAPI
import NoonishClient
import Venues

/// A venue of three branches that Noor owns, which share a menu with combos and have 100 portions of four dishes, and an order in
/// each state of the board of one of them.
@MemberwiseInit(unlabeled: 2)
struct DemoVenue: Sendable {
    let cast: DemoCast
    let people: PeopleAdministration

    func make() async throws -> [Outing] {
        guard let restaurant = try await open() else { return [] }
        var outings: [Outing] = []
        let samples: [(title: String, answers: [VenueAnswer])] = [
            ("Team lunch", []), ("Lunch with the neighbours", [.accepted]),
            ("Choir supper", [.accepted, .preparing, .ready]), ("Late lunch", [.rejected]),
        ]
        for (index, sample) in samples.enumerated() {
            outings.append(
                try await order(sample.title, at: restaurant, days: index + 1, answered: sample.answers))
        }
        return outings
    }

    private static let branches = 3
    private static let stock = ["soup": 100, "salmon": 100, "salad": 100, "chef": 100]

    /// Makes Noor the owner of restaurants of the directory, which share the sample menu and take orders.
    ///
    /// - Returns: One of them; `nil` if the directory is not the sample city.
    private func open() async throws -> RestaurantID? {
        if let known = try await cast.noor.client.venues().value.items.first { return known.id }
        let found = try await cast.noor.client.restaurants(DemoOutings.nearTheCentre).value.items
        let outings = DemoOutings(cast)
        guard let model = try await outings.firstWithMenu(of: found),
            let restaurant = found.last(where: { $0.id != model })?.id
        else { return nil }
        let branches = Array(found.map(\.id).filter { $0 != model }.suffix(Self.branches))
        for branch in branches {
            _ = try await people.venues.add(cast.noor.address, to: branch.description)
        }
        try await people.publishSampleMenu(for: branches)
        for branch in branches { try await takeOrders(at: branch) }
        try await writeInvoice(at: restaurant)
        return restaurant
    }

    private func takeOrders(at branch: RestaurantID) async throws {
        let noor = cast.noor.client
        guard let tag = try await noor.venue(branch).tag else { return }
        _ = try await noor.editVenue(branch, VenueEdit(takesOrders: true), of: tag)
        for (item, portions) in Self.stock.sorted(by: { $0.key < $1.key }) {
            _ = try await noor.moveStock(item, of: branch, StockMove(kind: .count, quantity: portions))
        }
    }

    /// Sells lunches at the counter, to a guest who needs an invoice.
    private func writeInvoice(at restaurant: RestaurantID) async throws {
        let lunch = NewSale.Line(name: "Lunch of the day", price: "13.50", taxPercent: "14", quantity: 3)
        let sale = try await cast.noor.client.recordSale(NewSale(lines: [lunch]), at: restaurant)
        _ = try await cast.noor.client.writeInvoice(
            NewInvoice(name: "Kaisla Oy", address: "Quay 2\n00160 Helsinki"), for: sale.id, of: restaurant)
    }

    /// Creates an outing whose order is placed at the venue, and answers it as its owner.
    private func order(
        _ title: String, at restaurant: RestaurantID, days: Int, answered answers: [VenueAnswer]
    ) async throws -> Outing {
        var new = NewOuting(title: title)
        new.startsAt = DemoOutings.wallTime(days: days, "12:30")
        new.timeZone = DemoOutings.zone
        new.restaurant = restaurant
        new.invite = Invitees(people: [cast.mei.id])
        let outing = try await cast.leila.client.startOuting(new).value
        _ = try await cast.leila.client.openOrder(NewGroupOrder(currency: "EUR"), in: outing.id)
        _ = try await cast.mei.client.answer(outing.id, NewAnswer(.attending))
        for (guest, item) in [(cast.leila, "chef"), (cast.mei, "coffee")] {
            var dish = NewDish()
            dish.pick = MenuPick(item: item)
            _ = try await guest.client.orderDish(dish, in: outing.id)
        }
        var state = GroupOrder.State.open
        for next in [GroupOrder.State.locked, .placed] {
            _ = try await cast.leila.client.moveOrder(
                in: outing.id, OrderTransition(from: state, to: next))
            state = next
        }
        let order = try await cast.leila.client.order(in: outing.id).value.id
        for answer in answers {
            var transition = VenueOrderTransition(from: state, to: answer)
            if answer == .accepted {
                transition.promisedAt = DemoOutings.wallTime(days: days, "12:45")
            }
            if answer == .rejected { transition.reason = "The oven is broken today." }
            state = try await cast.noor.client.answer(order, at: restaurant, transition).state
        }
        return outing
    }
}
