import HTTPTypes
import JSON
public import NIOCore
public import NoonishAPI

/// Venues: restaurants that the caller runs or works at.
extension NoonishClient {
    public func venues() async throws -> Resource<Page<Venue>> { try await read(Call(.listOwnVenues)) }

    public func venue(_ id: RestaurantID) async throws -> Resource<Venue> {
        try await read(Call(.readVenue, id))
    }

    /// Edits a venue, as an owner.
    ///
    /// - Throws: ``Problem`` 412 if the venue has changed since `tag`; ``Problem/members`` then has the `current` one.
    public func editVenue(
        _ id: RestaurantID, _ edit: VenueEdit, of tag: EntityTag
    ) async throws -> Resource<Venue> {
        try await write(Call(.editVenue, id, body: edit, of: tag))
    }

    /// Sets the logo of a venue. The service removes camera metadata.
    public func setLogo(
        of id: RestaurantID, _ bytes: ByteBuffer, _ type: PictureType
    ) async throws -> Resource<Venue> {
        var call = Call(.replaceVenueLogo, id)
        call.body = bytes
        call.headers[.contentType] = type.rawValue
        return try await write(call)
    }

    public func removeLogo(of id: RestaurantID) async throws { try await perform(Call(.removeVenueLogo, id)) }

    /// Lists the edits of a venue, newest first.
    public func venueChanges(
        of id: RestaurantID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<VenueChange>> {
        try await read(
            Call(.listVenueChanges, id, query: [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    public func venueMembers(of id: RestaurantID) async throws -> Resource<Page<VenueMember>> {
        try await read(Call(.listVenueMembers, id))
    }

    /// Adds a friend, or a person with whom the caller has shared an outing.
    public func addVenueMember(
        _ member: NewVenueMember, to id: RestaurantID
    ) async throws -> Page<VenueMember> {
        try await writeForValue(Call(.addVenueMember, id, body: member))
    }

    public func changeVenueMember(
        _ person: PersonID, of id: RestaurantID, to role: Venue.Role
    ) async throws -> Page<VenueMember> {
        try await writeForValue(Call(.changeVenueMember, id, person, body: VenueRoleEdit(role: role)))
    }

    /// Removes a person from a venue. With the caller's own id, leaves it.
    public func removeVenueMember(_ person: PersonID, of id: RestaurantID) async throws {
        try await perform(Call(.removeVenueMember, id, person))
    }
}

/// Claims of restaurants.
extension NoonishClient {
    /// Returns the contacts that can prove a claim.
    public func claimOptions(of id: RestaurantID) async throws -> Resource<ClaimOptions> {
        try await read(Call(.readClaimOptions, id))
    }

    /// - Parameter address: The restaurant's address, for ``VenueClaim/Method/mail``.
    public func claim(
        _ id: RestaurantID, by method: VenueClaim.Method, address: String? = nil
    ) async throws -> VenueClaim {
        try await writeForValue(Call(.claimVenue, id, body: NewClaim(method: method, address: address)))
    }

    public func claims() async throws -> Resource<Page<VenueClaim>> { try await read(Call(.listOwnClaims)) }

    /// - Parameter code: The code that was mailed; `nil` for a website.
    public func prove(_ id: VenueClaimID, code: String? = nil) async throws -> VenueClaim {
        try await writeForValue(Call(.proveClaim, id, body: ClaimProof(code: code)))
    }

    /// Adds a restaurant that the directory lacks.
    public func registerVenue(_ place: NewVenue) async throws -> Resource<Venue> {
        try await write(Call(.registerVenue, body: place))
    }
}

/// The menu of a venue.
extension NoonishClient {
    public func menuDraft(of id: RestaurantID) async throws -> Resource<MenuDraft> {
        try await read(Call(.readMenuDraft, id))
    }

    /// Stores a draft.
    ///
    /// - Parameter tag: The draft that the edit is based on; `nil` for the first one, or to replace any.
    /// - Throws: ``Problem`` 412 if the draft has changed since `tag`, ``Problem/members`` then has the `current` one; 422 with
    ///   the faults, each by its pointer.
    public func storeMenuDraft(
        _ menu: RestaurantMenu, of id: RestaurantID, over tag: EntityTag?
    ) async throws -> Resource<MenuDraft> {
        var call = Call(.storeMenuDraft, id, body: menu, of: tag)
        if tag == nil { call.headers[.ifMatch] = "*" }
        return try await write(call)
    }

    public func publishMenu(of id: RestaurantID) async throws -> MenuPublication {
        try await writeForValue(Call(.publishMenu, id))
    }

    /// Sets the picture of an item, for all restaurants that share the menu. The service removes camera metadata.
    public func setPicture(
        of item: String, at id: RestaurantID, _ bytes: ByteBuffer, _ type: PictureType
    ) async throws -> MenuPicture {
        var call = Call(.replaceMenuPicture, id, item)
        call.body = bytes
        call.headers[.contentType] = type.rawValue
        return try await writeForValue(call)
    }

    public func removePicture(of item: String, at id: RestaurantID) async throws {
        try await perform(Call(.removeMenuPicture, id, item))
    }

    /// Takes an item off the menu, or puts it on again.
    ///
    /// - Parameter until: An instant such as `2027-03-11T12:00:00Z`; `nil` until it is put on again.
    public func setAvailability(
        of item: String, at id: RestaurantID, isOff: Bool, until: String? = nil
    ) async throws {
        try await perform(
            Call(
                .setAvailability, id, item,
                body: AvailabilityEdit(state: isOff ? "off" : "on", until: until)))
    }
}

/// The board of a venue and its devices.
extension NoonishClient {
    public func board(of id: RestaurantID) async throws -> Resource<VenueBoard> {
        try await read(Call(.readBoard, id))
    }

    /// Returns the board; `nil` if it is still that of `tag`.
    public func board(of id: RestaurantID, unless tag: EntityTag) async throws -> Resource<VenueBoard>? {
        try await read(Call(.readBoard, id), unless: tag)
    }

    /// Lists the orders of a venue, those that were placed last first.
    public func venueOrders(
        of id: RestaurantID, in state: GroupOrder.State? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<VenueOrder>> {
        try await read(
            Call(
                .listVenueOrders, id,
                query: [
                    ("state", state?.rawValue), ("limit", limit.map(String.init)), ("cursor", cursor),
                ]))
    }

    public func answer(
        _ order: GroupOrderID, at id: RestaurantID, _ transition: VenueOrderTransition
    ) async throws -> VenueOrder {
        try await writeForValue(Call(.answerVenueOrder, id, order, body: transition))
    }

    /// Marks the changes of an order up to `revision` as seen.
    public func markSeen(
        _ order: GroupOrderID, at id: RestaurantID, revision: Int
    ) async throws -> VenueOrder {
        try await writeForValue(
            Call(.markVenueOrderSeen, id, order, body: SeenRevision(revision: revision)))
    }

    /// Writes to the people of the outing that an order is for, as the venue.
    public func messageGroup(
        _ text: String, about order: GroupOrderID, at id: RestaurantID
    ) async throws -> OutingMessage {
        try await writeForValue(Call(.messageGroup, id, order, body: ["text": .string(text)] as JSONValue))
    }

    /// Marks a station's part of an order as done, or recalls it.
    ///
    /// - Parameter revision: The revision of the order that the station saw.
    /// - Throws: ``Problem`` 409 `changed_since` if its part has changed since.
    public func setStation(
        _ station: String, of order: GroupOrderID, at id: RestaurantID, to state: StationState, revision: Int
    ) async throws -> VenueOrder {
        try await writeForValue(
            Call(.setStation, id, order, station, body: StationEdit(state: state, revision: revision)))
    }

    /// Lists the stations of a venue's kitchen.
    public func stations(of id: RestaurantID) async throws -> Resource<Page<VenueStation>> {
        try await read(Call(.listVenueStations, id))
    }

    /// Replaces the stations, as an owner.
    public func storeStations(
        _ stations: [VenueStation], of id: RestaurantID
    ) async throws -> Page<VenueStation> {
        try await writeForValue(Call(.storeVenueStations, id, body: StationList(stations: stations)))
    }

    public func venueDevices(of id: RestaurantID) async throws -> Resource<Page<VenueDevice>> {
        try await read(Call(.listVenueDevices, id))
    }

    /// Returns a code that is typed on the device.
    public func addVenueDevice(_ name: String, to id: RestaurantID) async throws -> NewVenueDevice {
        try await writeForValue(Call(.addVenueDevice, id, body: DeviceName(name: name)))
    }

    public func removeVenueDevice(_ device: VenueDeviceID, of id: RestaurantID) async throws {
        try await perform(Call(.removeVenueDevice, id, device))
    }

    /// Pairs this device. Its token can do nothing but show and advance the board.
    public func pairDevice(code: String) async throws -> VenuePairing {
        try await writeForValue(Call(.pairDevice, body: DeviceCode(code: code), key: nil))
    }
}

/// Portions that a venue counts.
extension NoonishClient {
    public func stock(of id: RestaurantID) async throws -> Resource<Page<StockLevel>> {
        try await read(Call(.listStock, id))
    }

    /// Lists what changed the portions of a venue, newest first.
    ///
    /// - Parameter item: The only item to list; `nil` for all of them.
    public func stockMoves(
        of id: RestaurantID, item: String? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<StockMoveEntry>> {
        try await read(
            Call(
                .listStockMoves, id,
                query: [("item", item), ("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    /// Counts portions of an item, and returns those that there are now.
    ///
    /// - Throws: ``Problem`` 409 `below_held` if orders hold more than would be left; its member `orders` lists them.
    public func moveStock(
        _ item: String, of id: RestaurantID, _ move: StockMove
    ) async throws -> StockLevel {
        try await writeForValue(Call(.moveStock, id, item, body: move))
    }
}
