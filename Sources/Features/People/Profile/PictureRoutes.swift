import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NoonishAPI
import OpenAPI
import Pictures
import Postgres

/// The pictures of people.
struct PictureRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance
    private let converter = PictureConverter()
    /// A burst, and then one picture every six minutes.
    private let limiter = RateLimiter(RatePolicy("picture", capacity: 10, refillPerSecond: 1.0 / 360))

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .replacePicture, .editSelf, scope: .member, bodyLimit: PictureLimits.bytes,
            "Replace the caller's picture",
            "The body is an image file of up to 5 MiB; camera metadata is removed.",
            body: Body(PictureLimits.types.map { Content($0, .string("…")) }, isRequired: true),
            answers: [.ok(.me, "The caller with the picture's path", isTagged: true)],
            problems: [
                .of(PictureProblems.notAPicture), .of(PictureProblems.tooManyPixels),
                .of(PictureProblems.broken), .of(PictureProblems.busy), .of(PictureProblems.notConfigured),
            ], handler: replace),
        RouteDefinition(
            .removePicture, .editSelf, scope: .member, "Remove the caller's picture",
            answers: [.done("Removed")],
            handler: remove),
        RouteDefinition(
            .readPicture, .readPerson, scope: .guest, "Read a person's picture",
            "Answered with 404 if there is none; clients then show initials.",
            parameters: [
                .query("size", .words(["64", "256"], "256"), "The width and height in pixels."),
                .query("v", .text(0...32, "5b1f0a9c"), "Ignored; a new value bypasses caches."),
            ],
            answers: [
                Answer(200, "The picture", [Content("image/webp", .string("…"))], headers: [.eTag])
            ], handler: read),
    ]

    /// Replaces the caller's picture with the file in the body.
    func replace(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSelf)
        try limiter.take(me.object.description, at: .now).require()
        let body = try await call.request.body(of: PictureLimits.types, limit: PictureLimits.bytes)
        let made = try await converter.make(
            from: Array(body.readableBytesView), as: PictureSize.formats)
        let changed = try await database.transaction { transaction in
            try await transaction.execute(.setPicture(made, of: me))
            return try await transaction.one(.me(me))
        }
        return .json(.ok, changed, etag: .content)
    }

    func remove(_ call: Call) async throws -> Response {
        try await database.execute(.removePicture(of: call.oneself(.editSelf)))
        return .empty()
    }

    /// Returns the picture of a person whom the caller may see. `v` is ignored; it is part of the address so that a
    /// new picture has a new one.
    func read(_ call: Call) async throws -> Response {
        let id = try call.id("id", PersonID.self)
        var query = call.query
        let size = query.optional("size", .oneOf(PictureSize.self)) ?? .large
        _ = query.optional("v", .text(0...32))
        try query.finish()
        let relation = try await acquaintance.relation(of: try call.person, to: id).relation
        let person = try decide(call.actor, .readPerson, id, as: relation)
        guard let picture = try await database.first(.picture(of: person, size)) else {
            throw Problem.notFound
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/webp", .cacheControl: "private, no-cache",
                .eTag: EntityTag(version: 0, hash: "\(picture.tag)\(size.rawValue)").description,
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }
}

enum PictureSize: String, CaseIterable, Sendable {
    case small = "64"
    case large = "256"

    /// The formats of the large and the small picture.
    static let formats = [PictureFormat(side: 256, isSquare: true), PictureFormat(side: 64, isSquare: true)]
}

@Row
struct PictureRow: PostgresRow {
    let tag: String
    let bytes: [UInt8]
}

extension Query where Row == PictureRow {
    static func picture(of person: Capability<PersonID>, _ size: PictureSize) -> Self {
        Query(
            "people.read_picture",
            """
            SELECT tag, CASE WHEN \(size == .small) THEN small ELSE large END
              FROM profile_picture
             WHERE person_id = \(person.object)
            """)
    }
}

extension Command {
    fileprivate static func setPicture(_ made: PictureConverter.ConvertedPicture, of me: Capability<PersonID>)
        -> Self
    {
        Command(
            "people.set_picture",
            """
            INSERT INTO profile_picture (person_id, tag, small, large)
            VALUES (\(me.object), \(made.tag), \(made.files[1]), \(made.files[0]))
                ON CONFLICT (person_id) DO UPDATE
               SET tag = excluded.tag, small = excluded.small, large = excluded.large, at = now()
            """)
    }

    fileprivate static func removePicture(of me: Capability<PersonID>) -> Self {
        Command("people.delete_picture", "DELETE FROM profile_picture WHERE person_id = \(me.object)")
    }
}
