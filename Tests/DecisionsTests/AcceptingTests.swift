import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Decisions

@Suite struct `Accepting a suggestion` {
    /// A random time, place or pair, as the body of a suggestion and as a host's own merge patch.
    private static func edit() -> (suggestion: String, patch: String) {
        let hour = Int.random(in: 10...20)
        let minute = ["00", "15", "30", "45"].randomElement() ?? "00"
        let starts = "2027-03-1\(Int.random(in: 2...8))T\(hour):\(minute)"
        let ends = Bool.random() ? #","endsAt":"\#(starts.prefix(10))T\#(hour + 2):\#(minute)""# : ""
        let place = #""place":"Pier \#(Int.random(in: 1...1_000_000))""#
        return switch Int.random(in: 0..<3) {
        case 0: (#"{"time":{"startsAt":"\#(starts)"\#(ends)}}"#, #"{"startsAt":"\#(starts)"\#(ends)}"#)
        case 1: ("{\(place)}", "{\(place)}")
        default:
            (
                #"{"time":{"startsAt":"\#(starts)"\#(ends)},\#(place)}"#,
                #"{"startsAt":"\#(starts)"\#(ends),\#(place)}"#
            )
        }
    }

    @Test func `equals the host's own edit`() async throws {
        try await withDecisions { world in
            let starts = [
                "", #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","place":"Park""#,
                #""startsAt":"2027-03-11T12:30","endsAt":"2027-03-11T14:00","timeZone":"Europe/Helsinki""#,
            ]
            for round in 0..<12 {
                let edit = Self.edit()
                let suggested = try await world.lunch(starts[round % 3])
                let edited = try await world.lunch(starts[round % 3])
                let path = try await world.suggest(edit.suggestion, by: world.mei, on: suggested)
                let shown = try await world.leila.get(suggested + "/suggestions")["items"][0]["after"]
                let before = try await (world.leila.get(suggested), world.leila.get(edited))

                let accepted = try await world.leila.post(path + "/accept")
                let patched = try await world.leila.patch(
                    edited, edit.patch, headers: [.ifMatch: try #require(before.1.headers[.eTag])])

                try #require(
                    accepted.status == .ok && patched.status == .ok, "\(edit) \(accepted) \(patched)")
                let after = try await (world.leila.get(suggested), world.leila.get(edited))
                for field in ["startsAt", "endsAt", "timeZone", "place", "restaurant", "title", "state"] {
                    #expect(after.0[field] == after.1[field], "\(field) after \(edit)")
                }
                for field in ["revision", "version"] {
                    let moved = (after.0[field].number ?? 0) - (before.0[field].number ?? 0)
                    #expect(
                        moved == 1 && (after.1[field].number ?? 0) - (before.1[field].number ?? 0) == moved)
                }
                #expect(
                    try await world.history(of: suggested).last
                        == world.history(of: edited).last.map { $0 + " suggestion_accepted" })
                if shown["startsAt"] != .null {
                    #expect(shown["startsAt"] == after.0["startsAt"] && shown["endsAt"] == after.0["endsAt"])
                }
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `by two hosts at once makes two consecutive edits`() async throws {
        try await withDecisions { world in
            for _ in 0..<5 {
                let lunch = try await world.lunch()
                _ = try await world.leila.put(
                    lunch + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
                let time = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)
                let place = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)
                let version = try await world.leila.get(lunch)["version"].number ?? 0

                async let byLeila = world.leila.post(time + "/accept")
                async let byTom = world.tom.post(place + "/accept")
                let statuses = try await [byLeila.status, byTom.status]

                #expect(statuses == [.ok, .ok])
                let outing = try await world.leila.get(lunch)
                #expect(
                    outing["startsAt"].text == "2027-03-11T13:00:00+02:00" && outing["place"].text == "Beach")
                #expect(outing["version"].number == version + 2)
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `and withdrawing it at once does one of the two`() async throws {
        try await withDecisions { world in
            for _ in 0..<8 {
                let lunch = try await world.lunch()
                let path = try await world.suggest(#"{"place":"Beach"}"#, by: world.mei, on: lunch)

                async let accepted = world.leila.post(path + "/accept")
                async let withdrawn = world.mei.post(path + "/withdraw")
                let statuses = try await (accepted.status, withdrawn.status)

                let place = try await world.leila.get(lunch)["place"].text
                switch statuses {
                case (.ok, .conflict): #expect(place == "Beach")
                case (.conflict, .ok): #expect(place == "Park")
                default: Issue.record("\(statuses)")
                }
            }
            #expect(try await world.isSound())
        }
    }
}
