public import JSON
public import NIOCore
public import NoonishAPI

/// The customers of a venue.
extension NoonishClient {
    /// Lists the customers of a venue by name.
    ///
    /// - Parameters:
    ///   - text: Words that all have to be found in the name, email or phone.
    ///   - isDeleted: Whether to list those that were deleted in the last 30 days instead.
    ///   - filter: A saved filter with its values.
    public func customers(
        of id: RestaurantID, matching text: String? = nil, isDeleted: Bool = false,
        filter: FilterValues? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<Customer>> {
        let query: [(name: String, value: String?)] = [
            ("q", text), ("deleted", isDeleted ? "true" : nil), ("limit", limit.map(String.init)),
            ("cursor", cursor),
        ]
        return try await read(Call(.listCustomers, id, query: query + (filter?.query ?? [])))
    }

    /// Returns the customers of a venue by name, as CSV in UTF-8 with a byte order mark, as an owner.
    public func customersCSV(of id: RestaurantID, filter: FilterValues? = nil) async throws -> ByteBuffer {
        try await bytes(Call(.exportCustomers, id, query: filter?.query ?? []), "text/csv")
    }

    public func customer(_ customer: CustomerID, of id: RestaurantID) async throws -> Resource<Customer> {
        try await read(Call(.readCustomer, id, customer))
    }

    public func addCustomer(_ customer: NewCustomer, to id: RestaurantID) async throws -> Customer {
        try await writeForValue(Call(.addCustomer, id, body: customer))
    }

    /// Edits a customer.
    ///
    /// - Throws: ``Problem`` 412 if the customer has changed since `tag`; ``Problem/members`` then has the `current` one.
    public func editCustomer(
        _ customer: CustomerID, at id: RestaurantID, _ edit: CustomerEdit, of tag: EntityTag
    ) async throws -> Resource<Customer> {
        try await write(Call(.editCustomer, id, customer, body: edit, of: tag))
    }

    /// Deletes a customer, as an owner. It can be restored for 30 days.
    public func deleteCustomer(_ customer: CustomerID, of id: RestaurantID) async throws {
        try await perform(Call(.deleteCustomer, id, customer))
    }

    public func restoreCustomer(_ customer: CustomerID, of id: RestaurantID) async throws -> Customer {
        try await writeForValue(Call(.restoreCustomer, id, customer))
    }

    /// Gives a customer the sales of another and what it lacks, and deletes the other, as an owner.
    public func mergeCustomer(
        _ other: CustomerID, into customer: CustomerID, of id: RestaurantID
    ) async throws -> Customer {
        try await writeForValue(
            Call(.mergeCustomers, id, customer, body: CustomerMerge(customerId: other)))
    }

    /// Lists the edits of a customer, newest first, as an owner.
    public func customerChanges(
        of customer: CustomerID, at id: RestaurantID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<VenueChange>> {
        try await read(
            Call(
                .listCustomerChanges, id, customer,
                query: [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }
}

/// A customer to add.
@JSONObject
public struct NewCustomer: Hashable, Sendable, JSONEncodable {
    public var name: String
    @JSONMember(omitIfNil: true) public var email: String? = nil
    @JSONMember(omitIfNil: true) public var phone: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
}

/// An edit of a customer.
@JSONObject
public struct CustomerEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var name: String? = nil
    public var email: FieldEdit<String> = .keep
    public var phone: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
}

/// The body of a request that merges two customers.
@JSONObject
struct CustomerMerge: JSONEncodable {
    var customerId: CustomerID
}
