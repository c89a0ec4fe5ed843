import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite struct CircleTests {
    @Test func `a person has fifty circles`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let id = try #require(PersonID(try await ada.id()))
            try await world.run(
                """
                INSERT INTO circle (id, owner_id, name)
                SELECT gen_random_uuid(), \(id), 'Lunch ' || n FROM generate_series(1, 49) AS n
                """)

            let last = try await ada.post("/v1/circles", #"{"name":"Lunch"}"#)
            let more = try await ada.post("/v1/circles", #"{"name":"More"}"#)

            #expect(last.status == .created)
            #expect(more.status == .unprocessableContent && more.limit == "too_many_circles 50 0")
        }
    }

    @Test func `a circle is made, renamed, filled, emptied and removed`() async throws {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let boID = try await bo.id()

            let made = try await ada.post("/v1/circles", #"{"name":"Lunch"}"#)
            let path = "/v1/circles/\(try #require(made["id"].text))"
            #expect(made.status == .created)
            #expect(made["members"].elements.isEmpty)
            for _ in 0..<2 {
                let filled = try await ada.put("\(path)/members/\(boID)")
                #expect(filled["members"].elements.map { $0["name"].text } == ["bo"])
            }
            #expect(try await ada.patch(path, #"{"name":"Friday"}"#)["name"].text == "Friday")
            #expect(try await ada.get("/v1/circles")["items"].elements.map { $0["name"].text } == ["Friday"])
            #expect(try await ada.delete("\(path)/members/\(boID)").status == .noContent)
            #expect(try await ada.get(path)["members"].elements.isEmpty)
            #expect(try await ada.delete(path).status == .noContent)
            #expect(try await ada.get(path).status == .notFound)
        }
    }

    @Test func `a circle is found by its owner only`() async throws {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let adaID = try await ada.id()
            let made = try await ada.post("/v1/circles", #"{"name":"Lunch"}"#)
            let path = "/v1/circles/\(try #require(made["id"].text))"

            #expect(try await bo.get(path).status == .notFound)
            #expect(try await bo.patch(path, #"{"name":"Mine"}"#).status == .notFound)
            #expect(try await bo.put("\(path)/members/\(adaID)").status == .notFound)
            #expect(try await bo.delete("\(path)/members/\(adaID)").status == .notFound)
            #expect(try await bo.delete(path).status == .notFound)
            #expect(try await bo.get("/v1/circles")["items"].elements.isEmpty)
            #expect(try await ada.get(path)["name"].text == "Lunch")
        }
    }

    @Test func `a circle has friends of its owner only, and loses those who are friends no longer`()
        async throws
    {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let boID = try await bo.id()
            let stranger = try await world.signedIn("cy@example.org")
            let cy = try await stranger.id()
            let nobody = "0198c0de-0000-7000-8000-000000000000"

            let refused = try await ada.post(
                "/v1/circles", #"{"name":"Lunch","people":["\#(boID)","\#(cy)"]}"#)
            #expect(refused.code == "not_acquainted")
            #expect(refused["errors"].elements.map { $0["pointer"].text } == ["/people/1"])
            let made = try await ada.post("/v1/circles", #"{"name":"Lunch","people":["\#(boID)"]}"#)
            let path = "/v1/circles/\(try #require(made["id"].text))"
            let unfit = try await ada.put("\(path)/members/\(cy)")
            let unknown = try await ada.put("\(path)/members/\(nobody)")
            #expect(unfit.code == "not_acquainted")
            #expect(unfit.text == unknown.text)

            _ = try await ada.delete("/v1/friends/\(boID)")

            #expect(try await ada.get(path)["members"].elements.isEmpty)
        }
    }

    @Test func `the limit on circles holds under concurrency`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            for number in 0..<47 {
                _ = try await ada.post("/v1/circles", #"{"name":"Circle \#(number)"}"#)
            }

            let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await ada.post("/v1/circles", #"{"name":"More"}"#).status.code }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(codes.count { $0 == 201 } == 3)
            #expect(codes.count { $0 == 422 } == 3)
        }
    }

    @Test func `bad names are refused, each with a pointer`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            for body in [
                #"{}"#, #"{"name":""}"#, #"{"name":"\#(String(repeating: "a", count: 61))"}"#,
                #"{"name":"a\u0000"}"#, #"{"name":"a","owner_id":"b"}"#, #"{"name":1}"#,
            ] {
                let answer = try await ada.post("/v1/circles", body)
                #expect([400, 422].contains(answer.status.code), "\(body)")
                #expect(answer["errors"].elements.count == 1, "\(body)")
            }
            #expect(try await ada.get("/v1/circles")["items"].elements.isEmpty)
        }
    }
}
