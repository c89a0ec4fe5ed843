import HTTPTypes
import JSON
import TestSupport
import Testing

@Suite struct HostTests {
    @Test func `a cohost may edit and step down`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(inviting(world.cast.tom, world.cast.mei))
            let role = outing.path + "/attendees/\(world.cast.tom.id)/role"
            #expect(try await world.tom.put(role, #"{"role":"cohost"}"#).status == .forbidden)

            let made = try await world.leila.put(role, #"{"role":"cohost"}"#)
            let edited = try await world.tom.patch(outing.path, #"{"title":"Friday"}"#, ifMatch: outing.tag)

            #expect(made["cohosts"][0]["name"].text == "Tom")
            #expect(edited.status == .ok)
            #expect(
                try await world.tom.put(
                    outing.path + "/attendees/\(world.cast.mei.id)/role", #"{"role":"cohost"}"#
                ).status == .forbidden)
            #expect(try await world.tom.put(role, #"{"role":"invitee"}"#).status == .ok)
            #expect(try await world.leila.get(outing.path)["cohosts"].elements.isEmpty)
            #expect(try await world.isSound())
        }
    }

    @Test func `a host hands over and stays as a cohost`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(inviting(world.cast.tom))
            let path = outing.path + "/hosts/transfer"

            let handed = try await world.leila.post(path, #"{"personId":"\#(world.cast.tom.id)"}"#)

            #expect(handed["host"]["name"].text == "Tom")
            #expect(handed["cohosts"][0]["name"].text == "Leila")
            #expect(try await world.tom.get(outing.path)["myAttendance"]["role"].text == "host")
            #expect(
                try await world.leila.post(path, #"{"personId":"\#(world.cast.leila.id)"}"#).status
                    == .forbidden)
            #expect(
                try await world.leila.delete(outing.path + "/attendees/\(world.cast.leila.id)").status
                    == .noContent)
            #expect(try await world.isSound())
        }
    }

    @Test func `the host can neither leave, step down nor hand over to a person who is not there`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let own = outing.path + "/attendees/\(world.cast.leila.id)"
            let list = try await world.leila.get(outing.path + "/attendees")
            let guest = try #require(
                list["items"].elements.first { $0["role"].text == "invitee" }?["person"]["id"].text)
            let transfer = outing.path + "/hosts/transfer"

            let left = try await world.leila.delete(own)
            #expect(left.code == "host_stays")
            #expect(left["detail"].text?.contains("Hand it over") == true)
            #expect(try await world.leila.put(own + "/role", #"{"role":"invitee"}"#).code == "host_stays")
            #expect(
                try await world.leila.post(transfer, #"{"personId":"\#(guest)"}"#).code == "needs_account")
            #expect(
                try await world.leila.put(
                    outing.path + "/attendees/\(guest)/role", #"{"role":"cohost"}"#
                ).code == "needs_account")
            let stranger = try await world.leila.post(
                transfer, #"{"personId":"\#(world.cast.stranger.id)"}"#)
            let nobody = try await world.leila.post(
                transfer, #"{"personId":"0198c0de-0000-7000-8000-000000000000"}"#)
            #expect(stranger.code == "not_on_the_list")
            #expect(stranger.text == nobody.text)
            #expect(try await world.isSound())
        }
    }

    @Test func `concurrent hand-overs leave one host`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(inviting(world.cast.tom, world.cast.mei))
            let path = outing.path + "/hosts/transfer"

            async let toTom = world.leila.post(path, #"{"personId":"\#(world.cast.tom.id)"}"#)
            async let toMei = world.leila.post(path, #"{"personId":"\#(world.cast.mei.id)"}"#)
            let statuses = try await [toTom.status, toMei.status]

            #expect(Set(statuses) == [.ok, .forbidden])
            #expect(try await world.isSound())
        }
    }

    @Test func `a host invites one of their own circles at once, each member one time`() async throws {
        try await withOutings { world in
            let circle = try await world.circle(of: world.cast.leila, [world.cast.tom, world.cast.mei])
            let other = try await world.circle(of: world.cast.stranger, [world.cast.tom])

            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"circles":["\#(circle)","\#(circle)"]}"#)
            let again = try await world.leila.post(
                outing.path + "/invitations", #"{"circles":["\#(circle)"]}"#)
            let foreign = try await world.leila.post(
                outing.path + "/invitations", #"{"circles":["\#(other)"]}"#)
            let unknown = try await world.leila.post(
                outing.path + "/invitations", #"{"circles":["0198c0de-0000-7000-8000-000000000000"]}"#)

            #expect(again["items"].elements.count == 3)
            #expect(try await world.leila.get(outing.path)["revision"].number == 1)
            #expect(foreign.code == "unknown_circle")
            #expect(foreign["errors"][0]["pointer"].text == "/circles/0")
            #expect(foreign.text == unknown.text)
        }
    }

    @Test func `a blocked person is left out of a circle and unknown by id, but stays on shared outings`()
        async throws
    {
        try await withOutings { world in
            let circle = try await world.circle(of: world.cast.leila, [world.cast.tom, world.cast.mei])
            let shared = try await world.outing(inviting(world.cast.tom))
            try await world.block(world.cast.tom, world.cast.leila)

            let outing = try await world.outing(#""invite":{"circles":["\#(circle)"]}"#)
            let path = outing.path + "/invitations"
            let byID = try await world.leila.post(path, #"{"people":["\#(world.cast.tom.id)"]}"#)
            let unknown = try await world.leila.post(
                path, #"{"people":["0198c0de-0000-7000-8000-000000000000"]}"#)
            let byMail = try await world.leila.post(path, #"{"emails":["tom@example.org"]}"#)

            #expect(try await world.leila.get(outing.path)["counts"]["invited"].number == 2)
            #expect(byID.text == unknown.text)
            #expect(byMail.status == .ok)
            #expect(try await world.watchesByMail("tom@example.org", outing.id) == 0)
            #expect(try await world.tom.get(outing.path).status == .notFound)
            #expect(try await world.tom.get(shared.path).status == .ok)
        }
    }

    @Test func `companions are the attendees of past outings`() async throws {
        try await withOutings { world in
            let eaten = try await world.outing(inviting(world.cast.tom, world.cast.mei))
            _ = try await world.tom.put(eaten.path + "/attendance", #"{"status":"attending"}"#)
            _ = try await world.mei.put(eaten.path + "/attendance", #"{"status":"declined"}"#)
            let planned = try await world.outing(inviting(world.cast.mei))
            _ = try await world.mei.put(planned.path + "/attendance", #"{"status":"attending"}"#)
            #expect(try await world.leila.get("/v1/friends/companions")["items"].elements.isEmpty)

            try await world.end(eaten.id)
            let companions = try await world.leila.get("/v1/friends/companions")["items"]

            #expect(companions.elements.map { $0["person"]["name"].text } == ["Tom"])
            #expect(companions[0]["meals"].number == 1)
            #expect(companions[0]["person"]["isFriend"] == .boolean(true))
            try await world.block(world.cast.leila, world.cast.tom)
            #expect(try await world.leila.get("/v1/friends/companions")["items"].elements.isEmpty)
        }
    }

    private func inviting(_ people: Cast.Member...) -> String {
        #""invite":{"people":[\#(people.map { "\"\($0.id)\"" }.joined(separator: ","))]}"#
    }
}
