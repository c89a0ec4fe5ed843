import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import People
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Outings

/// For how many people a place works, without revealing for whom.
@Suite struct DietFitTests {
    @Test func `the fit is counted once three people have needs, and never reveals whose they are`()
        async throws
    {
        try await withOutings { world in
            let vegan = try await world.restaurant("Kale", diets: #"{"vegan": "yes", "halal": "no"}"#)
            let outing = try await world.outing(#""restaurantId":"\#(vegan)""#)
            let people = try await world.eaters(["vegan", "vegetarian", "halal", "kosher"])

            try await world.invite(people.prefix(2), to: outing)
            let ofTwo = try await world.leila.get(outing.path)["dietFit"]
            try await world.invite(people.suffix(2), to: outing)
            let ofFour = try await world.leila.get(outing.path)

            #expect(ofTwo == .null)
            // A vegan kitchen suits vegans and vegetarians, has nothing halal, and whether it is kosher is unknown.
            #expect(["fits", "of", "unknown"].map { ofFour["dietFit"][$0].number } == [2, 4, 1])
            let seenByEater = try await world.site.program(token: people[2].token).get(outing.path)
            #expect(seenByEater["dietFit"] == ofFour["dietFit"])
            #expect(seenByEater["dietWarning"] == .null)
            let attendees = try await world.leila.get(outing.path + "/attendees").text
            for word in ["vegan", "halal", "kosher", "diet"] { #expect(!attendees.contains(word)) }
        }
    }

    @Test func `a host gets the counts for a caterer, without names and from three people on`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let people = try await world.eaters(["vegan", "vegetarian", "vegan", "halal"])
            try await world.invite(people.prefix(2), to: outing)

            let ofTwo = try await world.leila.get(outing.path + "/diets")
            try await world.invite(people.suffix(2), to: outing)
            let ofFour = try await world.leila.get(outing.path + "/diets")
            let seenByEater = try await world.site.program(token: people[0].token).get(outing.path + "/diets")

            #expect(ofTwo["seats"].number == 1)
            #expect(ofTwo["needs"].elements.isEmpty)
            #expect(ofFour["needs"].elements.map { $0["need"].text } == ["vegan", "halal", "vegetarian"])
            #expect(ofFour["needs"].elements.map { $0["people"].number } == [2, 1, 1])
            for person in people { #expect(!ofFour.text.contains(person.name)) }
            #expect(seenByEater.status == .forbidden)
        }
    }

    @Test func `one or two people more or fewer change no number, three do`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Grill", diets: #"{"vegan": "no", "halal": "yes"}"#)
            let outing = try await world.outing(#""restaurantId":"\#(place)""#)
            let first = try await world.eaters(["halal", "halal", "halal", "halal"])
            let more = try await world.eaters(["vegan", "vegan", "vegan"])
            try await world.invite(first[...], to: outing)
            func fit() async throws -> [Int?] {
                let fit = try await world.leila.get(outing.path)["dietFit"]
                return ["fits", "of", "unknown"].map { fit[$0].number }
            }

            #expect(try await fit() == [4, 4, 0])
            try await world.invite(more.prefix(1), to: outing)
            #expect(try await fit() == [4, 4, 0])
            try await world.invite(more[1..<2], to: outing)
            #expect(try await fit() == [4, 4, 0])
            _ = try await world.leila.delete(outing.path + "/attendees/\(first[0].id)")
            #expect(try await fit() == [4, 4, 0])
            try await world.invite(more[2...], to: outing)
            #expect(try await fit() == [3, 6, 0])
            for person in more {
                #expect(try await fit()[1] == 6)
                _ = try await world.leila.delete(outing.path + "/attendees/\(person.id)")
            }
            #expect(try await fit() == [3, 3, 0])
        }
    }

    @Test func `a second outing with one person more or fewer shows the numbers of the first`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Grill", diets: #"{"vegan": "no", "halal": "yes"}"#)
            let halal = try await world.eaters(["halal", "halal", "halal"])
            let vegan = try await world.eaters(["vegan"])
            let first = try await world.outing(#""restaurantId":"\#(place)""#)
            try await world.invite(halal[...], to: first)

            let second = try await world.outing(#""restaurantId":"\#(place)""#)
            try await world.invite((halal + vegan)[...], to: second)

            #expect(try await world.leila.get(second.path)["dietFit"]["of"].number == 3)
            #expect(try await world.leila.get(second.path)["dietFit"]["fits"].number == 3)
        }
    }

    @Test func `changed needs count only once three people have needs`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Grill", diets: #"{"vegan": "no", "halal": "yes"}"#)
            let people = try await world.eaters(["halal", "halal", "halal"])
            let outing = try await world.outing(#""restaurantId":"\#(place)""#)
            try await world.invite(people[...], to: outing)
            func fits() async throws -> Int? {
                try await world.leila.get(outing.path)["dietFit"]["fits"].number
            }

            try await world.setDiets(["vegan"], people[0])
            try await world.setDiets(["vegan"], people[1])
            let before = try await fits()
            try await world.setDiets([], people[2])
            let after = try await world.leila.get(outing.path)["dietFit"]

            #expect(before == 3)
            // Two are left with needs, which is too few to say anything.
            #expect(after == .null)
        }
    }

