import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// The dishes of an order that a process keeps between two reads.
struct OrderCacheTests {
    @Test func `whatever changes a line, its people or who reads it is seen by the next read`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let line = try await world.pick(
                "Soup",
                #""price":"5.00","tellsKitchen":"nuts","sharedWith":[{"personId":"\#(world.cast.mei.id)"}]"#,
                by: world.tom, on: lunch)
            let path = lunch + "/order/lines/\(line)"
            func read(_ visitor: Visitor) async throws -> TestSupport.Answer {
                _ = try await visitor.get(lunch + "/order")
                return try await visitor.get(lunch + "/order")
            }

            #expect(try await read(world.tom)["lines"][0]["own"] == true)
            #expect(try await read(world.mei)["lines"][0]["own"] == false)
            #expect(try await read(world.tom)["lines"][0]["tellsKitchen"].text == "nuts")
            #expect(try await read(world.mei)["lines"][0]["tellsKitchen"].text == nil)
            #expect(try await read(world.leila)["lines"][0]["tellsKitchen"].text == "nuts")

            _ = try await world.tom.patch(path, #"{"quantity":2}"#, ifMatch: "*")
            #expect(try await read(world.mei)["lines"][0]["quantity"].number == 2)
            #expect(try await read(world.mei)["totalMinor"].number == 1000)
            _ = try await world.tom.patch(path, #"{"sharedWith":[]}"#, ifMatch: "*")
            #expect(try await read(world.mei)["lines"][0]["sharers"].elements.isEmpty)
            let tom = world.cast.tom.id
            try await world.run("UPDATE person SET name = 'Tomas' WHERE id = \(tom)")
            #expect(try await read(world.mei)["lines"][0]["person"]["name"].text == "Tomas")
            // As the retention of texts and the merging of people do, without an event.
            try await world.run("UPDATE order_line SET note = 'hot'")
            #expect(try await read(world.mei)["lines"][0]["note"].text == "hot")

            #expect(try await read(world.leila)["missing"].elements.count == 2)
            _ = try await world.leila.patch(lunch + "/order", #"{"linesVisible":false}"#, ifMatch: "*")
            #expect(try await read(world.mei)["lines"].elements.isEmpty)
            #expect(try await read(world.mei)["portions"].number == 2)
            _ = try await world.tom.delete(path, headers: [.ifMatch: "*"])
            #expect(try await read(world.leila)["lines"].elements.isEmpty)
            #expect(try await read(world.leila)["missing"].elements.count == 3)
            let mei = world.cast.mei.id
            try await world.run("DELETE FROM attendance WHERE person_id = \(mei)")
            #expect(try await world.mei.get(lunch + "/order").status == .notFound)
        }
    }

    @Test func `reads while others pick never mix two states`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let first = try #require(try await world.leila.get(lunch + "/order")["revision"].number)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for visitor in [world.tom, world.mei] {
                    group.addTask {
                        for number in 0..<20 {
                            _ = try await world.pick("Dish \(number)", by: visitor, on: lunch)
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<60 {
                        let order = try await world.leila.get(lunch + "/order")
                        let count = order["lines"].elements.count
                        #expect(
                            order["revision"].number == first + count && order["portions"].number == count)
                    }
                }
                try await group.waitForAll()
            }
            let order = try await world.leila.get(lunch + "/order")
            #expect(order["lines"].elements.count == 40 && order["portions"].number == 40)
        }
    }
}
