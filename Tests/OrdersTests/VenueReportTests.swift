import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders
@testable import Records

/// The reports of a venue beside its sales: stock against counts, and how long orders took.
@Suite struct VenueReportTests {
    @Test func `what was counted is compared with what was received, sold and wasted`() async throws {
        try await withSales { world, venue in
            try await world.stockMoves(
                of: "water",
                [
                    // Before the period.
                    ("2026-05-30 12:00", "count", 10), ("2026-05-31 12:00", "receipt", 5),
                    // 3:59 on 1 June in Helsinki is of 31 May.
                    ("2026-06-01 00:59", "sale", 1),
                    // In the period: 14, then 24 - 6 - 2 + 1 = 17, of which 15 are found.
                    ("2026-06-01 12:00", "receipt", 10), ("2026-06-02 12:00", "sale", 6),
                    ("2026-06-03 12:00", "waste", 2), ("2026-06-03 13:00", "correction", 1),
                    ("2026-06-04 12:00", "count", 15),
                    // After it.
                    ("2026-06-08 12:00", "sale", 3), ("2026-06-08 13:00", "count", 20),
                ])
            let path = venue + "/records/stock?from=2026-06-01&to=2026-06-07"
            let report = try await world.stranger.get(path)
            let table = try await world.stranger.get(path + "&format=csv")

            let row = report["rows"][0]
            let numbers = [
                "opening", "received", "corrected", "sold", "wasted", "expected", "counted", "difference",
            ]
            #expect(numbers.map { row[$0].number } == [14, 10, 1, 6, 2, 17, 15, -2])
            #expect(row["name"].text == "Water" && row["everyDay"] == .boolean(true))
            #expect(row["priceMinor"].number == 200 && row["differenceMinor"].number == -400)
            #expect(report["differenceMinor"].number == -400 && report["currency"].text == "EUR")
            #expect(
                table.text
                    == "\u{feff}item,name,days,opening,received,corrected,sold,wasted,expected,counted,difference,price,difference_amount,currency\r\n"
                    + "water,Water,every,14,10,1,6,2,17,15,-2,2.00,-4.00,EUR\r\n")
            #expect(table.headers[.contentDisposition]?.contains("stock-2026-06-01-2026-06-07") == true)
            #expect(try await world.isSound("stock"))
        }
    }

    @Test func `the count that begins the counting finds no difference, also after a stop`() async throws {
        try await withSales { world, venue in
            try await world.stockMoves(
                of: "water",
                [
                    ("2026-06-01 12:00", "count", 10), ("2026-06-01 13:00", "stop", 0),
                    ("2026-06-02 12:00", "count", 4), ("2026-06-02 13:00", "sale", 1),
                ])
            try await world.stockMoves(
                of: "green-curry", day: "2026-06-03",
                [("2026-06-01 12:00", "count", 50), ("2026-06-03 12:00", "sale", 20)])
            try await world.stockMoves(
                of: "gone", [("2026-06-02 12:00", "count", 3), ("2026-06-02 13:00", "count", 2)])
            let report = try await world.stranger.get(venue + "/records/stock?from=2026-06-01&to=2026-06-07")
            let other = try await world.stranger.get(venue + "/records/stock?from=2026-05-01&to=2026-05-07")

            let rows = report["rows"].elements.map { row in
                [
                    row["item"].text ?? "", row["everyDay"] == .boolean(true) ? "every" : "single",
                    "\(row["opening"].number ?? -1)", "\(row["sold"].number ?? -1)",
                    row["counted"].number.map { "\($0)" } ?? "-", "\(row["difference"].number ?? -1)",
                ].joined(separator: " ")
            }
            #expect(
                rows == [
                    "gone every 3 0 2 -1", "green-curry single 50 20 - 0",
                    "water every 4 1 - 0",
                ])
            #expect(report["rows"][0]["name"] == .null && report["rows"][0]["differenceMinor"] == .null)
            #expect(other["rows"].elements.isEmpty)
        }
    }

    @Test func `orders are timed from placing to ready, by their business day`() async throws {
        try await withSales { world, venue in
            for minutes in [(2, 10, 15), (4, 30, 20), (6, 20, 20)] {
                _ = try await world.handOver([(world.tom, ThaiMenu.pick("water"))], venue: venue)
                try await world.run(
                    """
                    UPDATE group_order
                       SET board_day = '2026-06-01', board_number = \(minutes.0)::int, placed_at = '2026-06-01T09:00:00Z',
                           accepted_at = timestamptz '2026-06-01T09:00:00Z' + make_interval(mins => \(minutes.0)::int),
                           ready_at = timestamptz '2026-06-01T09:00:00Z' + make_interval(mins => \(minutes.0 + minutes.1)::int),
                           promised_at = timestamptz '2026-06-01T09:00:00Z' + make_interval(mins => \(minutes.0 + minutes.2)::int)
                     WHERE board_day <> '2026-06-01'
                    """)
            }
            _ = try await world.handOver([(world.tom, ThaiMenu.pick("water"))], venue: venue)
            try await world.run(
                """
                UPDATE group_order
                   SET board_day = '2026-06-01', board_number = 8, state = 'cancelled', cancelled_at = now()
                 WHERE board_day <> '2026-06-01'
                """)
            let path = venue + "/records/times?from=2026-06-01&to=2026-06-01"
            let times = try await world.stranger.get(path)
            let table = try await world.stranger.get(path + "&format=csv")
            let none = try await world.stranger.get(venue + "/records/times?from=2026-05-01&to=2026-05-01")

            let names = ["orders", "answerSeconds", "readySeconds", "slowReadySeconds", "promised", "onTime"]
            #expect(times["days"].elements.map { $0["day"].text } == ["2026-06-01"])
            #expect(names.map { times["days"][0][$0].number } == [3, 240, 1_200, 1_800, 3, 2])
            #expect(names.map { times["total"][$0].number } == [3, 240, 1_200, 1_800, 3, 2])
            #expect(table.text.hasSuffix("\r\n2026-06-01,3,240,1200,1800,3,2\r\n"))
            #expect(none["days"].elements.isEmpty && none["total"]["orders"].number == 0)
            #expect(none["total"]["readySeconds"] == .null)
        }
    }

    @Test func `only owners read the reports, and of dates`() async throws {
        try await withSales { world, venue in
            for report in ["/records/stock", "/records/times"] {
                let owners = try await world.stranger.get(venue + report)
                let staffs = try await world.mei.get(venue + report)
                let strangers = try await world.tom.get(venue + report)
                let faulty = try await world.stranger.get(venue + report + "?from=2026-02-30")

                #expect(owners.status == .ok && staffs.status == .forbidden && strangers.status == .notFound)
                #expect(faulty.code == "malformed_date")
            }
        }
    }
}

extension TestWorld {
    /// Moves the stock of the venue with the menu at times in UTC.
    fileprivate func stockMoves(
        of item: String, day: String = "-infinity", _ moves: [(at: String, kind: String, quantity: Int)]
    ) async throws {
        for move in moves {
            try await run(
                """
                INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, found, at)
                VALUES (\(RestaurantID(ThaiMenu.restaurant)), gen_random_uuid(), \(item), \(day)::text::date, \(move.kind),
                        \(move.quantity), CASE WHEN \(move.kind)::text = 'count' THEN \(move.quantity)::int END,
                        \(move.at + "Z")::text::timestamptz)
                """)
        }
    }
}
