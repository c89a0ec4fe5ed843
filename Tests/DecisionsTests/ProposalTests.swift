import Foundation
import NoonishAPI
import Outings
import Testing

@testable import Decisions

@Suite struct `A proposal` {
    private func time(_ text: String, zone: String = "Europe/Helsinki", to end: String? = nil) throws
        -> OutingTime
    {
        OutingTime(
            startsAt: try #require(ZonedTime(text: text, zone: zone)),
            endsAt: try end.map { try #require(ZonedTime(text: $0, zone: zone)) })
    }

    @Test func `is equal to itself in every notation`() throws {
        let helsinki = Proposal(time: try time("2027-03-11T13:00"))
        let stockholm = Proposal(time: try time("2027-03-11T12:00", zone: "Europe/Stockholm"))
        let restaurant = RestaurantID(UUID())

        #expect(helsinki.content == stockholm.content)
        #expect(
            Proposal(place: .unlisted("  the  Park ")).content
                == Proposal(place: .unlisted("The park")).content
        )
        #expect(
            Proposal(place: .restaurant(restaurant, name: "Old")).content
                == Proposal(place: .restaurant(restaurant, name: "New")).content)
    }

    @Test func `differs when its end or its place differs`() throws {
        let start = Proposal(time: try time("2027-03-11T13:00"))
        let whole = Proposal(time: try time("2027-03-11T13:00", to: "2027-03-11T14:00"))
        let pair = Proposal(time: start.time, place: .unlisted("Park"))
        let all = [start, whole, pair, Proposal(place: .unlisted("Park")), Proposal(guest: .address("park"))]

        #expect(Set(all.map(\.content)).count == all.count)
        #expect(all.map(\.kind) == [.time, .time, .both, .place, .guest])
    }

    @Test func `is fulfilled once all its parts are, whatever the end time`() throws {
        var state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
        state.time = try time("2027-03-11T13:00", to: "2027-03-11T14:00")
        state.place = OutingPlace(name: "park")

        #expect(Proposal(time: try time("2027-03-11T13:00")).isFulfilled(in: state))
        #expect(Proposal(time: state.time, place: .unlisted("Park")).isFulfilled(in: state))
        #expect(!Proposal(time: try time("2027-03-11T13:00", to: "2027-03-11T15:00")).isFulfilled(in: state))
        #expect(!Proposal(time: state.time, place: .unlisted("Beach")).isFulfilled(in: state))
        #expect(!Proposal(place: .restaurant(RestaurantID(UUID()), name: "park")).isFulfilled(in: state))
        #expect(!Proposal(guest: .address("ada@example.org")).isFulfilled(in: state))
    }
}
