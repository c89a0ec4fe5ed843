internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NIOCore
internal import OpenAPI

/// A problem common to many routes, defined once in the OpenAPI document.
struct SharedProblem: Sendable {
    let name: String
    let words: String
    let codes: [String]
    let example: Problem
    var members: [SchemaField] = []
    var headers: [AnswerHeader] = []

    var status: HTTPResponse.Status { example.status }
}

extension SharedProblem {
    static let malformed = SharedProblem(
        name: "Malformed", words: "Bad request.",
        codes: [
            "invalid_input", "malformed_parameters", "unknown_parameter", "repeated_parameter",
            "too_many_parameters", "wrong_type", "host_missing", "bad_request",
        ],
        example: .badRequest("unknown_parameter", "Unknown parameter."))

    static let malformedBody = SharedProblem(
        name: "OfBody", words: "Its body is not JSON that is read here.",
        codes: ["malformed_json", "not_an_object", "unknown_field"],
        example: .badRequest("not_an_object", "The body must be a JSON object."))

    static let malformedForm = SharedProblem(
        name: "OfForm", words: "Its body is not a form that is read here.",
        codes: ["malformed_form"], example: .badRequest("malformed_form", "The form is not UTF-8."))

    static let malformedKey = SharedProblem(
        name: "OfKey", words: "Or its key is not one.", codes: ["malformed_idempotency_key"],
        example: .badRequest(
            "malformed_idempotency_key", "Idempotency-Key takes 1 to 200 visible ASCII characters."))

    static let malformedCondition = SharedProblem(
        name: "OfCondition", words: "Or its condition is not one.", codes: ["malformed_condition"],
        example: .badRequest(
            "malformed_condition", "If-Match and If-None-Match take * or a list of entity tags in quotes."))

    static let unauthorized = SharedProblem(
        name: "Unauthorized", words: "Authentication required, or no longer.",
        codes: ["unauthorized", "session_ended"], example: .unauthorized(), headers: [.authenticate])

    static let crossSite = SharedProblem(
        name: "CrossSite", words: "A browser sent it from a page that is not ours.", codes: ["cross_site"],
        example: CrossSiteProtection.refusal)

    static let notFound = SharedProblem(
        name: "NotFound", words: "Not found, or not visible to the caller.", codes: ["not_found"],
        example: .notFound)

    static let inFlight = SharedProblem(
        name: "InFlight", words: "The same request is still under way.", codes: ["in_flight"],
        example: .conflict(
            "in_flight", "Another request with this Idempotency-Key has not been answered yet."),
        headers: [.retryAfterIfAny])

    static let tooLarge = SharedProblem(
        name: "TooLarge", words: "The body is too large.", codes: ["payload_too_large"],
        example: .payloadTooLarge(limit: InputLimits.bodyBytes))

    static let targetTooLong = SharedProblem(
        name: "TargetTooLong", words: "The address is too long.", codes: ["uri_too_long"],
        example: Problem(status: .uriTooLong))

    static let mediaType = SharedProblem(
        name: "MediaType", words: "Unsupported media type.", codes: ["unsupported_media_type"],
        example: .unsupportedMediaType(accepted: [MediaType.json], method: .post))

    static let misdirected = SharedProblem(
        name: "Misdirected", words: "The request is for another host.", codes: ["misdirected_request"],
        example: Problem("misdirected_request", .misdirectedRequest, title: "Misdirected request"))

    static let refused = SharedProblem(
        name: "Refused", words: "Understood, but not allowed; `errors` says what and where.",
        codes: [
            "invalid_input", "missing", "malformed", "too_long", "too_short", "blank", "out_of_range",
            "control_character", "not_one_of", "too_many",
        ],
        example: .unprocessable("too_long", "At most 120 characters; this has 140.", pointer: "/title"))

    static let keyReused = SharedProblem(
        name: "KeyReused", words: "Or its key was used for another request.",
        codes: ["idempotency_key_reused"],
        example: .unprocessable(
            "idempotency_key_reused",
            "This Idempotency-Key was used for another request; make a new one for each."))

    static let versionNeeded = SharedProblem(
        name: "VersionNeeded", words: "Say which version is meant.", codes: ["precondition_required"],
        example: .preconditionRequired)

    static let tooManyRequests = SharedProblem(
        name: "TooManyRequests", words: "Too many requests.", codes: ["too_many_requests"],
        example: .tooManyRequests(retryAfterSeconds: 5), headers: [.retryAfter])

    static let outdated = SharedProblem(
        name: "Outdated",
        words: "The program that asks is too old for this service; `Upgrade` says what would do.",
        codes: ["client_outdated"], example: MinimumClientVersions.outdatedExample,
        members: [.optional("update", .string("https://lunch.example.org/about"), "Where to update.")])

