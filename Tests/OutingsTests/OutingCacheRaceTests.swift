import Access
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import People
import Postgres
import Privacy
import Synchronization
import TestSupport
import Testing

/// Compares lists with outings that are read alone, without the cache, while sixteen writers change everything that a list
/// shows.
@Suite struct OutingCacheRaceTests {
    private static let writers = 16
    private static let editsOfWriter = 12
    /// Comparisons of items that did not change in between. Writers go on until there are as many.
    private static let comparisons = 50

    @Test func `never list what is no longer so`() async throws {
        try await withOutings { world in
            let race = try await Race(world)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await withThrowingTaskGroup { writers in
                        for number in 0..<Self.writers {
                            writers.addTask {
                                var chance = SeededChance(seed: UInt64(number))
                                var edit = 0
                                while edit < Self.editsOfWriter
                                    || race.compared.load(ordering: .relaxed) < Self.comparisons
                                {
                                    try await race.write(edit * Self.writers + number, &chance)
                                    edit += 1
                                    // Without pauses, hardly an outing would stay as it is for two reads.
                                    try await Task.sleep(for: .milliseconds(chance.below(600)))
                                }
                            }
                        }
                        try await writers.waitForAll()
                    }
                    race.isOver.store(true, ordering: .releasing)
                }
                for reader in [world.leila, world.tom] {
                    group.addTask {
                        var chance = SeededChance(seed: 99)
                        repeat {
                            try await race.compare(for: reader, &chance)
                        } while !race.isOver.load(ordering: .acquiring)
                    }
                }
                group.addTask {
                    var round = 0
                    repeat {
                        try await race.loseAccess(round)
                        round += 1
                    } while !race.isOver.load(ordering: .acquiring)
                }
                try await group.waitForAll()
            }

            for reader in [world.leila, world.tom] {
                for outing in race.outings { try await world.expectListed(outing, for: reader) }
            }
            #expect(race.compared.load(ordering: .relaxed) >= Self.comparisons)
            #expect(try await world.isSound())
        }
    }
}

/// Outings of Leila's at one place, to all of which Tom and Mei are invited.
private final class Race: Sendable {
    let world: TestWorld
    let outings: [TestOuting]
    /// How many items were compared that did not change in between.
    let compared = Atomic(0)
    let isOver = Atomic(false)
    private let place: RestaurantID
    private let merger: GuestMerger

