import Access
import HTTPTypes
import JSON
import Menus
import Messages
import NoonishAPI
import Postgres
import TestSupport
import Testing
import Venues

@testable import Orders

/// What a venue writes to the people of an outing whose order it has.
@Suite struct VenueMessageTests {
    @Test func `the words of a venue are among the outing's messages, unread, with the venue's name`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            let sent = try await world.stranger.post(
                venue + "/orders/\(order)/messages", #"{"text":"No mango left.\nRice?"}"#)
            let page = try await world.tom.get(lunch + "/messages")
            let unread = try await world.mei.get("/v1/messages/unread")["items"].elements
            let event = try await world.leila.get(lunch + "/order/events")["items"][0]
            let news: [String] = try await world.all(
                """
                SELECT change->>'place' FROM outing_change, jsonb_array_elements(patch) AS change
                 WHERE change->>'kind' = 'venue_message_posted'
                """)

            #expect(sent.status == .created)
            for message in [sent.json, page["items"][0]] {
                #expect(message["text"].text == "No mango left.\nRice?")
                #expect(message["author"]["id"].text == ThaiMenu.restaurant)
                #expect(message["author"]["name"].text == "Thai Garden")
                #expect(message["isFromVenue"] == .boolean(true))
                #expect(message["own"] == .boolean(false) && message["editable"] == .boolean(false))
            }
            #expect(page["unread"].number == 1 && unread.compactMap { $0["unread"].number } == [1])
            #expect(event["kind"].text == "messaged")
            #expect(event["actor"]["id"].text == "\(world.cast.stranger.id)")
            #expect(news == ["Thai Garden"])
            #expect(try await world.isSound("messages", "orders", "revisions", "venues"))
        }
    }

    @Test func `only the people and tablets of the venue that has the order write`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let path = venue + "/orders/\(order)/messages"
            try await world.run(
                """
                INSERT INTO venue (restaurant_id, state, verified_at)
                VALUES (\(RestaurantID(ThaiMenu.harbour)), 'verified', now())
                """)
            try await world.run(
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                VALUES (\(RestaurantID(ThaiMenu.harbour)), \(world.cast.mei.id), 'owner'),
                       (\(RestaurantID(ThaiMenu.restaurant)), \(world.cast.tom.id), 'staff')
                """)
            let added = try await world.stranger.post(venue + "/devices", #"{"name":"Counter"}"#)
            let code: String = try #require(added["code"].text)
            let paired = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
            let token: String = try #require(paired["token"].text)
            let tablet = world.site.program(token: token)
            let others = "/v1/venues/\(ThaiMenu.harbour)/orders/\(order)/messages"
            let text = #"{"text":"Ten minutes more"}"#

            #expect(try await world.tom.post(path, text).status == .created)
            #expect(try await tablet.post(path, text).status == .created)
            #expect(try await world.leila.post(path, text).code == "not_found")
            #expect(try await world.mei.post(path, text).code == "not_found")
            #expect(try await world.mei.post(others, text).code == "not_found")
            let actors = try await world.leila.get(lunch + "/order/events")["items"].elements.prefix(2)
            #expect(actors.map { $0["actor"]["id"].text } == [nil, "\(world.cast.tom.id)"])
            // Tom works there and comes to the lunch: the words are the venue's all the same.
            let page = try await world.tom.get(lunch + "/messages")
            #expect(page["unread"].number == 2)
            #expect(page["items"].elements.allSatisfy { $0["own"] == .boolean(false) })
        }
    }

    @Test func `a venue writes while it has the order, and for a day after the hand-over`() async throws {
        try await withPlacedOrder { world, _, venue, order in
            let path = venue + "/orders/\(order)/messages"
            func send() async throws -> TestSupport.Answer {
                try await world.stranger.post(path, #"{"text":"You left an umbrella"}"#)
            }
            let blank = try await world.stranger.post(path, #"{"text":" "}"#)
            let steps = [
                ("placed", "accepted"), ("accepted", "preparing"), ("preparing", "ready"),
                ("ready", "handed_over"),
            ]
            for (from, to) in steps {
                #expect(try await send().status == .created)
                _ = try await world.stranger.post(
                    venue + "/orders/\(order)/transitions", #"{"from":"\#(from)","to":"\#(to)"}"#)
            }
            let forgotten = try await send()
            try await world.run(
                "UPDATE group_order SET handed_over_at = handed_over_at - interval '25 hours'")
            let late = try await send()

            #expect(blank["errors"][0]["code"].text == "blank")
            #expect(forgotten.status == .created)
            #expect(late.code == "order_state" && late["state"].text == "handed_over")
        }
    }

    @Test func `no one writes about an order that the group cancelled or took back`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let path = venue + "/orders/\(order)/messages"
            _ = try await world.move("placed", "locked", by: world.leila, on: lunch)
            let taken = try await world.stranger.post(path, #"{"text":"Soup?"}"#)
            _ = try await world.move("locked", "placed", by: world.leila, on: lunch)
            _ = try await world.move("placed", "cancelled", by: world.leila, on: lunch)
            let cancelled = try await world.stranger.post(path, #"{"text":"Soup?"}"#)

            #expect(taken.code == "not_found")
            #expect(cancelled.code == "order_state" && cancelled["state"].text == "cancelled")
            #expect(try await world.one("SELECT count(*) FROM message") == 0)
        }
    }

    @Test func `the same request twice is one message, and a venue writes so many in a minute`() async throws
    {
        try await withPlacedOrder { world, _, venue, order in
            let path = venue + "/orders/\(order)/messages"
            let key: HTTPFields = [.idempotencyKey: "5b1c"]

            let first = try await world.stranger.post(path, #"{"text":"Soup?"}"#, headers: key)
            let second = try await world.stranger.post(path, #"{"text":"Soup?"}"#, headers: key)
            for _ in 1..<MessageLimits.messagesPerMinute {
                #expect(try await world.stranger.post(path, #"{"text":"Soup?"}"#).status == .created)
            }
            let refused = try await world.stranger.post(path, #"{"text":"Soup?"}"#)

            #expect(first["id"].text == second["id"].text)
            #expect(refused.status == .tooManyRequests)
            #expect(
                try await world.one("SELECT count(*) FROM message") == MessageLimits.messagesPerMinute)
        }
    }

    @Test func `people of the outing report the words of a venue, and neither edit nor delete them`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            let sent = try await world.stranger.post(
                venue + "/orders/\(order)/messages", #"{"text":"Rude"}"#)
            let message = lunch + "/messages/\(sent["id"].text ?? "")"
            let report = #"{"reason":"unwanted"}"#

            for visitor in [world.leila, world.tom] {
                #expect(try await visitor.patch(message, #"{"text":"Kind"}"#).status == .forbidden)
                #expect(try await visitor.delete(message).status == .forbidden)
                #expect(try await visitor.post(message + "/report", report).status == .accepted)
                #expect(try await visitor.post(message + "/report", report).status == .accepted)
            }
            let reports: [String] = try await world.all(
                "SELECT quote FROM abuse_report WHERE venue_id = \(RestaurantID(ThaiMenu.restaurant))")
            #expect(reports == ["Rude", "Rude"])
            #expect(try await world.leila.get(lunch + "/messages")["items"][0]["text"].text == "Rude")
        }
    }

    @Test func `the words of a venue outlast the account of who wrote them`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            _ = try await world.stranger.post(
                venue + "/orders/\(order)/messages", #"{"text":"Ten minutes more"}"#)

            try await world.database.batch(MessagePersonalData().erasure(of: world.cast.stranger.id))

            let message = try await world.tom.get(lunch + "/messages")["items"][0]
            #expect(message["text"].text == "Ten minutes more")
            #expect(message["author"]["name"].text == "Thai Garden")
            #expect(try await world.isSound("messages", "orders"))
        }
    }
}
