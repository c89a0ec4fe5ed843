import Foundation
import Initializers
import NoonishAPI
import NoonishClient
import Venues

/// A venue that Noor owns, with a menu and an order in each state of its board.
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

    /// Makes Noor the owner of a restaurant of the directory, which publishes the sample menu and takes orders.
    ///
    /// - Returns: `nil` if the directory has no sample menu to copy.
    private func open() async throws -> RestaurantID? {
        if let known = try await cast.noor.client.venues().value.items.first { return known.id }
        let found = try await cast.noor.client.restaurants(DemoOutings.nearTheCentre).value.items
        let outings = DemoOutings(cast)
        guard let model = try await outings.firstWithMenu(of: found),
            let restaurant = found.last(where: { $0.id != model })?.id
        else { return nil }
        _ = try await people.venues.add(cast.noor.address, to: restaurant.description)
        let menu = try await cast.noor.client.menu(of: model).value.menu
        _ = try await cast.noor.client.storeMenuDraft(menu, of: restaurant)
        _ = try await cast.noor.client.publishMenu(of: restaurant)
        let venue = try await cast.noor.client.venue(restaurant)
        guard let tag = venue.tag else { return nil }
        _ = try await cast.noor.client.editVenue(restaurant, VenueEdit(takesOrders: true), of: tag)
        return restaurant
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
