import Access
import HTTPTypes
import JSON
import Menus
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Orders

/// Compares orders with those of a service without the cache, while writers change everything that an order shows.
struct OrderCacheRaceTests {
    private static let writers = 6
    private static let editsOfWriter = 15

    @Test func `never shows what an order without the cache does not`() async throws {
        try await withOrders { world in
            let edits = OrderEdits(
                record: world.record, menus: PublishedMenus(), hours: world.hours)
            let table = RouteTable(
                OrderRoutes(database: world.database, edits: edits, cacheBytes: 0).routes,
                site: world.publicSite, resolvers: world.resolvers)
            let lunch = try await world.lunchWithOrder()
            let token = try await world.invite("Ada <ada@example.org>", to: lunch)
            try await withSite(table, at: world.publicSite) { plain in
                let race = OrderRace(world: world, plain: plain, lunch: lunch, guest: token)
                _ = try await race.guest.put(lunch + "/attendance", #"{"status":"attending"}"#)
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        defer { race.isOver.store(true, ordering: .releasing) }
                        try await withThrowingTaskGroup { writers in
                            for number in 0..<Self.writers {
                                writers.addTask {
                                    var chance = SeededChance(seed: UInt64(number))
                                    var edit = 0
                                    while !race.isOver.load(ordering: .acquiring), edit < Self.editsOfWriter {
                                        try await race.write(edit * Self.writers + number, &chance)
                                        edit += 1
                                        try await Task.sleep(for: .milliseconds(chance.below(400)))
                                    }
                                }
                            }
                            try await writers.waitForAll()
                        }
                    }
                    for reader in race.readers {
                        group.addTask {
                            repeat {
                                try await race.compare(for: reader)
                            } while !race.isOver.load(ordering: .acquiring)
                        }
                    }
                    group.addTask {
                        defer { race.isOver.store(true, ordering: .releasing) }
                        var round = 0
                        repeat {
                            try await race.loseAccess(round)
                            round += 1
                        } while !race.isOver.load(ordering: .acquiring)
                    }
                    try await group.waitForAll()
                }
                race.compared.store(0, ordering: .relaxed)
                for reader in race.readers { try await race.compare(for: reader) }
                #expect(race.compared.load(ordering: .relaxed) == race.readers.count)
                #expect(try await brokenChecks(in: world.database, ["orders"]) == [])
            }
        }
    }
}

/// An order of Leila's, Tom's, Mei's and a guest's.
private final class OrderRace: Sendable {
    let world: TestWorld
    let plain: TestSite
    let lunch: String
    let guest: Visitor
    let readers: [String]
    /// How many orders were compared that did not change in between.
    let compared = Atomic(0)
    let isOver = Atomic(false)
    /// The bodies that readers got, by reader and entity tag.
    private let bodies = Mutex<[String: String]>([:])

    init(world: TestWorld, plain: TestSite, lunch: String, guest token: String) {
        self.world = world
        self.plain = plain
        self.lunch = lunch
        guest = world.site.program(token: token)
        readers = [world.cast.leila.token, world.cast.tom.token, world.cast.mei.token, token]
    }

