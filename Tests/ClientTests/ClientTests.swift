import Foundation
import HTTPTypes
import JSON
import NIOCore
import NoonishAPI
import NoonishClient
import NoonishTransport
import TestSupport
import Testing

/// The client against the built program.
@Suite struct ClientTests {
    @Test(.timeLimit(.minutes(30)))
    func `friends plan a meal by nothing but the client`() async throws {
        try await withProgram(["NOONISH_SAMPLE_LOAD": "true"]) { program, database async throws in
            let leila = try await member("leila@example.org", of: program)
            let tom = try await member("tom@example.org", of: program)
            _ = try await tom.editMe(name: "Tom", timeZone: .set("Europe/Helsinki"))
            try await befriend(leila, tom, "tom@example.org")
            let tomsID = try await tom.me().value.id

            // A title, then a place that was searched for, then a time.
            var new = NewOuting(title: "Thursday lunch")
            new.timeZone = "Europe/Helsinki"
            new.invite = Invitees(people: [tomsID], emails: ["ada@example.org"])
            let started = try await leila.startOuting(new)
            var search = RestaurantSearch(.near(latitude: 60.1699, longitude: 24.9384), text: "vegan")
            search.limit = 3
            let found = try await leila.restaurants(search).value
            let place = try #require(found.items.first)
            var edit = OutingEdit()
            edit.restaurant = .set(place.id)
            edit.startsAt = .set("2037-03-12T12:30")
            edit.note = .set("Bring \"cash\"")
            let edited = try await leila.edit(started.value.id, edit, of: try #require(started.tag))
            let details = try await leila.restaurant(place.id, for: started.value.id).value

            #expect(started.value.state == .planning && started.value.counts.invited == 2)
            #expect(edited.value.state == .set && edited.value.restaurant?.name == place.name)
            #expect(edited.value.startsAt == "2037-03-12T12:30:00+02:00")
            #expect(details.summary.id == place.id && details.week.count == 7)

            // Tom answers, talks, and suggests another time, which Leila takes.
            let outing = started.value.id
            var coming = NewAnswer(.attending)
            coming.partySize = 2
            let answered = try await tom.answer(outing, coming)
            let said = try await tom.postMessage("I bring my cousin.", in: outing)
            let suggestion = try await tom.suggest(
                .change(NewTimeAndPlace(startsAt: "2037-03-12T13:00")), in: outing)
            let accepted = try await leila.accept(suggestion.id, in: outing)
            let reader = try await leila.markMessagesRead(upTo: said.id, in: outing)
            let people = try await leila.attendees(of: outing).value.items
            let history = try await leila.history(of: outing).value.items

            #expect(answered.partySize == 2 && accepted.state == .accepted)
            #expect(try await tom.outing(outing).value.startsAt == "2037-03-12T13:00:00+02:00")
            #expect(reader.unread == 0)
            #expect(people.count == 3 && history.first?.changes.isEmpty == false)

            // A vote on the same outing.
            var poll = NewPoll(
                closesAt: Date(timeIntervalSinceNow: 86_400),
                options: [
                    .change(NewTimeAndPlace(place: "The corner café")),
                    .change(NewTimeAndPlace(place: "The harbour")),
                ])
            poll.hidden = false
            let opened = try await leila.openPoll(poll, in: outing)
            let first = try #require(opened.options.first?.id)
            let voted = try await tom.vote([first: .yes], in: opened.id, of: outing)
            #expect(voted.options.first { $0.id == first }?.myVote == .yes)
            #expect(try await leila.polls(in: outing).value.items.map(\.id) == [opened.id])

            // Ada answers by her link, without an account.
            let link = try await eventually("Ada's link") {
                let mails = try await program.site.program().get("/dev/outbox?to=ada@example.org")["items"]
                    .elements
                return mails.flatMap { $0["links"].elements }.compactMap(\.text).first { $0.contains("/i/") }
            }
            let token = try #require(link.split(separator: "/").last.map(String.init))
            let visitor = try visitor(of: program)
            let seen = try await visitor.invitation(token).value
            let ada = try await visitor.answer(link: token, LinkAnswer(.maybe, name: "Ada"))
            #expect(seen.kind == .personal && seen.title == "Thursday lunch")
            #expect(ada.attendance?.status == .maybe)

            // Everything else that a program shows.
            let circle = try await leila.makeCircle("Lunch", of: [tomsID])
            #expect(try await leila.circles().value.items == [circle])
            #expect(try await leila.outings(OutingFilter(role: .hosting)).value.items.map(\.id) == [outing])
            #expect(try await leila.sessions().value.items.count == 1)
            _ = try await leila.cuisines()
            _ = try await leila.restaurantSources()
            _ = try await leila.channels()
            _ = try await leila.diets()
            _ = try await leila.unreadMessages()
            #expect(
                try await leila.suggestions(for: "piz", nearLatitude: 60.1699, longitude: 24.9384).isEmpty
                    == false)
            #expect(try await leila.cancelOuting(outing, reason: "Snow").value.cancelReason == "Snow")
            try await tom.signOut()
            let refused = await #expect(throws: Problem.self) { _ = try await tom.me() }
            #expect(refused?.status == .unauthorized)
            #expect(try await brokenChecks(in: database).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `friends order together by nothing but the client`() async throws {
        try await withProgram { program, database async throws in
            let leila = try await member("leila@example.org", of: program)
            let tom = try await member("tom@example.org", of: program)
            try await befriend(leila, tom, "tom@example.org")
            let tomsID = try await tom.me().value.id
            var new = NewOuting(title: "Pizza night")
            new.startsAt = "2037-03-12T18:30"
            new.timeZone = "Europe/Helsinki"
            new.place = "Pizzeria Luna"
            new.invite.people = [tomsID]
            let outing = try await leila.startOuting(new).value.id
            _ = try await tom.answer(outing, NewAnswer(.attending))

            // Leila collects what both want; Tom changes his mind, twice.
            var order = NewGroupOrder(currency: "EUR")
            order.closesBefore = 60
            order.limitPerHead = "15"
            let opened = try await leila.openOrder(order, in: outing)
            var settings = GroupOrderEdit()
            settings.note = .set("Cut the pizzas, please.")
            settings.limitPerHead = .clear
            let edited = try await leila.editOrder(in: outing, settings, of: try #require(opened.tag))
            let asked = try await leila.nudgeForOrder(in: outing, preview: true)
            var margherita = NewDish(name: "Margherita")
            margherita.price = "9.50"
            margherita.sharedWith = [NewOrderSharer(person: tomsID)]
            let picked = try await tom.orderDish(margherita, in: outing)
            var edit = DishEdit()
            edit.quantity = 2
            edit.options = .set("extra basil")
            let changed = try await tom.edit(
                picked.value.id, in: outing, edit, of: try #require(picked.tag)
            ).value
            let stale = edit
            let refused = await #expect(throws: Problem.self) {
                _ = try await tom.edit(picked.value.id, in: outing, stale, of: picked.value.tag)
            }
            try await tom.strike(changed.id, in: outing, of: changed.tag)
            let restored = try await tom.restore(changed.id, in: outing).value
            let passed = try await leila.passOrder(in: outing)
            _ = try await leila.withdrawOrderPass(in: outing)
            let nothingBefore = await #expect(throws: Problem.self) {
                _ = try await leila.repeatLastOrder(in: outing)
            }

            #expect(opened.value.limitPerHeadMinor == 1_500)
            #expect(edited.value.note == "Cut the pizzas, please." && edited.value.limitPerHeadMinor == nil)
            #expect(edited.value.closesAt == "2037-03-12T17:30:00+02:00")
            #expect(asked.contains { $0.id == tomsID })
            #expect(changed.quantity == 2 && changed.options == "extra basil" && changed.totalMinor == 1_900)
            #expect(refused?.status.code == 412 && refused?.members["current"] != nil)
            #expect(restored.quantity == 2 && restored.sharers.map(\.person.id) == [tomsID])
            #expect(passed.passed)
            #expect(nothingBefore?.code == "nothing_before")

            // Leila hands the sheet over.
            _ = try await leila.moveOrder(in: outing, OrderTransition(from: .open, to: .locked))
            var place = OrderTransition(from: .locked, to: .accepted)
            place.promisedAt = "2037-03-12T18:45"
            place.takenBy = "Bianca"
            let placed = try await leila.moveOrder(in: outing, place).value
            let sheet = try await leila.orderSheet(
                in: outing, SheetArrangement(by: .person, hasNames: true)
            ).value
            let text = try await leila.orderSheetText(in: outing, SheetArrangement(language: "de"))
            let table = try await leila.orderSheetCSV(in: outing)
            let events = try await leila.orderEvents(in: outing, limit: 1).value

            #expect(placed.state == .accepted && placed.takenBy == "Bianca")
            #expect(sheet.sections.first?.entries.map(\.name) == ["Margherita"])
            #expect(text.contains("2 × Margherita, extra basil"))
            #expect(String(buffer: table).contains("Margherita"))
            #expect(events.items.count == 1 && events.next != nil)
            #expect(try await tom.order(in: outing).value.promisedAt == "2037-03-12T18:45:00+02:00")
            #expect(try await brokenChecks(in: database).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `what is refused says what and where, and a stale edit brings the state that holds`() async throws {
        try await withProgram { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)
            let started = try await leila.startOuting(NewOuting(title: "Lunch"))
            let tag = try #require(started.tag)
            var edit = OutingEdit()
            edit.title = "Brunch"
            _ = try await leila.edit(started.value.id, edit, of: tag)

            let stale = await #expect(throws: Problem.self) {
                _ = try await leila.edit(started.value.id, edit, of: tag)
            }
            var wrong = NewOuting(title: "")
            wrong.startsAt = "2037-03-28T03:30:00"
            wrong.timeZone = "Mars/Olympus"
            let refused = wrong
            let faulty = await #expect(throws: Problem.self) { _ = try await leila.startOuting(refused) }
            let nothing = try await leila.outing(
                started.value.id, unless: try #require(try await leila.outing(started.value.id).tag))

            #expect(stale?.status.code == 412 && stale?.members["current"] != nil)
            let pointers = faulty?.faults.map(\.pointer) ?? []
            #expect(pointers.contains("/title") && pointers.contains("/timeZone"))
            #expect(faulty?.faults(at: "/title").first?.detail.isEmpty == false)
            #expect(nothing == nil)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `what is tried again is done once`() async throws {
        try await withProgram { program, database async throws in
            let line = FaultyTransport()
            let leila = try await member("leila@example.org", of: program, over: line)

            line.lose(2)
            let outing = try await leila.startOuting(NewOuting(title: "Lunch"))
            let posts = line.requests.filter { $0.method == .post && $0.path == "/v1/outings" }
            let field = try #require(HTTPField.Name("Idempotency-Key"))
            let keys = Set(posts.compactMap { $0.headerFields[field] })
            line.lose(1)
            var edit = OutingEdit()
            edit.title = "Brunch"
            let tag = try #require(outing.tag)
            let renaming = edit
            let unsure = await #expect(throws: ClientFault.self) {
                _ = try await leila.edit(outing.value.id, renaming, of: tag)
            }
            line.lose(1)
            try await leila.deleteOuting(outing.value.id)

            #expect(posts.count == 3 && keys.count == 1)
            #expect(unsure != nil)
            #expect(line.requests.filter { $0.method == .patch }.count == 1)
            #expect(line.requests.filter { $0.method == .delete }.count == 2)
            #expect(try await leila.outings().value.items.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `who asks too often waits as long as the service says`() async throws {
        try await withProgram([
            "NOONISH_LIMITS_REQUEST_BURST": "12", "NOONISH_LIMITS_REQUESTS_PER_SECOND": "1",
        ]) { program, _ async throws in
            let line = FaultyTransport()
            var leila = try await member("leila@example.org", of: program, over: line)
            let before = line.requests.count

            for _ in 0..<20 { _ = try await leila.me() }

            #expect(line.requests.count > before + 20, "nothing was refused")
            leila.retries = .none
            let impatient = leila
            let refused = await #expect(throws: Problem.self) {
                for _ in 0..<100 { _ = try await impatient.me() }
            }
            #expect(refused?.status == .tooManyRequests && refused?.retryAfter != nil)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a live stream that breaks goes on without a gap and without a double`() async throws {
        try await withProgram([
            "NOONISH_UPDATES_QUIET_WINDOW": "0s"
        ]) { program, _ async throws in
            let leila = try await member("leila@example.org", of: program)
            let line = FaultyTransport()
            let tom = try await member("tom@example.org", of: program, over: line)
            try await befriend(leila, tom, "tom@example.org")
            let tomsID = try await tom.me().value.id
            let wanted = 4

            let reading = Task {
                var numbers: [Int] = []
                var beginnings = 0
                for try await event in tom.live(after: 0) {
                    if case .began = event { beginnings += 1 }
                    if case .update(let update) = event { numbers.append(update.seq) }
                    if numbers.count == wanted { break }
                }
                return (numbers, beginnings)
            }
            for index in 0..<wanted {
                var new = NewOuting(title: "Lunch \(index)")
                new.invite.people = [tomsID]
                _ = try await leila.startOuting(new)
            }
            let (numbers, beginnings) = try await reading.value

            #expect(numbers == Array(1...wanted))
            #expect(beginnings > 1, "the stream never broke")
            try await tom.signOut()
            let ended = await #expect(throws: Problem.self) { for try await _ in tom.live() {} }
            #expect(ended?.status == .unauthorized)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `without a network one reads what one has read, and is told so`() async throws {
        let folder = URL(filePath: "/tmp/noonish-offline-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withProgram { program, _ async throws in
            let line = FaultyTransport()
            var leila = try await member("leila@example.org", of: program, over: line)
            leila.cache = OfflineCache(FileStore(folder: folder))
            leila.retries = .none
            let outing = try await leila.startOuting(NewOuting(title: "Lunch")).value
            let fresh = try await leila.outing(outing.id)
            let again = try await leila.outing(outing.id)

            line.isCut = true
            let kept = try await leila.outing(outing.id)
            let offline = leila
            let unread = await #expect(throws: ClientFault.self) { _ = try await offline.outings() }
            line.isCut = false
            try await leila.signOut()
            line.isCut = true
            let forgotten = await #expect(throws: ClientFault.self) {
                _ = try await offline.outing(outing.id)
            }

            #expect(fresh.cachedAt == nil && again.cachedAt == nil)
            #expect(again.tag == fresh.tag && again.value.title == "Lunch")
            #expect(kept.cachedAt != nil && kept.value.title == "Lunch" && kept.tag == fresh.tag)
            #expect(unread != nil && forgotten != nil)
        }
    }
}
