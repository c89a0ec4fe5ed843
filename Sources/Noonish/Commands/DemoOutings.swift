import Foundation
import NoonishAPI
import NoonishClient

/// Outings in every stage of planning.
struct DemoOutings: Sendable {
    let cast: DemoCast

    init(_ cast: DemoCast) { self.cast = cast }

    func make() async throws -> [Outing] {
        [try await lunch(), try await dinner(), try await brunch(), try await dumplings()]
            + (try await DemoOrders(cast).make())
    }

    /// Creates a complete outing with time, place, members, messages and an open group order.
    private func lunch() async throws -> Outing {
        let found = try await cast.leila.client.restaurants(Self.nearTheCentre).value.items
        var new = NewOuting(title: "Thursday lunch")
        new.startsAt = Self.wallTime(days: 3, "12:30")
        new.timeZone = Self.zone
        new.restaurant = try await firstWithMenu(of: found) ?? found.first?.id
        if found.isEmpty { new.place = "The corner café" }
        new.note = "Can someone bring the card game?"
        new.capacity = 6
        new.invite = Invitees(people: [cast.tom.id, cast.mei.id, cast.sam.id, cast.noor.id])
        let outing = try await cast.leila.client.startOuting(new).value
        var coming = NewAnswer(.attending)
        coming.partySize = 2
        _ = try await cast.tom.client.answer(outing.id, coming)
        _ = try await cast.mei.client.answer(outing.id, NewAnswer(.attending))
        _ = try await cast.sam.client.answer(outing.id, NewAnswer(.maybe))
        _ = try await cast.tom.client.postMessage("I bring my cousin.", in: outing.id)
        _ = try await cast.leila.client.postMessage(
            "The more the merrier.", mentioning: [cast.tom.id], in: outing.id)
        try await collectDishes(for: outing.id)
        return outing
    }

    /// Opens an order for the lunch. Leila has not picked a dish yet.
    private func collectDishes(for lunch: OutingID) async throws {
        var order = NewGroupOrder(currency: "EUR")
        order.closesBefore = 60
        order.limitPerHead = "20.00"
        let opened = try await cast.leila.client.openOrder(order, in: lunch).value
        if opened.menuVersion != nil { try await chooseFromMenu(in: lunch) }
        var soup = NewDish(name: "Soup of the day")
        soup.price = "11.50"
        _ = try await cast.mei.client.orderDish(soup, in: lunch)
        soup.options = "no onions"
        soup.note = "I’ll be five minutes late"
        _ = try await cast.tom.client.orderDish(soup, in: lunch)
        var lemonade = NewDish(name: "Lemonade")
        lemonade.forName = "Tom’s cousin"
        _ = try await cast.tom.client.orderDish(lemonade, in: lunch)
        var bread = NewDish(name: "Bread basket")
        bread.price = "4.00"
        bread.sharedWith = [cast.tom, cast.mei].map { NewOrderSharer(person: $0.id) }
        _ = try await cast.mei.client.orderDish(bread, in: lunch)
    }

    /// Orders dishes of the sample menu.
    private func chooseFromMenu(in lunch: OutingID) async throws {
        let bread = MenuPick.Option(group: "bread", option: "rye")
        let egg = MenuPick.Option(group: "extras", option: "egg", count: 2)
        var soup = NewDish()
        soup.pick = MenuPick(item: "soup", variant: "large", options: [bread, egg])
        _ = try await cast.tom.client.orderDish(soup, in: lunch)
        var coffee = NewDish()
        coffee.pick = MenuPick(item: "coffee")
        _ = try await cast.mei.client.orderDish(coffee, in: lunch)
    }

    /// Returns the first restaurant with a menu.
    func firstWithMenu(of found: [RestaurantSummary]) async throws -> RestaurantID? {
        for place in found.prefix(5) where try await hasMenu(place.id) { return place.id }
        return nil
    }

    private func hasMenu(_ restaurant: RestaurantID) async throws -> Bool {
        do {
            _ = try await cast.leila.client.menu(of: restaurant)
            return true
        } catch let problem as Problem where problem.code == "not_found" {
            return false
        }
    }

