import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import OpeningHours

extension CountedPath {
    static let texts = [
        CountedPath("JSON, a restaurant out") {
            let restaurant = try Restaurant(parsing: ByteBuffer(string: restaurantText))
            var writer = JSONWriter()
            restaurant.encode(to: &writer)
            let written = writer.finish()
            try expect(try Restaurant(parsing: written) == restaurant)
            return { _ in
                writer.reset()
                restaurant.encode(to: &writer)
                try expect(writer.finish().readableBytes == written.readableBytes)
            }
        },
        CountedPath("JSON, a restaurant in") {
            let text = ByteBuffer(string: restaurantText)
            return { _ in try expect(try Restaurant(parsing: text).week.count == 2) }
        },
        CountedPath("a request's body, strictly") {
            let text = ByteBuffer(string: requestText)
            return { _ in
                var body = try ObjectReader(JSONValue(parsing: text))
                let title = body.required("title", .text(1...120))
                let note = body.optional("note", .text(0...2_000))
                let emails = body.object("invite") { (inner: inout ObjectReader) in
                    inner.array("emails", .text(3...254), max: 500)
                }
                _ = body.optional("startsAt", .text(0...40))
                _ = body.optional("timeZone", .text(0...64))
                _ = body.optional("capacity", .integer(1...100_000))
                try body.finish()
                try expect(title != nil && note != nil && emails?.count == 4)
            }
        },
    ]

    static let hours = [
        CountedPath("opening hours, read") {
            { _ in try expect(try Schedule(hoursText).needsHolidays) }
        },
        CountedPath("opening hours, whether and until when") {
            let schedule = try Schedule(hoursText)
            guard let zone = TimeZone(identifier: "Europe/Helsinki") else { throw WrongAnswer() }
            let location = LocationContext(zone: zone)
            let noon = Date(timeIntervalSince1970: 1_804_761_000)
            return { round in
                let answer = schedule.answer(at: noon + Double(round % 7) * 86_400, in: location)
                try expect(answer.until != nil)
            }
        },
    ]

    private static let hoursText =
        "Mo-Fr 11:00-14:30,17:00-22:00; Sa 12:00-23:30; Su,PH off; Dec 24-26 off \"closed\"; Jul-Aug We 11:00-15:00"

    private static let requestText = #"""
        {"title":"Thursday \"lunch\"","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","note":"Bring cash, tiež škoda",
        "capacity":12,"invite":{"emails":["ada@example.org","bo@example.org","cleo@example.org","dora@example.org"]}}
        """#

    private static let restaurantText = #"""
        {"id":"0198c0de-0000-7000-8000-000000000001","name":"Ravintola \"Sakura\" 寿司","kind":"restaurant","cuisines":["sushi","ramen"],
        "diets":{"gluten_free":"limited","halal":"unknown","vegan":"yes","vegetarian":"yes"},"location":{"latitude":60.1699123,
        "longitude":24.9384},"distance":412.5,"openAt":{"state":"open","until":"2027-03-11T20:00:00Z"},"price":2,"rating":{"value":4.5,
        "count":12},"match":{"field":"cuisine","text":"sushi"},"reason":"serves sushi","otherNames":{"ja":"桜","sv":"Körsbär"},"address":
        {"text":"Aleksanterinkatu 1, 00100 Helsinki","street":"Aleksanterinkatu 1","city":"Helsinki","postcode":"00100","country":"FI"},
        "phone":"+35891234567","website":"https://sakura.example/lunch","hours":{"text":"Mo-Fr 11:00-22:00","week":[{"date":"2027-03-11",
        "spans":[{"from":"11:00","to":"22:00","state":"open"}]},{"date":"2027-03-12","spans":[]}]},"timeZone":"Europe/Helsinki","brand":null,
        "details":{"level":"0","wheelchair":"yes"},"vanished":false,"source":{"id":"osm","name":"OpenStreetMap","licence":"ODbL-1.0",
        "attribution":"© OpenStreetMap contributors","url":"https://www.openstreetmap.org/copyright"},"updatedAt":"2027-03-01T08:00:00Z"}
        """#
}
