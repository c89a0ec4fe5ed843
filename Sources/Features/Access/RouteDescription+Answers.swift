internal import HTTPKit
package import OpenAPI

extension Answer {
    /// 200 with JSON.
    ///
    /// - Parameters:
    ///   - isTagged: Whether the response has an `ETag`, so that 304 is possible.
    ///   - isPaged: Whether the response has a `Link` to the next page.
    package static func ok(
        _ schema: Schema, _ words: String, isTagged: Bool = false, isPaged: Bool = false
    ) -> Answer {
        json(200, schema, words, [isTagged ? .eTag : nil, isPaged ? .link : nil].compactMap { $0 })
    }

    /// Returns the response with additional contents for the former shapes.
    package func inFormerShapes(_ shapes: [(FormerShape, Schema)]) -> Answer {
        Answer(
            status, words, contents + shapes.map { Content($0.mediaType, $1) },
            headers: headers + [.deprecation, .sunset])
    }

    /// 201 with the created object.
    package static func created(_ schema: Schema, _ words: String, isTagged: Bool = false) -> Answer {
        json(201, schema, words, isTagged ? [.eTag, .location] : [])
    }

    /// 202, whose outcome is not reported.
    package static func accepted(_ schema: Schema, _ words: String) -> Answer { json(202, schema, words, []) }

    package static func json(_ status: Int, _ schema: Schema, _ words: String, _ headers: [AnswerHeader])
        -> Answer
    {
        Answer(status, words, [Content(MediaType.json, schema)], headers: headers)
    }

    /// 204 without content.
    package static func done(_ words: String) -> Answer { Answer(204, words) }

    /// An HTML page for people.
    package static func page(_ words: String, status: Int = 200) -> Answer {
        Answer(status, words, [Content(MediaType.html, .string("<!doctype html>"))])
    }

    /// 303 to a page.
    package static func seeOther(_ words: String) -> Answer { Answer(303, words, headers: [.location]) }

    /// 200 with text of another media type.
    package static func text(_ type: String, _ words: String, example: String) -> Answer {
        Answer(200, words, [Content(type, .string(example))])
    }
}

extension AnswerHeader {
    package static let eTag = AnswerHeader(
        "ETag", .string(#""7.5b1f0a9c2d3e4f5061728394""#), isRequired: true,
        "Version and hash of this representation. `If-Match` looks at what stands before the dot.")
    package static let location = AnswerHeader(
        "Location", .string("http://localhost:8080/v1/outings/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"),
        isRequired: true, "Where it is to be found.")
    package static let link = AnswerHeader(
        "Link", .string(#"<http://localhost:8080/v1/outings?cursor=MC43>; rel="next""#),
        "The next page, if there is one (RFC 8288).")
    static let deprecation = AnswerHeader(
        "Deprecation", .string("@1788220800"),
        "On a former shape: since when there is a newer one (RFC 9745).")
    static let sunset = AnswerHeader(
        "Sunset", .string("Wed, 01 Sep 2027 00:00:00 GMT"), "On a former shape: when it ends (RFC 8594).")
    static let requestID = AnswerHeader(
        "X-Request-Id", .string("0197f2a05b1c7d3e"), isRequired: true,
        "The request's name in the log.")
    static let cacheControl = AnswerHeader(
        "Cache-Control", .string("private, no-cache"), isRequired: true, "Who may keep it (RFC 9111).")
    static let rateLimit = AnswerHeader(
        "RateLimit", .string(#""default";r=239;t=1"#), "Requests left, and seconds until all are back.")
    static let rateLimitPolicy = AnswerHeader(
        "RateLimit-Policy", .string(#""default";q=240;w=12"#),
        "Requests of a burst, and the seconds in which they come back.")
    static let retryAfter = AnswerHeader(
        "Retry-After", .string("5"), isRequired: true, "Seconds after which to try again.")
    static let retryAfterIfAny = AnswerHeader(
        "Retry-After", .string("5"), "Seconds after which to try again, where time helps.")
    static let authenticate = AnswerHeader(
        "WWW-Authenticate", .string("Bearer"), isRequired: true, "How to prove who one is (RFC 6750).")
    static let setCookie = AnswerHeader(
        "Set-Cookie", .string("__Host-s=…; Path=/; Secure; HttpOnly; SameSite=Lax"),
        "A browser's session, which no script can read.")
}

extension Body {
    package static func json(_ schema: Schema, isRequired: Bool = true) -> Body {
        Body([Content(MediaType.json, schema)], isRequired: isRequired)
    }

    /// A merge patch (RFC 7396): omitted members are unchanged, null clears a member.
    package static func mergePatch(_ schema: Schema) -> Body {
        Body([Content(MediaType.mergePatch, schema), Content(MediaType.json, schema)], isRequired: true)
    }

    package static func form(_ schema: Schema) -> Body {
        Body([Content(MediaType.form, schema)], isRequired: true)
    }
}

extension Parameter {
    package static func query(
        _ name: String, _ schema: Schema, isRequired: Bool = false, isList: Bool = false, _ words: String
    ) -> Parameter {
        Parameter(name, in: .query, schema, isRequired: isRequired, isList: isList, words)
    }

    package static func path(_ name: String, _ schema: Schema, _ words: String) -> Parameter {
        Parameter(name, in: .path, schema, words)
    }

    /// The page size.
    package static func limit(_ usual: Int?, most: Int) -> Parameter {
        let words =
            usual.map { "Items of a page; \($0) unless said otherwise." } ?? "All are on one page anyway."
        return .query("limit", .integer(1...most, usual ?? most), words)
    }

    package static let cursor = Parameter.query(
        "cursor", .string("MC43ZmYwMDAw"), "`next` of the page before.")
}

extension Schema {
    /// A page of a list.
    package static func page(of item: Schema, _ more: SchemaField...) -> Schema {
        .object(
            [
                .field("items", .array(of: item)),
                .field(
                    "next", .string("MC43ZmYwMDAw").orNull, "Asks for what follows; null on the last page."),
            ] + more)
    }
}