    static let headTooLarge = SharedProblem(
        name: "HeadTooLarge", words: "The header fields are too large.",
        codes: ["request_header_fields_too_large"], example: Problem(status: .requestHeaderFieldsTooLarge))

    static let broken = SharedProblem(
        name: "Broken", words: "A fault of the service; it is in its log.", codes: ["internal"],
        example: Problem("internal", .internalServerError, title: "Internal server error"),
        members: [.optional("incident", .string("0197f2a05b1c7d3e"), "The request's name in the log.")])

    static let unavailable = SharedProblem(
        name: "Unavailable", words: "Not right now. Trying again later helps.",
        codes: ["unavailable", "outcome_unknown", "cancelled"], example: .serviceUnavailable(),
        headers: [.retryAfterIfAny])
}

extension RouteDescription {
    /// The common problems that apply to this route.
    private var shared: [SharedProblem] {
        let isSafe = method == .get
        var all: [SharedProblem?] = [
            .malformed, .targetTooLong, .misdirected, .headTooLarge, .broken, .unavailable,
        ]
        let types = body?.contents.map(\.type) ?? []
        if types.contains(MediaType.form) { all.append(.malformedForm) }
        if types.contains(where: { $0 != MediaType.form }) { all.append(.malformedBody) }
        if body != nil { all.append(.mediaType) }
        if body != nil || parameters.contains(where: { $0.place == .query }) { all.append(.refused) }
        if takesIdempotencyKey { all += [.malformedKey, .inFlight, .keyReused] }
        if needsVersion { all += [.malformedCondition, .versionNeeded] }
        if scope != .anyone { all.append(.unauthorized) }
        if !isSafe { all.append(.tooLarge) }
        if !isSafe, kind == .json { all.append(.crossSite) }
        if path.contains("{") { all.append(.notFound) }
        if isLimited { all += [.outdated, .tooManyRequests] }
        return all.compactMap { $0 }
    }

    /// One response for each status of the route's problems.
    var problemAnswers: [Answer] {
        let shared = Dictionary(grouping: shared, by: \.status.code)
        let own = Dictionary(grouping: problems, by: \.status.code)
        return Set(shared.keys).union(own.keys).sorted().map { status in
            answer(status, shared[status] ?? [], own[status] ?? [])
        }
    }

    private func answer(_ status: Int, _ shared: [SharedProblem], _ own: [RouteProblem]) -> Answer {
        let codes = own.flatMap(\.codes) + shared.flatMap(\.codes)
        let members = own.flatMap(\.members) + shared.flatMap(\.members)
        let example = own.first?.example ?? shared.first?.example ?? Problem.notFound
        let words = own.isEmpty ? shared.map(\.words).joined(separator: " ") : example.title + "."
        var headers = shared.flatMap(\.headers)
        if own.contains(where: { $0.status == .tooManyRequests }), headers.isEmpty {
            headers = [.retryAfter]
        }
        return Answer(
            status, words,
            [Content(MediaType.problem, .problem(codes, members: members, example: example))],
            headers: headers + [.requestID],
            name: own.isEmpty ? shared.map(\.name).joined() : nil)
    }
}

extension Schema {
    /// The schema of a problem with one of these codes.
    fileprivate static func problem(_ codes: [String], members: [SchemaField], example: Problem) -> Schema {
        let code = Schema.words(codes)
        let shown = JSONValue(example)
        guard members.isEmpty else {
            return .object(fields(code) + members.map { .optional($0.name, $0.schema) }).showing(shown)
        }
        return .all(
            of: .named("Problem", .object(fields(.string("not_found")))), .having(.field("code", code))
        )
        .showing(shown)
    }

    private static func fields(_ code: Schema) -> [SchemaField] {
        [
            .field("type", .string("/problems/not_found"), "Where the code is explained."),
            .field("title", .string("Not found"), "For people, in English."),
            .field("status", .integer(400...599, 404)),
            .optional(
                "detail", .string("It may have been removed or never existed."), "In the reader's language."),
            .field("code", code, "Stable, for programs."),
            .optional("errors", .array(of: fault), "Everything that is wrong with the request."),
        ]
    }

    private static let fault = Schema.named(
        "Fault",
        .object(
            .field(
                "pointer", .string("/title"),
                "Where: a pointer into the body (RFC 6901), or `/name` of a parameter; empty for the whole."),
            .field("code", .string("too_long"), "Stable, for programs."),
            .field("detail", .string("At most 120 characters; this has 140."), "In the reader's language.")))
}

extension JSONValue {
    fileprivate init(_ problem: Problem) {
        var writer = JSONWriter()
        problem.encode(to: &writer)
        self = (try? JSONValue(parsing: String(buffer: writer.finish()))) ?? .null
    }
}
