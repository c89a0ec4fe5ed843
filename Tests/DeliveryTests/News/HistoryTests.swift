import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@Suite struct HistoryTests {
    @Test
    func `lists who changed what, newest first, and shows hosts' changes to hosts only`()
        async throws
    {
        try await withDelivery { world in
            let (id, tag) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let edited = try await world.leila.patch(
                path, #"{"title":"Brunch","capacity":8}"#, headers: [.ifMatch: tag])
            try #require(edited.status == .ok)
            let answered = try await world.tom.put(path + "/attendance", #"{"status":"maybe"}"#)
            try #require(answered.status == .ok)
            _ = try await world.leila.put(path + "/cancellation", #"{"reason":"Rain"}"#)
            _ = try await world.leila.post(path + "/messages", #"{"text":"Sorry"}"#)

            let hosts = try await world.leila.get(path + "/history")["items"].elements
            let toms = try await world.tom.get(path + "/history")["items"].elements

            #expect(
                hosts.map { $0["text"].text } == [
                    "It’s cancelled: Rain.", "Tom might come.",
                    "Renamed from “Lunch” to “Brunch”; there are 8 seats.",
                    "The outing was created; one more person was invited.",
                ])
            #expect(hosts[0]["actor"]["name"].text == "Leila")
            #expect(hosts[1]["actor"]["name"].text == "Tom")
            #expect(hosts.map { $0["undoable"] == .boolean(true) } == [false, false, true, false])
            #expect(toms[0]["text"].text == "It’s cancelled: Rain.")
            #expect(toms[1]["text"].text == "You’re marked as maybe.")
            #expect(toms[2]["text"].text == "Renamed from “Lunch” to “Brunch”")
            #expect(toms[3]["text"].text == "The outing was created; Leila has invited you.")
            #expect(toms[2]["changes"].elements.count == 1)
            #expect(toms.allSatisfy { $0["undoable"] == .boolean(false) })
        }
    }

    @Test func `hosts read the names of the list for guests who were invited by mail`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            try await world.run(
                "UPDATE attendance SET role = 'cohost' WHERE person_id = \(world.cast.tom.id)")
            _ = try await world.leila.post(path + "/invitations", #"{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: id)
            let before = try await world.updates(of: world.tom, count: 1).count

            _ = try await world.site.program(token: token).put(
                path + "/attendance", #"{"status":"attending"}"#)

            let text = "Ada is coming."
            let update = try await eventually("Tom is notified") {
                try await world.updates(of: world.tom, count: before).last { $0["text"].text == text }
            }
            #expect(update["changes"][0]["person"]["name"].text == "ada")
            let histories = [
                try await world.leila.get(path + "/history")["items"][0],
                try await world.tom.get(path + "/history")["items"][0],
            ]
            #expect(histories.map { $0["text"].text } == ["Ada@example.org is coming.", text])
            #expect(histories.map { $0["actor"]["name"].text } == ["ada@example.org", "ada"])
        }
    }

    @Test func `a suggested place is named`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"

            _ = try await world.tom.post(path + "/suggestions", #"{"place":"Pier"}"#)

            let newest = try await world.leila.get(path + "/history")["items"][0]
            #expect(newest["text"].text == "Tom suggested Pier.")
        }
    }

    @Test func `a guest who joins by a share link is one step, with their answer`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let link = try await world.leila.post(path + "/links")
            let share = try #require(link["url"].text?.split(separator: "/").last.map(String.init))

            let answer = try await world.site.program().put(
                "/v1/invitations/\(share)/attendance", #"{"status":"attending","name":"Ada","partySize":2}"#)
            let token = try #require(answer["url"].text?.split(separator: "/").last.map(String.init))

            let hosts = try await world.leila.get(path + "/history")["items"].elements
            let own = try await world.site.program(token: token).get(path + "/history")["items"].elements
            #expect(hosts.count == 2)
            #expect(hosts[0]["text"].text == "Ada is coming with one guest.")
            #expect(hosts[0]["actor"]["name"].text == "Ada")
            #expect(hosts[0]["changes"].elements.map { $0["kind"].text } == ["person_invited"])
            #expect(hosts[0]["changes"][0]["current"]["status"].text == "attending")
            #expect(own[0]["text"].text == "You’re marked as coming with one guest.")
        }
    }

    @Test func `pages lead back to the beginning, in the reader's language, and strangers see none`()
        async throws
    {
        try await withDelivery { world in
            let (id, first) = try await world.lunch()
            var tag = first
            let path = "/v1/outings/\(id)"
            for number in 1...5 {
                let edited = try await world.leila.patch(
                    path, #"{"title":"Lunch \#(number)"}"#, headers: [.ifMatch: tag])
                tag = try #require(edited.headers[.eTag])
            }

            var revisions: [Int] = []
            var next: String? = path + "/history?limit=2"
            while let page = next {
                let answer = try await world.tom.get(page, headers: [.acceptLanguage: "fi"])
                revisions += answer["items"].elements.compactMap { $0["revision"].number }
                next = answer["next"].text.map { path + "/history?limit=2&cursor=\($0)" }
            }

            #expect(revisions == [6, 5, 4, 3, 2, 1])
            let finnish = try await world.tom.get(
                path + "/history?limit=1", headers: [.acceptLanguage: "fi"])
            #expect(finnish["items"][0]["text"].text == "Uusi nimi on ”Lunch 5” (ennen ”Lunch 4”).")
            let stranger = world.site.program(token: world.cast.stranger.token)
            #expect(try await stranger.get(path + "/history").status == .notFound)
        }
    }

    @Test func `an edit that was undone before delivery is no news, but stays in the history`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            let before = try await lunch.inbox(lunch.tom).count

            try await lunch.rename("Lunch", "Brunch")
            try await lunch.rename("Brunch", "Lunch")
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).count == before)
            try await lunch.expectSound()
        }
    }
}
