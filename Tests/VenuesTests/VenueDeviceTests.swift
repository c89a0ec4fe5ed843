import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Venues

/// Tablets that are paired by a code.
@Suite struct VenueDeviceTests {
    @Test func `a code pairs a device once, and removing it ends its token`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            let resolver = DeviceTokenResolver(database: world.database)

            let added = try await world.leila.post(path + "/devices", #"{"name":"Counter"}"#)
            let code = try #require(added["code"].text)
            let paired = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
            let again = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
            let token = try #require(paired["token"].text)
            let actor = try await resolver.actor(forToken: token)
            let list = try await world.leila.get(path + "/devices")
            let id = try #require(list["items"][0]["id"].text)
            let removed = try await world.leila.delete(path + "/devices/\(id)")

            #expect(paired.status == .created && again.code == "wrong_pairing_code")
            #expect(paired["venue"].text.map { path.hasSuffix($0) } == true)
            guard case .device(_, let venue)? = actor else {
                Issue.record("the token has no device")
                return
            }
            #expect(path.hasSuffix(venue.description))
            #expect(removed.status == .noContent)
            #expect(try await resolver.actor(forToken: token) == nil)
            #expect(try await resolver.ended(among: [actor].compactMap(\.self)).count == 1)
            let kinds = try await world.leila.get(path + "/changes")["items"].elements.map { $0["kind"].text }
            #expect(kinds == ["device_removed", "device_paired", "device_added"])
        }
    }

    @Test func `the QR code of a new device opens the page for pairing with the code`() async throws {
        try await withVenues { world in
            let added = try await world.leila.post(
                try await world.venue() + "/devices", #"{"name":"Counter"}"#)
            let code = try #require(added["code"].text)
            let parts = try #require(added["qrCode"].text).split(separator: ",", maxSplits: 1)

            let link = try await CodeReader.text(of: String(parts[1].replacing("%23", with: "#")))

            #expect(parts[0] == "data:image/svg+xml")
            #expect(link.hasPrefix("http") && link.hasSuffix("/pair#\(code)"))
        }
    }

    @Test func `pairing a browser signs it out, so that the tablet acts for the venue only`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            let code = try #require(
                try await world.leila.post(path + "/devices", #"{"name":"Counter"}"#)["code"].text)

            let paired = try await world.site.browser().post(
                "/v1/devices/pairings", #"{"code":"\#(code)"}"#)

            let cookies = paired.headers[values: .setCookie]
            #expect(paired.status == .created && paired["token"].text == nil)
            #expect(cookies.count == 5)
            #expect(cookies.filter { $0.contains("Max-Age=0") }.count == 4)
        }
    }

    @Test func `a code ends after ten minutes, and codes are tried ten times an hour`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            let code = try #require(
                try await world.leila.post(path + "/devices", #"{"name":"Counter"}"#)["code"].text)
            try await world.run("UPDATE venue_device SET code_ends_at = now() - interval '1 second'")

            for _ in 1...10 {
                let late = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
                #expect(late.code == "wrong_pairing_code")
            }
            let more = try await world.anonymous.post("/v1/devices/pairings", #"{"code":"\#(code)"}"#)
            #expect(more.code == "too_many_pairings" && (1...3_600).contains(more.retryAfter))
            #expect(more.left == "device_pairings: 0")
        }
    }

    @Test func `a venue has twenty devices`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            for number in 1...20 {
                let device = try await world.leila.post(path + "/devices", #"{"name":"Counter \#(number)"}"#)
                #expect(device.status == .created)
            }

            let more = try await world.leila.post(path + "/devices", #"{"name":"Counter"}"#)

            #expect(more.status == .conflict && more.limit == "too_many_devices 20 0")
        }
    }

    @Test func `staff and strangers add no devices`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            _ = try await world.leila.post(
                path + "/people", #"{"personId":"\#(world.cast.tom.id)","role":"staff"}"#)

            let staff = try await world.tom.post(path + "/devices", #"{"name":"Mine"}"#)
            let stranger = try await world.stranger.post(path + "/devices", #"{"name":"Mine"}"#)

            #expect(staff.status == .forbidden && stranger.code == "not_found")
        }
    }
}