    /// Makes the edit of this number, whose values no other has. It may be refused.
    func write(_ number: Int, _ chance: inout SeededChance) async throws {
        let writer = [world.tom, world.mei, guest][chance.below(3)]
        let order = lunch + "/order"
        let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
        switch chance.below(11) {
        case 0:
            let members = #""price":"\#(1 + number % 90)","tellsKitchen":"\#(number)""#
            _ = try await writer.post(order + "/lines", #"{"name":"Dish \#(number)",\#(members)}"#)
        case 1:
            let shared = #""sharedWith":[{"personId":"\#(tom)"},{"personId":"\#(mei)"}]"#
            _ = try await writer.post(order + "/lines", #"{"name":"Plate \#(number)",\#(shared)}"#)
        case 2, 3:
            let lines = try await writer.get(order)["lines"].elements
            guard !lines.isEmpty, let line = lines[chance.below(lines.count)]["id"].text else { return }
            let path = order + "/lines/\(line)"
            switch chance.below(4) {
            case 0: _ = try await writer.patch(path, #"{"quantity":\#(1 + number % 99)}"#, ifMatch: "*")
            case 1: _ = try await writer.patch(path, #"{"sharedWith":[]}"#, ifMatch: "*")
            case 2: _ = try await world.leila.patch(path, #"{"personId":"\#(tom)"}"#, ifMatch: "*")
            default:
                _ = try await writer.delete(path, headers: [.ifMatch: "*"])
                if chance.below(2) == 0 { _ = try await writer.post(path + "/restore") }
            }
        case 4:
            let person = [world.cast.leila.id, tom, mei][chance.below(3)]
            try await run("UPDATE person SET name = \("Name \(number)") WHERE id = \(person)")
        case 5:
            _ = try await world.leila.patch(
                order, #"{"linesVisible":\#(chance.below(3) > 0)}"#, ifMatch: "*")
        case 6:
            // As the notice of a dish that is gone, the retention of notes and the merging of people do, without an event.
            try await run("UPDATE order_line SET gone_at = now() WHERE quantity = \(1 + number % 3)")
            try await run("UPDATE order_line SET note = \("\(number)") WHERE quantity = 1")
        case 7:
            let status = ["declined", "attending", "attending"][chance.below(3)]
            _ = try await world.mei.put(lunch + "/attendance", #"{"status":"\#(status)"}"#)
        case 8:
            _ = try await world.leila.post(
                order + "/lines", #"{"name":"Tea \#(number)","personId":"\#(mei)"}"#)
        case 9:
            if chance.below(2) == 0 {
                _ = try await writer.put(order + "/pass")
            } else {
                _ = try await writer.delete(order + "/pass")
            }
        default:
            _ = try await world.leila.patch(order, #"{"note":"\#(number)"}"#, ifMatch: "*")
        }
    }

    /// Runs a statement, again if it and another writer's transaction waited for each other.
    private func run(_ statement: SQL) async throws {
        try await world.database.transaction { try await $0.execute(Command("test.run", statement)) }
    }

    /// Reads an order without the cache, with it, and without it again. If nothing changed in between, all are the same. Equal
    /// tags mean equal bodies.
    func compare(for token: String) async throws {
        let path = lunch + "/order"
        let before = try await plain.program(token: token).get(path)
        let order = try await world.site.program(token: token).get(path)
        let after = try await plain.program(token: token).get(path)
        let revision = try #require(order["revision"].number)
        #expect(try #require(before["revision"].number) <= revision)
        #expect(revision <= (try #require(after["revision"].number)))
        if before.json == after.json {
            compared.add(1, ordering: .relaxed)
            #expect(order.json == before.json)
        }
        let key = "\(token) \(try #require(order.headers[.eTag]))"
        let known = bodies.withLock { bodies in
            defer { bodies[key] = order.text }
            return bodies[key]
        }
        #expect(known == nil || known == order.text)
    }

    /// Takes the order from a new guest who has a dish: they are refused with the next request, and another one who is erased
    /// has no name with the next request.
    func loseAccess(_ round: Int) async throws {
        let (removed, erased) = ("Eve\(round)", "Ben\(round)")
        for name in [removed, erased] {
            // The one without a name is shown in another way to each reader.
            let mail = "\(name.lowercased())@example.org"
            let address = name == removed ? mail : "\(name) <\(mail)>"
            let token = try await world.invite(address, to: lunch)
            let visitor = world.site.program(token: token)
            _ = try await visitor.put(lunch + "/attendance", #"{"status":"attending"}"#)
            try await world.pick("Rice", by: visitor, on: lunch)
            #expect(try await visitor.get(lunch + "/order")["lines"][0]["own"] == true)
            let outing = try await visitor.get(lunch)
            let person = try #require(outing["myAttendance"]["person"]["id"].text.flatMap { PersonID($0) })
            if name == removed {
                let answer = try await world.leila.delete(lunch + "/attendees/\(person)")
                #expect(answer.status == .noContent)
                #expect(try await visitor.get(lunch + "/order").status.code >= 400)
            } else {
                try await world.database.transaction { transaction in
                    for command in OrderPersonalData().erasure(of: person) {
                        try await transaction.execute(command)
                    }
                    try await transaction.execute(
                        Command("test.erase", "SELECT erase_person(\(person), 'Removed')"))
                }
                #expect(try await !world.leila.get(lunch + "/order").text.contains(erased))
            }
        }
    }
}
