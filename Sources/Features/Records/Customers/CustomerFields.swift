import Access
import Foundation
import GeoSearch
import HTTPKit

/// What the people of a venue write about a customer.
struct CustomerFields: Hashable, Sendable {
    var name: String
    var email: String?
    var phone: String?
    var note: String?
}

extension CustomerFields {
    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let name = body.required("name", .text(RecordLimits.name))
        email = body.optional("email", .emailAddress)
        phone = body.optional("phone", .text(RecordLimits.phone))
        note = body.optional("note", .text(RecordLimits.note, multiline: true))
        self.name = try body.finish(name)
    }

    /// The fields as the history has them; those without a value are absent.
    var texts: [String: String] {
        ["name": name, "email": email, "phone": phone, "note": note].compactMapValues(\.self)
    }

    /// What a search compares: everything but the note, and the digits of the number.
    var searchText: String {
        TextFolding.fold(
            [name, email, phone, phone?.filter(\.isNumber)].compactMap(\.self).joined(separator: "\n"))
    }

    /// Returns the words of a search, each of which a customer's ``searchText`` has to contain.
    static func searchWords(of query: String) -> [String] {
        TextFolding.fold(query).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the fields with those of another customer where they have no value.
    func filled(from other: CustomerFields) -> CustomerFields {
        CustomerFields(
            name: name, email: email ?? other.email, phone: phone ?? other.phone, note: note ?? other.note)
    }
}

/// A validated merge patch of a customer (RFC 7396).
struct CustomerPatch: Sendable {
    let name: String?
    let email: PatchField<String>
    let phone: PatchField<String>
    let note: PatchField<String>

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        name = body.optional("name", .text(RecordLimits.name))
        email = body.field("email", .emailAddress)
        phone = body.field("phone", .text(RecordLimits.phone))
        note = body.field("note", .text(RecordLimits.note, multiline: true))
        try body.finish()
    }

    func applied(to fields: CustomerFields) -> CustomerFields {
        CustomerFields(
            name: name ?? fields.name, email: email.merged(over: fields.email),
            phone: phone.merged(over: fields.phone), note: note.merged(over: fields.note))
    }
}