    init(_ world: TestWorld) async throws {
        self.world = world
        place = try await world.restaurant("Kettu", hours: "Mo-Su 10:00-22:00")
        merger = GuestMerger(
            record: world.record, references: PersonReference.people + PersonReference.outings)
        let people = [world.cast.tom, world.cast.mei].map { "\"\($0.id)\"" }.joined(separator: ",")
        var outings: [TestOuting] = []
        for _ in 0..<5 {
            let outing = try await world.outing(
                #"""
                "restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","invite":{"people":[\#(people)]}
                """#)
            // The first read marks the invitation as opened.
            for reader in [world.tom, world.mei] { _ = try await reader.get(outing.path) }
            outings.append(outing)
        }
        self.outings = outings
    }

    /// Makes the edit of this number, whose values no other has.
    func write(_ number: Int, _ chance: inout SeededChance) async throws {
        let outing = outings[chance.below(outings.count)]
        switch chance.below(9) {
        case 0:
            _ = try await world.leila.patch(outing.path, #"{"title":"Lunch \#(number)"}"#, ifMatch: "*")
        case 1:
            _ = try await world.leila.patch(outing.path, #"{"capacity":\#(20 + number)}"#, ifMatch: "*")
        case 2:
            let status = ["attending", "maybe", "declined"][chance.below(3)]
            _ = try await world.tom.put(
                outing.path + "/attendance", #"{"status":"\#(status)","note":"\#(number)"}"#)
        case 3:
            try await world.run(
                "UPDATE person SET name = \("Leila \(number)") WHERE id = \(world.cast.leila.id)")
        case 4:
            try await world.run(
                """
                UPDATE restaurant SET opening_hours = \("Mo-Su 10:00-22:00 \"\(number)\"") WHERE id = \(place)
                """)
        case 5:
            let role = ["cohost", "invitee"][chance.below(2)]
            _ = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.mei.id)/role", #"{"role":"\#(role)"}"#)
        case 6:
            let address = "guest\(number)@example.org"
            _ = try await world.leila.post(
                outing.path + "/invitations", #"{"emails":["\#(address)"]}"#)
            try await world.database.transaction { transaction in
                try await merger.claim(address, for: world.cast.tom.id, in: transaction)
            }
        case 7:
            let latitude = 60 + Double(number % 100) / 200
            _ = try await world.tom.put(
                outing.path + "/origin", #"{"latitude":\#(latitude),"longitude":24.93,"consent":true}"#)
        default:
            _ = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-\#(11 + number % 18)T12:\#(10 + number % 50)"}"#,
                ifMatch: "*")
        }
    }

    /// Reads an outing, the list and the outing again. The revision of the item lies between those of the outing; if nothing
    /// changed in between, the item is the outing.
    func compare(for reader: Visitor, _ chance: inout SeededChance) async throws {
        let outing = outings[chance.below(outings.count)]
        let before = try await reader.get(outing.path)
        let list = try await reader.get("/v1/outings?limit=100")
        let after = try await reader.get(outing.path)
        let item = list["items"].elements.first { $0["id"].text == outing.id }
        let revision = try #require(item?["revision"].number)
        #expect(try #require(before["revision"].number) <= revision)
        #expect(revision <= (try #require(after["revision"].number)))
        if before.json == after.json {
            compared.add(1, ordering: .relaxed)
            #expect(item == before.json)
        }
    }

    /// Takes from new people what they may see, one after the other: each is refused with the next request.
    func loseAccess(_ round: Int) async throws {
        let outing = outings[round % outings.count]
        let others = Set(outings.map(\.id)).subtracting([outing.id])
        let eve = try await invited("Eve\(round)")
        let eves = world.visitor(eve)
        _ = try await world.leila.put(outing.path + "/attendees/\(eve.id)/role", #"{"role":"cohost"}"#)
        #expect(try await ids(eves).count == 5)
        #expect(try await eves.get(outing.path).status == .ok)
        #expect(try await rename(outing, round, eves) == .ok)
        let removed = try await world.leila.delete(outing.path + "/attendees/\(eve.id)")
        #expect(removed.status == .noContent)
        for _ in 0..<5 {
            #expect(try await ids(eves) == others)
            #expect(try await eves.get(outing.path).status == .notFound)
            #expect(try await rename(outing, round, eves) == .notFound)
        }

        // A block leaves the lists that both are on.
        try await world.block(eve, world.cast.leila)
        #expect(try await ids(eves) == others)

        let ada = try await invited("Ada\(round)")
        let adas = world.visitor(ada)
        #expect(try await ids(adas).count == 5)
        try await world.run("DELETE FROM session WHERE person_id = \(ada.id)")
        for path in ["/v1/outings", outing.path] { #expect(try await adas.get(path).status == .unauthorized) }

        let ben = try await invited("Ben\(round)")
        for outing in outings {
            _ = try await world.leila.put(outing.path + "/attendees/\(ben.id)/role", #"{"role":"cohost"}"#)
        }
        let bens = world.visitor(ben)
        #expect(try await ids(bens).count == 5)
        #expect(try await rename(outing, round, bens) == .ok)
        let (record, erased) = (world.record, ben.id)
        try await world.database.transaction { transaction in
            try await OutingPersonalData(record: record).erase(erased, in: transaction)
            try await transaction.execute(
                Command("test.erase", "SELECT erase_person(\(erased), 'Removed')"))
        }
        for path in ["/v1/outings", outing.path] { #expect(try await bens.get(path).status == .unauthorized) }
        #expect(try await rename(outing, round, bens) == .unauthorized)
        #expect(try await !world.tom.get("/v1/outings").text.contains("\"Ben\(round)\""))
    }

    /// Edits an outing by a cohost, who may have lost it.
    private func rename(_ outing: TestOuting, _ round: Int, _ cohost: Visitor) async throws
        -> HTTPResponse.Status
    {
        try await cohost.patch(outing.path, #"{"title":"Round \#(round)"}"#, ifMatch: "*").status
    }

    /// Returns a new friend of Leila's, who is invited to all outings.
    private func invited(_ name: String) async throws -> Cast.Member {
        let member = try await Cast.member(name, in: world.database)
        try await world.befriend(world.cast.leila, member)
        for outing in outings {
            let answer = try await world.leila.post(
                outing.path + "/invitations", #"{"people":["\#(member.id)"]}"#)
            #expect(answer.status == .ok)
        }
        return member
    }

    /// Returns the IDs of the outings that a person lists.
    private func ids(_ reader: Visitor) async throws -> Set<String> {
        let list = try await reader.get("/v1/outings?limit=100")
        #expect(list.status == .ok)
        return Set(list["items"].elements.compactMap { $0["id"].text })
    }
}
