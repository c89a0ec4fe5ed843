import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import TestSupport
import Testing

@testable import Restaurants

struct RestaurantSuggestTests {
    private func withTown(_ test: @escaping @Sendable (Directory, TestSite) async throws -> Void) async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await SampleRestaurants.addIfEmpty(to: database)
            try await directory.index.refresh()
            try await withSite(directory.table) { try await test(directory, $0) }
        }
    }

    @Test(arguments: [
        ("sus", "cuisine", "sushi", "en"), ("寿", "cuisine", "sushi", "en"), ("суш", "cuisine", "sushi", "ru"),
        ("pitser", "cuisine", "pizza", "fi"), ("маргари", "dish", "margherita", "ru"),
    ])
    func `a beginning in any script suggests the cuisine or dish, with how many there are`(
        typed: String, kind: String, id: String, language: String
    ) async throws {
        try await withTown { directory, site in
            let text = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try await site.program().get(
                "/v1/restaurants/suggest?q=\(text)&near=60.1699,24.9384",
                headers: [.acceptLanguage: language])

            let item = try #require(
                answer.json["items"].elements.first { $0["id"] == .string(id) }, "\(answer.text)")
            #expect(item["kind"] == .string(kind))
            let names =
                directory.words.cuisines.first { $0.id == id }?.names
                ?? directory.words.dishes.first { $0.id == id }?.names
            #expect(item["text"].text == names?[language])
            #expect((item["count"].number ?? 0) > 0)
        }
    }

    @Test func `restaurants follow the words, nearest first, each with its source`() async throws {
        try await withTown { _, site in
            let near = "near=60.1699,24.9384"
            let list = try await site.program().get("/v1/restaurants?\(near)").json["items"].elements
            let name = try #require(list.first?["name"].text)
            let start =
                String(name.prefix(4)).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""

            let answer = try await site.program().get("/v1/restaurants/suggest?q=\(start)&\(near)")

            let found = answer.json["items"].elements.filter { $0["kind"] == .string("restaurant") }
            #expect(found.contains { $0["text"] == .string(name) }, "\(answer.text)")
            #expect(found.allSatisfy { $0["source"]["attribution"].text != nil })
            #expect(answer.json["items"].elements.count <= RestaurantLimits.suggestions)
        }
    }

    @Test func `what nobody serves around is not suggested`() async throws {
        try await withTown { _, site in
            let answer = try await site.program().get("/v1/restaurants/suggest?q=sushi&near=-40,0")

            #expect(answer.json["items"].elements.allSatisfy { $0["kind"] == .string("restaurant") })
        }
    }

    @Test(arguments: [
        ("", "/q", 422), ("?near=1,2", "/q", 422), ("?q=a", "/near", 422), ("?q=&near=1,2", "/q", 422),
        ("?q=a&near=91,0", "/near", 422), ("?q=a&near=1,2&limit=0", "/limit", 422),
        ("?q=a&near=1,2&limit=21", "/limit", 422), ("?q=a&near=1,2&sort=best", "/sort", 400),
        ("?q=%00&near=1,2", "/q", 422),
    ])
    func `invalid input is refused`(query: String, pointer: String, status: Int) async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.index.refresh()
            try await withSite(directory.table) { site in
                let answer = try await site.program().get("/v1/restaurants/suggest\(query)")

                #expect(answer.status.code == status, "\(answer.text)")
                #expect(answer.json["errors"].elements.contains { $0["pointer"] == .string(pointer) })
            }
        }
    }
}