    /// Creates an outing without time or place, with suggestions and an open poll.
    private func dinner() async throws -> Outing {
        var new = NewOuting(title: "Dinner before the concert")
        new.timeZone = Self.zone
        new.invite = Invitees(people: [cast.tom.id, cast.mei.id, cast.noor.id])
        let outing = try await cast.leila.client.startOuting(new).value
        var early = NewTimeAndPlace(
            startsAt: Self.wallTime(days: 8, "17:30"), place: "Somewhere at the harbour")
        early.timeZone = Self.zone
        var late = NewTimeAndPlace(startsAt: Self.wallTime(days: 8, "18:30"), place: "The noodle bar")
        late.timeZone = Self.zone
        let first = try await cast.tom.client.suggest(.change(early), in: outing.id)
        let second = try await cast.mei.client.suggest(.change(late), in: outing.id)
        let poll = try await cast.leila.client.openPoll(
            NewPoll(
                closesAt: Date(timeIntervalSinceNow: 4 * 86_400),
                options: [.suggestion(first.id), .suggestion(second.id)]), in: outing.id)
        let options = poll.options
        guard let one = options.first?.id, let other = options.last?.id else { return outing }
        _ = try await cast.tom.client.vote([one: .yes, other: .maybe], in: poll.id, of: outing.id)
        _ = try await cast.mei.client.vote([one: .no, other: .yes], in: poll.id, of: outing.id)
        return outing
    }

    /// Creates an outing that is cancelled with a reason.
    private func brunch() async throws -> Outing {
        var new = NewOuting(title: "Sunday brunch")
        new.startsAt = Self.wallTime(days: 5, "11:00")
        new.timeZone = Self.zone
        new.place = "Noor's place"
        new.invite = Invitees(people: [cast.leila.id])
        let friends = try await cast.noor.client.startOuting(new).value
        _ = try await cast.leila.client.answer(friends.id, NewAnswer(.declined))
        return try await cast.noor.client.cancelOuting(friends.id, reason: "The stove is broken.").value
    }

    /// Creates an outing that is over, with a bill of which Tom's part is paid back and Sam's is not.
    private func dumplings() async throws -> Outing {
        let guests = [cast.tom, cast.mei, cast.sam]
        var new = NewOuting(title: "Dumpling night")
        new.startsAt = Self.wallTime(days: -1, "19:00")
        new.timeZone = Self.zone
        new.place = "The noodle bar"
        new.invite = Invitees(people: guests.map(\.id))
        let outing = try await cast.leila.client.startOuting(new).value
        for guest in guests { _ = try await guest.client.answer(outing.id, NewAnswer(.attending)) }
        _ = try await cast.leila.client.setPayoutMethod(
            .account, NewPayoutMethod(value: "FI21 1234 5600 0007 85", name: "Leila Virtanen"))
        let everyone = ([cast.leila] + guests).map { NewBill.Sharer(personId: $0.id) }
        var bill = NewBill(currency: "EUR", receiptTotal: "47.30")
        bill.items = [
            NewBill.Item(amount: "34.50", label: "Dumplings", people: everyone),
            NewBill.Item(amount: "12.80", label: "Ramen", people: [NewBill.Sharer(personId: cast.tom.id)]),
        ]
        bill.charges = [NewBill.Charge(kind: .tip, percent: "10", onReceipt: false)]
        bill.treats = [NewBill.Treat(hostId: cast.tom.id, guestId: cast.mei.id)]
        let paid = NewPayment(personId: cast.leila.id, amount: "52.03", method: .card)
        let created = try await cast.leila.client.createBill(bill, paid: [paid], for: outing.id).value
        for transfer in created.transfers where transfer.debtor.id == cast.tom.id {
            _ = try await cast.tom.client.markSent(transfer.id, of: created.id, in: outing.id)
            _ = try await cast.leila.client.settle(
                transfer.id, as: .received, of: created.id, in: outing.id)
        }
        return outing
    }

    static let zone = "Europe/Helsinki"

    /// The centre of the sample city.
    static let nearTheCentre = RestaurantSearch(.near(latitude: 60.1699, longitude: 24.9384))

    /// Returns a local time that is this number of days from now, such as `2027-03-11T12:30`.
    static func wallTime(days: Int, _ clock: String) -> String {
        let day = Date(timeIntervalSinceNow: Double(days) * 86_400)
        return day.formatted(.iso8601.year().month().day()) + "T" + clock
    }
}
