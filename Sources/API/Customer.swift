public import Foundation
public import JSON

/// A person a venue knows by name, as its people wrote them down.
@JSONObject
public struct Customer: WireValue {
    public var id: CustomerID
    public var name: String
    public var email: String?
    /// The number as it was written.
    public var phone: String?
    public var note: String?
    /// `If-Match` of an edit compares it.
    public var version: Int
    public var createdAt: Date
    /// When it was deleted. It can be restored for 30 days.
    public var deletedAt: Date?
}

/// The customer of a sale.
@JSONObject
public struct SaleCustomer: WireValue {
    public var id: CustomerID
    public var name: String
}
