import Access
import Accounts
import ArgumentParser
import Foundation
import NoonishAPI
import NoonishClient
import NoonishTransport

/// `noonish demo`: creates people and outings to explore.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill a running service with invented people and their outings.",
        discussion: """
            For trials and demonstrations. It uses the service's API, so the service must run with the same settings. The \
            people are leila, tom, mei, sam and noor at example.org; sign in as any of them. Running it again adds outings \
            for the same people.

            EXAMPLE: noonish serve &  noonish demo
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let settings = try await common.settings()
        let site = try Site(settings, port: settings.http.port)
        guard let url = URL(string: site.publicURL) else {
            throw CommandError(.settings, "http.publicURL: “\(site.publicURL)” is not a URL")
        }
        let visitor = try NoonishClient(
            url, program: "noonish-demo/\(Version.text)", transport: AsyncHTTPTransport())
        try await withPeople(common) { people in
            do {
                let cast = try await DemoCast(visitor, people)
                let outings =
                    try await DemoOutings(cast).make() + (try await DemoVenue(cast, people).make())
                for outing in outings { print("\(site.url("/outings/\(outing.id)"))  \(outing.title)") }
                print("sign in at \(site.url("/sign-in")) as leila@example.org")
            } catch ClientFault.unreachable(let error) {
                throw CommandError(
                    .unavailable, "no service responds at \(site.publicURL) (\(error)); run: noonish serve")
            } catch let problem as Problem {
                throw CommandError(.failed, "the service rejected the request: \(problem)")
            }
        }
    }
}

/// Five friends, each with a signed-in client.
struct DemoCast: Sendable {
    let leila, tom, mei, sam, noor: Guest

    struct Guest: Sendable {
        let client: NoonishClient
        let id: PersonID
        let address: String
    }

    init(_ visitor: NoonishClient, _ people: PeopleAdministration) async throws {
        func guest(_ name: String, _ diets: [PersonalDiet] = []) async throws -> Guest {
            let address = "\(name.lowercased())@example.org"
            let session = try await people.signIn.makeOperatorSession(
                for: address, describedAs: "noonish demo")
            let client = visitor.authenticated(with: session.token)
            let me = try await client.editMe(name: name, timeZone: .set("Europe/Helsinki"))
            if !diets.isEmpty {
                _ = try await client.setDiets(DietNeeds(diets: diets, allergies: [], note: nil))
            }
            return Guest(client: client, id: me.id, address: address)
        }
        leila = try await guest("Leila")
        tom = try await guest("Tom", [.vegetarian])
        mei = try await guest("Mei", [.vegan])
        sam = try await guest("Sam", [.halal])
        noor = try await guest("Noor")
        for friend in [tom, mei, sam, noor] { try await befriend(friend) }
    }

    /// Sends Leila's friend request, which the other person accepts; does nothing if they are friends
    /// already.
    private func befriend(_ friend: Guest) async throws {
        let name = friend.address.prefix { $0 != "@" }
        let friends = try await leila.client.friends(String(name)).value.items
        guard !friends.contains(where: { $0.id == friend.id }) else { return }
        try await leila.client.requestFriendship(friend.address)
        for request in try await friend.client.friends().value.requests where request.direction == .incoming {
            _ = try await friend.client.accept(request.id)
        }
    }
}