    @Test func `the host is warned of a place that has nothing for an attendee, with better ones nearby`()
        async throws
    {
        try await withOutings { world in
            let grill = try await world.restaurant("Grill", diets: #"{"vegan": "no"}"#)
            let garden = try await world.restaurant("Garden", diets: #"{"vegan": "only"}"#)
            let corner = try await world.restaurant("Corner")
            try await world.index.refresh()
            let people = try await world.eaters(["vegan", "vegan", "vegetarian"])
            let outing = try await world.outing(#""restaurantId":"\#(grill)""#)
            let ids = people.map { #""\#($0.id)""# }.joined(separator: ",")

            let invited = try await world.leila.post(outing.path + "/invitations", #"{"people":[\#(ids)]}"#)
            let read = try await world.leila.get(outing.path)

            let warning = invited["dietWarning"]
            #expect(warning["dietFit"]["fits"].number == 0)
            #expect(warning["better"].elements.compactMap { $0["name"].text } == ["Garden"])
            #expect(warning["better"][0]["dietFit"]["fits"].number == 3)
            #expect(read["dietWarning"]["better"][0]["id"].text == garden.description)
            #expect(corner != garden)
        }
    }

    @Test func `a guest's answer may include dietary needs, which no response contains`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let path = "/v1/invitations/\(token)/attendance"

            let answer = try await world.anonymous.put(
                path, #"{"status":"attending","name":"Ada","diets":["vegan","vegan"],"allergies":["nuts"]}"#)
            let wrong = try await world.anonymous.put(path, #"{"status":"attending","diets":["paleo"]}"#)
            let kept = try await world.anonymous.put(path, #"{"status":"maybe"}"#)

            #expect(answer.status == .ok, "\(answer)")
            #expect(!answer.text.contains("vegan") && !answer.text.contains("nuts"))
            #expect(wrong.status.code == 422 || wrong.status == .badRequest)
            #expect(kept.status == .ok)
            #expect(try await world.needs() == ["{vegan} {nuts}"])
            _ = try await world.anonymous.put(path, #"{"status":"maybe","diets":[]}"#)
            #expect(try await world.needs() == [])
        }
    }
}

extension TestWorld {
    /// Friends of Leila's, each with one need.
    fileprivate func eaters(_ diets: [String]) async throws -> [Cast.Member] {
        var people: [Cast.Member] = []
        for diet in diets {
            let person = try await Cast.member("Eater \(UUID().uuidString.prefix(6))", in: database)
            try await setDiets([diet], person)
            try await befriend(cast.leila, person)
            people.append(person)
        }
        return people
    }

    fileprivate func setDiets(_ diets: [String], _ person: Cast.Member) async throws {
        try await database.transaction { transaction in
            try await transaction.replaceDietNeeds(
                DietNeeds(diets: diets.compactMap { PersonalDiet(rawValue: $0) }, allergies: [], note: nil),
                of: person.id)
        }
    }

    fileprivate func invite(_ people: ArraySlice<Cast.Member>, to outing: TestOuting) async throws {
        let ids = people.map { #""\#($0.id)""# }.joined(separator: ",")
        let answer = try await leila.post(outing.path + "/invitations", #"{"people":[\#(ids)]}"#)
        try #require(answer.status == .ok, "\(answer)")
    }

    fileprivate func needs() async throws -> [String] {
        try await all("SELECT diets::text || ' ' || allergies::text FROM diet_need")
    }
}
