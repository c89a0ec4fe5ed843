package import Access
package import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres
import QRCodes

/// The tablets of a venue. An owner makes a code, which is typed on the tablet.
@MemberwiseInit
package struct VenueDeviceRoutes: RouteGroup {
    let database: PostgresClient
    var clock: AccountClock = .databaseTime

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listVenueDevices, .manageVenueDevices, scope: .member, "List the devices of a venue",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .venueDevice), "All of them, on one page", isTagged: true)],
            problems: [.forbidden], handler: list),
        RouteDefinition(
            .addVenueDevice, .manageVenueDevices, scope: .member, "Add a device to a venue",
            "Returns a code that pairs the device within ten minutes, also as a QR code.",
            body: .json(.object(.field("name", .text(VenueLimits.deviceName, "Counter")))),
            answers: [.json(201, .newVenueDevice, "The device and its code", [])],
            problems: [
                .forbidden, .signInAgain, .of(VenueProblems.provisional),
                .limit(VenueProblems.tooManyDevices),
            ], handler: add),
        RouteDefinition(
            .removeVenueDevice, .manageVenueDevices, scope: .member, "Remove a device from a venue",
            "Its token ends at once.", answers: [.done("Removed")], problems: [.forbidden, .signInAgain],
            handler: remove),
        RouteDefinition(
            .pairDevice, .pairDevice, scope: .anyone, "Pair a device with a venue",
            """
            A browser gets a cookie, a program a token. Either can do nothing but show and advance the board of the venue.
            """,
            body: .json(.object(.field("code", .text(1...20, "12345678")))),
            answers: [.json(201, .venuePairing, "The device and its venue", [])],
            problems: [.of(VenueProblems.wrongPairingCode), .of(VenueProblems.tooManyPairings)],
            isIdempotent: false, handler: pair),
    ]

    /// Codes that are tried from one network.
    private static let guesses = DurableLimit(
        "device_pairings", most: VenueLimits.pairingGuesses, window: .seconds(3_600))

    func list(_ call: Call) async throws -> Response {
        try call.query.finishWholeList()
        let (_, capability) = try await VenueEdits.authorize(
            call.actor, .manageVenueDevices, on: try call.id("id"), in: database)
        return .json(.ok, WholeList(try await database.all(.devices(of: capability))), etag: .content)
    }

    func add(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .manageVenueDevices, on: id, in: database)
        let name = try await call.body("name", .text(VenueLimits.deviceName))
        try await call.requireRecentSignIn(database, clock: clock)
        return try await call.write(database) { transaction in
            let capability = try await VenueEdits.lockVerified(
                id, call.actor, .manageVenueDevices, in: transaction)
            try await transaction.execute(.removeUnpaired(at: id))
            guard try await transaction.all(.devices(of: capability)).count < VenueLimits.devices else {
                throw VenueProblems.tooManyDevices
            }
            let device = VenueDeviceID.make()
            let code = ClaimCode.make()
            let end = try await transaction.one(
                .insertDevice(device, name, codeHash: Self.hash(code, call.site.key), at: id))
            try await transaction.execute(
                .append(.deviceAdded, after: ["device": name], to: id, by: call.actor.person))
            let row = try await transaction.one(.devices(of: capability, only: device))
            // The fragment reaches no log, because browsers do not send it.
            let link = call.site.url("/pair#\(code)")
            return .json(
                .created,
                NewVenueDevice(
                    device: row, code: code, codeEndsAt: end,
                    qrCode: try QRCode(Array(link.utf8)).dataAddress))
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .manageVenueDevices, on: id, in: database)
        let device: VenueDeviceID = try call.id("deviceId")
        try await call.requireRecentSignIn(database, clock: clock)
        return try await call.write(database) { transaction in
            let (_, capability) = try await VenueEdits.lock(
                id, call.actor, .manageVenueDevices, in: transaction)
            let row = try await transaction.first(.devices(of: capability, only: device))
            guard try await transaction.execute(.removeDevice(device, of: id)) == 1 else {
                throw Denial.notFound
            }
            try await transaction.execute(
                .append(
                    .deviceRemoved, before: row.map { ["device": $0.name] }, to: id, by: call.actor.person))
            return .empty()
        }
    }

    func pair(_ call: Call) async throws -> Response {
        let code = try await call.body("code", .text(1...20))
        let network = PeerAddress.limitKey(call.context.peer)
        // Committed by itself, so that a wrong guess counts.
        let mayGuess = try await database.transaction { transaction in
            try await Self.guesses.take(by: network, in: transaction)
        }
        guard mayGuess else {
            throw try await Self.guesses.problem(
                of: network, in: database, as: VenueProblems.tooManyPairings)
        }
        let token = RandomToken.make()
        let hash = Self.hash(code, call.site.key)
        let device = try await database.transaction { transaction -> DeviceRow? in
            guard
                let device = try await transaction.first(
                    .pair(codeHash: hash, token: TokenHash(token)))
            else { return nil }
            try await transaction.execute(.lockVenue(device.venue))
            try await transaction.execute(
                .append(.devicePaired, after: ["device": device.name], to: device.venue, by: nil))
            return device
        }
        guard let device else { throw VenueProblems.wrongPairingCode }
        let isBrowser = call.request.headers[.secFetchSite] != nil
        var response = Response.json(
            .created,
            VenuePairing(
                device: device.id, venue: device.venue, name: device.name, token: isBrowser ? nil : token))
        if isBrowser {
            response.setCookie(
                .ours(
                    CookieName.device(call.site), token, maxAge: VenueLimits.deviceCookieSeconds,
                    site: call.site))
            // They take precedence over the device's, and a tablet in a kitchen should not act for a person.
            for cookie in Cookie.session("", maxAge: 0, site: call.site)
                + Cookie.guest("", maxAge: 0, site: call.site)
            {
                response.setCookie(cookie)
            }
        }
        return response
    }

    /// Returns the HMAC of a code; it is too short for a plain hash.
    private static func hash(_ code: String, _ key: SecretKey) -> [UInt8] {
        key.hmac("device code", code)
    }
}
