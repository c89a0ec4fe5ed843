import HTTPKit
import NoonishAPI
package import OpenAPI

extension Answer {
    /// 200 with JSON.
    ///
    /// - Parameters:
    ///   - isTagged: Whether it has an `ETag`, so that 304 is possible.
    ///   - isPaged: Whether `Link` names the next page.
    package static func ok(
        _ schema: Schema, _ description: String, isTagged: Bool = false, isPaged: Bool = false
    ) -> Answer {
        json(200, schema, description, [isTagged ? .eTag : nil, isPaged ? .link : nil].compactMap { $0 })
    }

    /// Returns the answer with the earlier shapes that a client may request.
    package func inFormerShapes(_ shapes: [(FormerShape, Schema)]) -> Answer {
        Answer(
            status, description, contents + shapes.map { Content($0.mediaType, $1) },
            headers: headers + [.deprecation, .sunset])
    }

    /// 201 with the created resource.
    package static func created(_ schema: Schema, _ description: String, isTagged: Bool = false) -> Answer {
        json(201, schema, description, isTagged ? [.eTag, .location] : [])
    }

    /// 202: the request was accepted; its outcome is not reported.
    package static func accepted(_ schema: Schema, _ description: String) -> Answer {
        json(202, schema, description, [])
    }

    package static func json(
        _ status: Int, _ schema: Schema, _ description: String, _ headers: [AnswerHeader]
    )
        -> Answer
    {
        Answer(status, description, [Content(MediaType.json, schema)], headers: headers)
    }

    /// 204.
    package static func done(_ description: String) -> Answer { Answer(204, description) }

    /// An HTML page for people.
    package static func page(_ description: String, status: Int = 200) -> Answer {
        Answer(status, description, [Content(MediaType.html, .string("<!doctype html>"))])
    }

    /// 303 to a page.
    package static func seeOther(_ description: String) -> Answer {
        Answer(303, description, headers: [.location])
    }

    /// 200 with text of another type.
    package static func text(_ type: String, _ description: String, example: String) -> Answer {
        Answer(200, description, [Content(type, .string(example))])
    }
}

extension AnswerHeader {
    package static let eTag = AnswerHeader(
        "ETag", .string(#""7.5b1f0a9c2d3e4f5061728394""#), isRequired: true,
        "Version and hash of the representation. `If-Match` compares the part before the dot.")
    package static let location = AnswerHeader(
        "Location", .string("http://localhost:8080/v1/outings/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"),
        isRequired: true, "The address of the resource.")
    package static let link = AnswerHeader(
        "Link", .string(#"<http://localhost:8080/v1/outings?cursor=MC43>; rel="next""#),
        "The next page, if there is one (RFC 8288).")
    static let deprecation = AnswerHeader(
        "Deprecation", .string("@1788220800"),
        "On an earlier shape: the time of its deprecation (RFC 9745).")
    static let sunset = AnswerHeader(
        "Sunset", .string("Wed, 01 Sep 2027 00:00:00 GMT"),
        "On an earlier shape: the time of its removal (RFC 8594).")
    static let rateLimit = AnswerHeader(
        "RateLimit", .string(#""default";r=239;t=1"#),
        "Remaining requests, and seconds until the limit is reset.")
    static let rateLimitPolicy = AnswerHeader(
        "RateLimit-Policy", .string(#""default";q=240;w=12"#),
        "Requests in a burst, and seconds until the limit is reset.")
    static let retryAfter = AnswerHeader(
        "Retry-After", .string("5"), isRequired: true, "Seconds to wait before a retry.")
    static let retryAfterIfAny = AnswerHeader(
        "Retry-After", .string("5"), "Seconds to wait before a retry, if waiting helps.")
    static let authenticate = AnswerHeader(
        "WWW-Authenticate", .string("Bearer"), isRequired: true, "How to authenticate (RFC 6750).")
    static let setCookie = AnswerHeader(
        "Set-Cookie", .string("__Host-s=…; Path=/; Secure; HttpOnly; SameSite=Lax"),
        "A browser's session; scripts cannot read it.")
}

extension Body {
    package static func json(_ schema: Schema, isRequired: Bool = true) -> Body {
        Body([Content(MediaType.json, schema)], isRequired: isRequired)
    }

    /// A JSON Merge Patch: an absent member stays as it is, null clears it.
    ///
    /// - Source: RFC 7396.
    package static func mergePatch(_ schema: Schema) -> Body {
        Body([Content(MediaType.mergePatch, schema), Content(MediaType.json, schema)], isRequired: true)
    }

    package static func form(_ schema: Schema) -> Body {
        Body([Content(MediaType.form, schema)], isRequired: true)
    }
}

extension Parameter {
    package static func query(
        _ name: String, _ schema: Schema, isRequired: Bool = false, isList: Bool = false,
        _ description: String
    ) -> Parameter {
        Parameter(name, in: .query, schema, isRequired: isRequired, isList: isList, description)
    }

    package static func path(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
        Parameter(name, in: .path, schema, description)
    }

    /// The number of items on a page.
    ///
    /// - Parameter usual: The default; `nil` for a list that is always on one page.
    package static func limit(_ usual: Int?, most: Int) -> Parameter {
        let description =
            usual.map { "Items on a page; \($0) by default." } ?? "Ignored: the list is always on one page."
        return Parameter(
            "limit", in: .query, .integer(1...most, usual ?? most), description,
            key: usual.map { "limit-\($0)" })
    }

    package static let cursor = Parameter.query(
        "cursor", .string("MC43ZmYwMDAw"), "`next` of the previous page.")
}

extension Answer {
    /// 200 with a stream of server-sent events.
    ///
    /// OpenAPI 3.1 has no keyword for the events of a stream; by convention the schema is that of one event.
    package static func events(_ description: String, _ events: Schema...) -> Answer {
        Answer(200, description, [Content(MediaType.eventStream, .any(of: events))])
    }
}

extension Schema {
    /// A page of a list. If the schema of the items has a name, the page has one too: `OutingPage`.
    package static func page(of item: Schema) -> Schema {
        let page = Schema.page(of: item, [])
        return item.name.map { .named($0 + "Page", page) } ?? page
    }

    /// A page of a list with further members.
    package static func page(of item: Schema, _ more: SchemaField...) -> Schema { page(of: item, more) }

    package static let allergen = Schema.named("Allergen", .oneOf(Allergen.self))
    package static let diet = Schema.named("Diet", .oneOf(PersonalDiet.self))

    private static let nextCursor = Schema.named(
        "NextCursor",
        .string("MC43ZmYwMDAw").orNull.saying("The cursor of the next page; null on the last one."))

    private static func page(of item: Schema, _ more: [SchemaField]) -> Schema {
        .object(
            [
                .field("items", .array(of: item)),
                .field("next", nextCursor),
            ] + more)
    }
}
