import Testing

/// The arrows of docs/architecture.md, as rules with reasons. That a target declares what it imports, the compiler checks
/// (`--explicit-target-dependency-import-check error`); what it may declare stands here.
@Suite struct ArrowTests {
    /// The rooms from the lowest to the highest: each may import those before it. See docs/architecture.md.
    static let rooms = [
        "Access", "Accounts", "Journal", "Privacy", "People", "Moderation", "Circles", "Restaurants",
        "Venues", "Menus", "Stock", "Records", "Outings",
        "Visits",
        "Decisions", "Messages", "Series", "Orders", "Bills", "Checkout", "News", "CalendarFeeds", "Live",
        "Delivery",
    ]
    /// Rooms at the same height, which do not see each other.
    static let siblings = [
        ["Visits", "Decisions", "Messages", "Series", "Orders"], ["CalendarFeeds", "Live"],
        ["Circles", "Restaurants"],
    ]
    private static let product = rooms + ["NoonishAPI", "Noonish"]
    private static let web = ["Hummingbird", "HTTPKit", "HTTPTypes"]
    private static let impure = ["Postgres", "Logging", "ServiceLifecycle", "Subprocess", "Fetch"]

    static let rules = [
        Rule(
            files: "Sources/Platform/", mustNotImport: product,
            because: "the platform would make sense in another company: it knows no word of the product"),
        Rule(
            files: "Sources/Platform/Encoding/", mustNotImport: web + impure,
            because: "encodings are pure: same input, same answer"),
        Rule(
            files: "Sources/Platform/Traces/", mustNotImport: web + impure,
            because: "requests, jobs and calls to other services share it, so it knows none of them"),
        Rule(
            files: "Sources/Platform/Caching/", mustNotImport: web + impure,
            because: "a cache knows nothing of what it keeps"),
        Rule(
            files: "Sources/Platform/Confusables/", mustNotImport: web + impure,
            because: "names are compared alike everywhere: same input, same answer"),
        Rule(
            files: "Sources/Platform/Geo/", mustNotImport: web + impure,
            because: "geometry is pure: same input, same answer"),
        Rule(
            files: "Sources/Platform/GeoSearch/", mustNotImport: web + impure,
            because: "the index is pure: whoever loads it says from where"),
        Rule(
            files: "Sources/Platform/Timing/", mustNotImport: web + impure,
            because: "everything that waits uses it, so it uses nothing"),
        Rule(
            files: "Sources/Platform/CivilTime/", mustNotImport: web + impure + ["Foundation"],
            because: "dates and clock times are arithmetic; time zones are resolved where they are used"),
        Rule(
            files: "Sources/Platform/OpeningHours/", mustNotImport: web + impure,
            because: "hours are pure: whoever asks says when, and on which clock"),
        Rule(
            files: "Sources/Platform/JSON/", mustNotImport: web + impure,
            because: "text to values and back needs nothing else"),
        Rule(
            files: "Sources/Platform/Macros/", mustNotImport: web + impure + ["Foundation", "JSON"],
            because: "macros run in the compiler, before any module of ours exists"),
        Rule(
            files: "Sources/Platform/Initializers/", mustNotImport: web + impure + ["Foundation"],
            because: "it only declares a macro"),
        Rule(
            files: "Sources/Platform/OpenAPI/", mustNotImport: web + impure,
            because: "a document is text: who serves it is elsewhere"),
        Rule(
            files: "Sources/Platform/Calendars/", mustNotImport: web + impure + ["Mail"],
            because: "calendars are text: who sends them is elsewhere"),
        Rule(
            files: "Sources/Platform/Money/", mustNotImport: web + impure,
            because: "amounts are pure: anyone can recompute a bill"),
        Rule(
            files: "Sources/Platform/PayCodes/", mustNotImport: web + impure + ["QRCodes"],
            because: "payment codes are text: who draws or sends them is elsewhere"),
        Rule(
            files: "Sources/Platform/QRCodes/", mustNotImport: web + impure,
            because: "drawing a code is pure: bytes to a picture"),
        Rule(
            files: "Sources/Platform/WebPush/", mustNotImport: web + impure,
            because: "sealing and signing are pure: whoever sends is elsewhere"),
        Rule(
            files: "Sources/Platform/Localization/", mustNotImport: web + impure,
            because: "messages to sentences is pure: whoever has the files gives their text"),
        Rule(
            files: "Sources/Platform/Postgres/", mustNotImport: web + ["JSON"],
            because: "the database client does not know who asks"),
        Rule(files: "Sources/Platform/Jobs/", mustNotImport: web, because: "work has no request"),
        Rule(
            files: "Sources/Platform/Pictures/", mustNotImport: ["Postgres", "Hummingbird"],
            because: "it converts files: who may send them, and where they are stored, is elsewhere"),
        Rule(
            files: "Sources/Platform/HTTPKit/", mustNotImport: ["Postgres", "Jobs", "Fetch", "Mail"],
            because: "siblings of the platform do not see each other"),
        Rule(
            files: "Sources/Platform/Fetch/", mustNotImport: web + ["Postgres", "Jobs", "Mail"],
            because: "siblings of the platform do not see each other"),
        Rule(
            files: "Sources/Platform/Mail/", mustNotImport: web + ["Postgres", "Jobs"],
            because: "mail goes out through Fetch and knows no database"),
        Rule(
            files: "Sources/API/", mustNotImport: web + impure + ["Access"],
            because: "the wire types are for programs on other machines too"),
        Rule(
            files: "Sources/Client/",
            mustNotImport: ["Hummingbird", "HTTPKit"] + impure + product.filter { $0 != "NoonishAPI" },
            because: "other programs import it: it knows the wire types and nothing of the server"),
        Rule(
            files: "Sources/Client/NoonishClient/", mustNotImport: ["AsyncHTTPClient", "NIOPosix"],
            because: "what carries its requests is a transport's"),
        Rule(
            files: "Sources/Features/Access/", mustNotImport: ["Mail", "Fetch", "Jobs"],
            because: "who may do what stands below every noun and does no work of its own"),
        Rule(
            files: "Sources/Features/Outings/", mustNotImport: ["GeoSearch"],
            because: "an outing has a place; the directory finds it"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Postgres/"], mustNotImport: ["CLibPQ"],
            because: "one module speaks to libpq, so its rules about threads hold"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/QRCodes/"], mustNotImport: ["CQREncode"],
            because: "one module calls libqrencode, so its memory is freed in one place"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Confusables/"], mustNotImport: ["_FoundationICU"],
            because: "one module depends on a part of Foundation that promises no stable names"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Fetch/", "Sources/Platform/Mail/"],
            mustNotImport: ["CCurl", "FoundationNetworking"],
            because: "Fetch is the only way out: limits and address rules live there"),
        Rule(
            files: "Sources/", except: ["Sources/Noonish/"],
            mustNotImport: ["Configuration", "ArgumentParser"],
            because: "only the program reads settings; everybody else is given values"),
        Rule(
            files: "Sources/", except: ["Sources/Noonish/"],
            mustNotSay: ["ProcessInfo.processInfo.environment", "getenv("],
            because: "only the program reads the environment"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Fetch/AddressPolicy.swift"],
            mustNotSay: ["publicOnly(orPort", "Exemption("],
            because: "only tests may reach a host that is not public by an address that a stranger gave"),
        Rule(
            files: "Queries.swift", mustNotImport: ["Hummingbird", "HTTPTypes"],
            because: "a query does not know who asks"),
        Rule(
            files: "Sources/Noonish/", mustNotSay: ["Query(", "Command(\""],
            because: "SQL stands in the feature whose table it is"),
    ]

