public import Foundation
public import JSON

/// A tablet that shows a venue's board.
@JSONObject
public struct VenueDevice: WireValue {
    public var id: VenueDeviceID
    public var name: String
    public var createdAt: Date
    /// `nil` until the code was typed on the device.
    public var pairedAt: Date?
    /// When the device last made a request, to the hour.
    public var seenAt: Date?
}

/// A device that can be paired.
@JSONObject
public struct NewVenueDevice: WireValue {
    public var device: VenueDevice
    /// Typed on the device, once.
    public var code: String
    public var codeEndsAt: Date
    /// A `data:` address of an SVG picture: the QR code of the page for pairing, with the code filled in.
    public var qrCode: String
}

/// A device that was paired.
@JSONObject
public struct VenuePairing: WireValue {
    public var device: VenueDeviceID
    public var venue: RestaurantID
    public var name: String
    /// For programs, to be sent as a bearer token; a browser gets a cookie instead.
    @JSONMember(omitIfNil: true) public var token: String?
}
