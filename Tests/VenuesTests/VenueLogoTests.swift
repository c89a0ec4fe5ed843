import Access
import HTTPTypes
import JSON
import NoonishAPI
import Pictures
import Postgres
import TestSupport
import Testing

@testable import Venues

/// The logo of a venue.
@Suite struct VenueLogoTests {
    @Test func `an owner sets, replaces and removes the logo, and everyone sees it`() async throws {
        try await withVenues { world in
            let venue = try await world.venue()
            let wide = try await SamplePicture.noise(width: 1_200, height: 300)
            let tall = try await SamplePicture.noise(width: 60, height: 90)

            let before = try await world.leila.get(venue)
            let set = try await world.leila.put(venue + "/logo", wide, type: "image/png")
            let path = try #require(set["logo"].text)
            let large = try await world.anonymous.get(path)
            let small = try await world.anonymous.get(path + "&size=160")
            let listed = try await world.leila.get("/v1/me/venues")
            let replaced = try await world.leila.put(venue + "/logo", tall, type: "image/png")
            let other = try #require(replaced["logo"].text)
            let former = try await world.anonymous.get(path)
            let shown = try await world.anonymous.get(other)
            let removed = try await world.leila.delete(venue + "/logo")
            let again = try await world.leila.delete(venue + "/logo")
            let gone = try await world.anonymous.get(other)
            let after = try await world.leila.get(venue)

            #expect(before["logo"] == .null && set.status == .ok)
            #expect(path.hasPrefix(venue.replacing("venues", with: "restaurants") + "/logo?v="))
            #expect(PictureFile(large.bytes).map { [$0.width, $0.height] } == [480, 120])
            #expect(PictureFile(small.bytes).map { [$0.width, $0.height] } == [160, 40])
            #expect(large.headers[.cacheControl]?.contains("immutable") == true)
            #expect(listed["items"][0]["logo"].text == path && other != path)
            // Its address names the former logo, so that no cache may keep the new one under it.
            #expect(former.headers[.cacheControl]?.contains("immutable") == false)
            #expect(PictureFile(shown.bytes).map { [$0.width, $0.height] } == [60, 90])
            #expect(removed.status == .noContent && again.status == .noContent)
            #expect(gone.status == .notFound && after["logo"] == .null)
            #expect([before, set, replaced, after].map { $0["version"].number } == [1, 2, 3, 4])
            let changes = try await world.leila.get(venue + "/changes")
            let kinds = changes["items"].elements.map { $0["kind"].text }
            #expect(kinds == ["logo_removed", "logo_changed", "logo_changed"])
        }
    }

    @Test func `only owners of verified venues set a logo, and only from a picture`() async throws {
        try await withVenues { world in
            let venue = try await world.venue()
            let file = try await SamplePicture.noise(width: 90, height: 90)
            try await world.run(
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                SELECT restaurant_id, \(world.cast.tom.id), 'staff' FROM venue
                """)

            let staff = try await world.tom.put(venue + "/logo", file, type: "image/png")
            let stranger = try await world.stranger.put(venue + "/logo", file, type: "image/png")
            let text = try await world.leila.put(venue + "/logo", Array("<svg/>".utf8), type: "image/png")
            try await world.run("UPDATE venue SET state = 'provisional'")
            let early = try await world.leila.put(venue + "/logo", file, type: "image/png")

            #expect(staff.status == .forbidden && stranger.status == .notFound)
            #expect(text.code == "not_a_picture" && early.code == "venue_provisional")
            let logos: Int = try await world.one("SELECT count(*) FROM restaurant_logo")
            #expect(logos == 0)
        }
    }
}