    @Test(arguments: rooms)
    func `a room imports only the rooms below it`(room: String) throws {
        let above = Self.rooms.drop { $0 != room }.dropFirst()
        let beside = Self.siblings.filter { $0.contains(room) }.flatMap(\.self).filter { $0 != room }
        let rule = Rule(
            files: "Sources/Features/\(room)/", mustNotImport: above + beside + ["Noonish"],
            because: "a room sees only those below it")

        #expect(rule.breaches(in: try SourceFile.all(below: "Sources")) == [])
    }

    @Test func `every room and every platform module has a rule`() throws {
        let rooms = try SourceFile.folders(in: "Sources/Features")
        let platform = try SourceFile.folders(in: "Sources/Platform")

        #expect(Set(rooms) == Set(Self.rooms))
        for module in platform {
            #expect(Self.rules.contains { $0.files == "Sources/Platform/\(module)/" }, "\(module) has none")
        }
    }

    @Test(arguments: rules)
    func `an arrow points downwards`(rule: Rule) throws {
        let sources = try SourceFile.all(below: "Sources")

        #expect(rule.breaches(in: sources) == [])
    }

    @Test(arguments: rules)
    func `a rule is about files that exist`(rule: Rule) throws {
        let sources = try SourceFile.all(below: "Sources")

        #expect(
            sources.contains { $0.path.contains(rule.files) },
            "renamed? a rule about nothing protects nothing")
    }

    @Test func `a breach is found, with its place`() {
        let file = SourceFile(
            path: "Sources/Platform/Geo/Circle.swift",
            lines: ["import Foundation", "package import Postgres // why"])
        let rule = Rule(files: "Platform/Geo/", mustNotImport: ["Postgres"], because: "geometry is pure")

        #expect(rule.breaches(in: [file]) == ["Sources/Platform/Geo/Circle.swift:2: import Postgres"])
    }
}
