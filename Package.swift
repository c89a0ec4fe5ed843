// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// One package, one program. Targets stand in the order of the arrows: what a target may import stands above it.
// `swift build --explicit-target-dependency-import-check error` holds them to it; see docs/architecture.md.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncAlgorithms = Target.Dependency.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let certificateReloading = Target.Dependency.product(
    name: "NIOCertificateReloading", package: "swift-nio-extras")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdHTTP2 = Target.Dependency.product(name: "HummingbirdHTTP2", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let metricsTesting = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let swiftCompilerPlugin = Target.Dependency.product(name: "SwiftCompilerPlugin", package: "swift-syntax")
let swiftDiagnostics = Target.Dependency.product(name: "SwiftDiagnostics", package: "swift-syntax")
let swiftSyntax = Target.Dependency.product(name: "SwiftSyntax", package: "swift-syntax")
let swiftSyntaxBuilder = Target.Dependency.product(name: "SwiftSyntaxBuilder", package: "swift-syntax")
let swiftSyntaxMacros = Target.Dependency.product(name: "SwiftSyntaxMacros", package: "swift-syntax")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

func platform(_ name: String, _ dependencies: [Target.Dependency] = [], links: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Platform/\(name)", swiftSettings: strict,
        linkerSettings: links.map { .linkedLibrary($0) })
}

func feature(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Features/\(name)", swiftSettings: strict)
}

func client(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Client/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "noonish",
    platforms: [.iOS(.v26), .macOS(.v26)],
    products: [
        .executable(name: "noonish", targets: ["Noonish"]),
        .library(name: "GeoSearch", targets: ["GeoSearch"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "Money", targets: ["Money"]),
        .library(name: "NoonishAPI", targets: ["NoonishAPI"]),
        .library(name: "NoonishClient", targets: ["NoonishClient"]),
        .library(name: "NoonishTransport", targets: ["NoonishTransport"]),
        .library(name: "OpeningHours", targets: ["CivilTime", "OpeningHours"]),
        .library(name: "Postgres", targets: ["Postgres"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // C libraries: a module map and a shim each
        .systemLibrary(
            name: "CLibPQ", path: "Sources/System/CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CCurl", path: "Sources/System/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/System/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Runs in the compiler, while it builds the modules that use a macro
        .macro(
            name: "Macros",
            dependencies: [
                swiftCompilerPlugin, swiftDiagnostics, swiftSyntax, swiftSyntaxBuilder, swiftSyntaxMacros,
            ],
            path: "Sources/Platform/Macros", swiftSettings: strict),

        // Platform: knows no word of the product
        platform("CivilTime"),
        platform("Initializers", ["Macros"]),
        platform("JSON", ["CivilTime", "Macros", nio]),
        platform("OpenAPI", ["Initializers", "JSON"]),
        platform("Timing"),
        platform("Encoding"),
        platform("Traces"),
        platform("Caching", [metrics]),
        // ICU, which Foundation brings and links
        platform("Confusables", links: ["_FoundationICU"]),
        platform("Geo"),
        platform("GeoSearch", ["Encoding", "Geo", "Initializers"]),
        platform("OpeningHours", ["CivilTime"]),
        platform("Postgres", ["CLibPQ", "Macros", "Timing", deque, lifecycle, logging, metrics]),
        platform(
            "Jobs",
            ["Initializers", "JSON", "Postgres", "Timing", "Traces", lifecycle, logging, metrics, nio]),
        platform(
            "HTTPKit",
            [
                "CZlib", "Encoding", "Initializers", "JSON", "Traces", crypto, deque, httpTypes, hummingbird,
                hummingbirdCore, lifecycle, logging, metrics, nio, nioHTTP1, nioHTTPTypes, nioPosix,
            ]),
        platform("Fetch", ["CCurl", "Initializers", "Traces", lifecycle, logging, metrics]),
        platform("WebPush", ["Encoding", crypto]),
        platform("Calendars", ["CivilTime", "Initializers"]),
        platform("Money", ["Initializers", crypto]),
        platform("PayCodes", ["Initializers", "Money"]),
        platform("QRCodes", ["CQREncode"]),
        platform("Pictures", ["Encoding", "HTTPKit", "Jobs", crypto, httpTypes, subprocess]),
        platform(
            "Mail",
            [
                "CCurl", "Encoding", "Fetch", "Initializers", crypto, cryptoExtras, lifecycle, logging,
                mustache, nio, nioPosix, nioSSL,
            ]),
        platform("Localization", ["Money", yams]),

        // The wire types, shared by the routes and the client library
        .target(name: "NoonishAPI", dependencies: ["JSON"], path: "Sources/API", swiftSettings: strict),

        // For other programs: a client of the service, and what carries its requests
        client("NoonishClient", ["Initializers", "JSON", "NoonishAPI", "Timing", httpTypes, nio]),
        client("NoonishTransport", ["NoonishClient", asyncHTTPClient, httpTypes, nio, nioHTTP1]),

        // Features: folder = noun
        feature(
            "Access",
            [
                "Encoding", "HTTPKit", "Initializers", "JSON", "Localization", "Money", "NoonishAPI",
                "OpenAPI", "Postgres", crypto, httpTypes, hummingbird, logging, nio,
            ]),
        feature(
            "Accounts",
            [
                "Access", "Encoding", "Fetch", "HTTPKit", "Initializers", "JSON", "Jobs", "Localization",
                "Mail", "NoonishAPI", "OpenAPI", "Postgres", "Timing", crypto, cryptoExtras, httpTypes,
                hummingbird, jwtKit, logging, nio,
            ]),
        feature(
            "Journal",
            ["Access", "Initializers", "JSON", "Localization", "Macros", "NoonishAPI", "Postgres"]),
        feature(
            "Privacy",
            [
                "Access", "Accounts", "CZlib", "Encoding", "HTTPKit", "Initializers", "JSON", "Jobs",
                "Localization", "NoonishAPI", "OpenAPI", "Postgres", "Timing", httpTypes, hummingbird,
                mustache, nio, systemPackage,
            ]),
        feature(
            "People",
            [
                "Access", "Accounts", "Encoding", "HTTPKit", "Initializers", "JSON", "Localization",
                "NoonishAPI", "OpenAPI", "Pictures", "Postgres", "Privacy", httpTypes, hummingbird, nio,
            ]),
        feature(
            "Moderation",
            [
                "Access", "Accounts", "Encoding", "HTTPKit", "Initializers", "JSON", "NoonishAPI", "OpenAPI",
                "People", "Postgres", "Privacy", httpTypes, hummingbird,
            ]),
        feature(
            "Circles",
            [
                "Access", "Accounts", "HTTPKit", "Initializers", "NoonishAPI", "OpenAPI", "People",
                "Postgres",
                httpTypes, hummingbird,
            ]),
        feature(
            "Restaurants",
            [
                "Access", "CivilTime", "Fetch", "Geo", "GeoSearch", "HTTPKit", "Initializers", "JSON", "Jobs",
                "Localization", "NoonishAPI", "NoonishClient", "OpenAPI", "OpeningHours", "Pictures",
                "Postgres", asyncAlgorithms, httpTypes, hummingbird, lifecycle, logging, nio, subprocess,
                systemPackage, yams,
            ]),
        feature(
            "Venues",
            [
                "Access", "Accounts", "Fetch", "GeoSearch", "HTTPKit", "Initializers", "JSON", "Jobs",
                "Localization", "Money",
                "Moderation",
                "NoonishAPI", "OpenAPI", "OpeningHours", "People", "Pictures", "Postgres", "Privacy",
                "QRCodes", "Restaurants", httpTypes, hummingbird,
            ]),
        feature(
            "Menus",
            [
                "Access", "Caching", "CivilTime", "Encoding", "Geo", "GeoSearch", "HTTPKit", "Initializers",
                "JSON", "Jobs", "Localization", "Money", "NoonishAPI", "OpenAPI", "OpeningHours", "Pictures",
                "Postgres", "Restaurants", "Venues", crypto, httpTypes, hummingbird, lifecycle, logging, nio,
            ]),
        feature(
            "Stock",
            [
                "Access", "Accounts", "HTTPKit", "Initializers", "JSON", "Menus", "NoonishAPI", "OpenAPI",
                "Postgres",
                "Privacy",
                "Venues", httpTypes, hummingbird,
            ]),
        feature(
            "Records",
            [
                "Access", "Accounts", "CivilTime", "Encoding", "GeoSearch", "HTTPKit", "Initializers", "JSON",
                "Localization", "Menus",
                "Money", "NoonishAPI", "OpenAPI", "Postgres", "Privacy", "Stock", "Venues", httpTypes,
                hummingbird, nio,
            ]),
        feature(
            "Outings",
            [
                "Access", "Accounts", "Caching", "Calendars", "Circles", "CivilTime", "Confusables",
                "Encoding", "Geo",
                "HTTPKit", "Initializers", "JSON", "Jobs", "Journal", "Localization", "NoonishAPI", "OpenAPI",
                "People", "Postgres", "Privacy", "QRCodes", "Restaurants", httpTypes, hummingbird, metrics,
                mustache, nio,
            ]),
        feature(
            "Visits",
            [
                "Access", "Accounts", "Geo", "HTTPKit", "Initializers", "JSON", "Journal", "NoonishAPI",
                "OpenAPI", "Outings", "Postgres", "Privacy", "Restaurants", httpTypes, hummingbird,
            ]),
        feature(
            "Decisions",
            [
                "Access", "Accounts", "Encoding", "HTTPKit", "Initializers", "JSON", "Jobs", "Journal",
                "Localization", "NoonishAPI", "OpenAPI", "Outings", "People", "Postgres", "Privacy",
                "Restaurants", crypto, httpTypes, hummingbird,
            ]),
        feature(
            "Messages",
            [
                "Access", "Accounts", "HTTPKit", "Initializers", "JSON", "Journal", "Localization",
                "Moderation",
                "NoonishAPI", "OpenAPI", "Outings", "Postgres", "Privacy", httpTypes, hummingbird,
            ]),
        feature(
            "Series",
            [
                "Access", "Accounts", "Circles", "CivilTime", "HTTPKit", "Initializers", "JSON", "Jobs",
                "Journal", "Localization", "NoonishAPI", "OpenAPI", "OpeningHours", "Outings", "People",
                "Postgres", "Privacy", "Restaurants", httpTypes, hummingbird, logging, mustache,
            ]),
        feature(
            "Orders",
            [
                "Access", "Accounts", "Caching", "CivilTime", "Encoding", "HTTPKit", "Initializers", "JSON",
                "Jobs",
                "Journal",
                "Localization", "Menus", "Messages", "Money", "NoonishAPI", "OpenAPI", "Outings", "Postgres",
                "Privacy", "Records", "Restaurants", "Stock", "Venues", crypto, httpTypes, hummingbird,
                metrics, nio,
            ]),
        feature(
            "Bills",
            [
                "Access", "Accounts", "Encoding", "HTTPKit", "Initializers", "JSON", "Jobs", "Journal",
                "Localization", "Money", "NoonishAPI", "OpenAPI", "Orders", "Outings", "PayCodes", "People",
                "Postgres", "Privacy", "QRCodes", httpTypes, hummingbird, nio,
            ]),
        feature(
            "Checkout",
            [
                "Access", "Accounts", "Bills", "Encoding", "Fetch", "HTTPKit", "Initializers", "JSON", "Jobs",
                "Journal", "Localization", "Money", "NoonishAPI", "OpenAPI", "Outings", "Postgres", "Privacy",
                crypto, httpTypes, hummingbird, logging, nio,
            ]),
        feature(
            "News",
            [
                "Access", "Accounts", "Decisions", "HTTPKit", "Initializers", "JSON", "Journal",
                "Localization", "Messages", "NoonishAPI", "OpenAPI", "Outings", "Postgres", httpTypes,
                hummingbird, logging, nio,
            ]),
        feature(
            "CalendarFeeds",
            [
                "Access", "Accounts", "Calendars", "Decisions", "HTTPKit", "Initializers", "JSON", "Journal",
                "Localization", "Mail", "Money", "News", "NoonishAPI", "OpenAPI", "Outings", "Postgres",
                crypto, httpTypes, hummingbird, logging, nio,
            ]),
        feature(
            "Live",
            [
                "Access", "HTTPKit", "Initializers", "JSON", "Jobs", "Journal", "Localization", "News",
                "NoonishAPI", "OpenAPI", "Orders", "Outings", "Postgres", "Timing", "Venues", asyncAlgorithms,
                httpTypes, hummingbird, lifecycle, logging, metrics, nio,
            ]),
        feature(
            "Delivery",
            [
                "Access", "Accounts", "Bills", "CalendarFeeds", "Checkout", "Decisions", "Encoding", "Fetch",
                "HTTPKit", "Initializers", "JSON", "Jobs", "Journal", "Live", "Localization", "Mail",
                "Messages",
                "Moderation", "News", "NoonishAPI", "OpenAPI", "Orders", "Outings", "People", "Postgres",
                "Privacy", "Records", "Restaurants", "Series", "Stock", "Timing", "Venues", "Visits",
                "WebPush",
                crypto, httpTypes, hummingbird, lifecycle, logging, metrics, mustache, nio,
            ]),

        .executableTarget(
            name: "Noonish",
            dependencies: [
                "Access", "Accounts", "Bills", "CalendarFeeds", "Checkout", "Circles", "Decisions",
                "Delivery",
                "Encoding", "Fetch", "HTTPKit", "Initializers", "JSON", "Jobs", "Journal", "Live",
                "Localization", "Macros", "Mail", "Menus", "Messages", "Moderation", "News", "NoonishAPI",
                "NoonishClient", "NoonishTransport", "OpenAPI", "Orders", "Outings", "People", "Postgres",
                "Privacy", "Records", "Restaurants", "Series", "Stock", "Timing", "Traces", "Venues",
                "Visits",
                "WebPush",
                argumentParser,
                certificateReloading, configuration, crypto, httpTypes, hummingbird, hummingbirdCore,
                hummingbirdHTTP2, lifecycle, logging, metrics, mustache, nio, nioSSL, subprocess,
                systemPackage, unixSignals, yams,
            ],
            path: "Sources/Noonish", swiftSettings: strict),

        // Tests mirror Sources
        .target(
            name: "TestSupport",
            dependencies: [
                "Access", "Accounts", "Bills", "Circles", "Decisions", "HTTPKit", "JSON", "Journal",
                "Localization", "Messages", "Moderation", "NoonishAPI", "Orders", "Outings", "People",
                "Postgres", "Restaurants", "Series", httpTypes, hummingbird, hummingbirdTesting, lifecycle,
                logging, mustache, nio,
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("InitializersTests", ["Initializers"]),
        tests("JSONTests", ["JSON", "TestSupport", nio]),
        tests("LocalizationTests", ["Localization", "Money"]),
        tests(
            "ClientTests",
            ["JSON", "NoonishAPI", "NoonishClient", "NoonishTransport", "TestSupport", httpTypes, nio]),
        tests("GeoSearchTests", ["Geo", "GeoSearch", "TestSupport"]),
        tests("OpeningHoursTests", ["CivilTime", "OpeningHours", "TestSupport"]),
        tests(
            "PostgresTests",
            ["JSON", "Jobs", "Postgres", "TestSupport", "Timing", "Traces", lifecycle, logging]),
        tests(
            "HTTPKitTests",
            [
                "CZlib", "HTTPKit", "JSON", "Traces", httpTypes, hummingbird, hummingbirdTesting, logging,
                metrics, nio, nioEmbedded, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix,
            ]),
        tests("FetchTests", ["Fetch", "TestSupport", "Traces", logging, metrics, metricsTesting]),
        tests("EncodingTests", ["Encoding"]),
        tests("TracesTests", ["Traces"]),
        tests("CachingTests", ["Caching"]),
        tests("ConfusablesTests", ["Confusables"]),
        tests("MoneyTests", ["Money", "TestSupport"]),
        tests(
            "BillsTests",
            [
                "Access", "Bills", "JSON", "Jobs", "Journal", "Menus", "Money", "NoonishAPI", "Orders",
                "Outings",
                "Postgres", "Privacy", "TestSupport", httpTypes,
            ]),
        tests(
            "CheckoutTests",
            [
                "Access", "Bills", "Checkout", "Encoding", "Fetch", "HTTPKit", "JSON", "Jobs", "Journal",
                "Money",
                "NoonishAPI", "Outings", "Postgres", "TestSupport", crypto, httpTypes, logging,
            ]),
        tests(
            "OrdersTests",
            [
                "Access", "CivilTime", "JSON", "Jobs", "Journal", "Menus", "Messages", "NoonishAPI",
                "OpeningHours", "Orders", "Outings", "Pictures", "Postgres", "Money", "Privacy", "Records",
                "Restaurants",
                "Series", "Stock",
                "TestSupport", "Venues", httpTypes, nio,
            ]),
        tests("PayCodesTests", ["Money", "PayCodes", "QRCodes", "TestSupport"]),
        tests("QRCodesTests", ["QRCodes", "TestSupport"]),
        tests(
            "JournalTests",
            [
                "Access", "Decisions", "JSON", "Journal", "Localization", "Messages", "News", "NoonishAPI",
                "Outings", "Postgres", "Series", "TestSupport", nio,
            ]),
        tests("WebPushTests", ["Encoding", "TestSupport", "WebPush", crypto]),
        tests("CalendarsTests", ["Calendars", "CivilTime", "TestSupport"]),
        tests("MailTests", ["Fetch", "Mail", "TestSupport", lifecycle, logging, nioSSL]),
        tests(
            "AccessTests",
            [
                "Access", "HTTPKit", "JSON", "NoonishAPI", "Postgres", "TestSupport", httpTypes, hummingbird,
                nio,
            ]),
        tests(
            "PeopleTests",
            [
                "Access", "Accounts", "Delivery", "Encoding", "Fetch", "JSON", "Jobs", "Journal", "Mail",
                "Moderation", "NoonishAPI", "Outings", "People", "Pictures", "Postgres", "Privacy",
                "TestSupport", "Venues",
                crypto, httpTypes, logging,
            ]),
        tests(
            "RestaurantsTests",
            [
                "Access", "Fetch", "Geo", "GeoSearch", "HTTPKit", "JSON", "NoonishAPI", "Postgres",
                "Restaurants", "TestSupport", httpTypes, logging, nio,
            ]),
        tests(
            "VenuesTests",
            [
                "Access", "Accounts", "Fetch", "JSON", "Moderation", "NoonishAPI", "Outings", "People",
                "Pictures", "Postgres", "Restaurants", "TestSupport", "Venues", httpTypes, logging,
            ]),
        tests(
            "MenusTests",
            [
                "Access", "HTTPKit", "JSON", "Menus", "NoonishAPI", "Outings", "Pictures", "Postgres",
                "Restaurants", "TestSupport", httpTypes, nio,
            ]),
        tests(
            "OutingsTests",
            [
                "Access", "Geo", "HTTPKit", "JSON", "Jobs", "Journal", "NoonishAPI", "OpenAPI", "Outings",
                "People", "Postgres", "Privacy", "Restaurants", "TestSupport", httpTypes, nio,
            ]),
        tests(
            "DecisionsTests",
            [
                "Access", "Decisions", "JSON", "Jobs", "Journal", "NoonishAPI", "Outings", "Postgres",
                "TestSupport", crypto, httpTypes, nio,
            ]),
        tests(
            "MessagesTests",
            [
                "Access", "JSON", "Journal", "Messages", "NoonishAPI", "Outings", "Postgres", "TestSupport",
                httpTypes, nio,
            ]),
        tests(
            "VisitsTests",
            [
                "Access", "Circles", "Decisions", "JSON", "Journal", "NoonishAPI", "Outings", "People",
                "Postgres", "Restaurants", "TestSupport", "Visits", httpTypes,
            ]),
        tests(
            "SeriesTests",
            [
                "Access", "CivilTime", "Delivery", "JSON", "Jobs", "Journal", "Live", "News", "NoonishAPI",
                "OpenAPI", "OpeningHours", "Outings", "Postgres", "Restaurants", "Series", "TestSupport",
                httpTypes, nio,
            ]),
        tests(
            "DeliveryTests",
            [
                "Access", "Accounts", "CalendarFeeds", "Calendars", "Decisions", "Delivery", "Encoding",
                "Fetch", "HTTPKit", "JSON", "Jobs", "Journal", "Live", "Localization", "Mail", "Messages",
                "News", "NoonishAPI", "Outings", "Postgres", "Privacy", "Series", "TestSupport", "Visits",
                "WebPush", crypto, httpTypes, lifecycle, logging, mustache, nio, nioPosix,
            ]),
        tests(
            "NoonishTests",
            [
                "Access", "Accounts", "Bills", "CalendarFeeds", "Delivery", "Fetch", "HTTPKit", "JSON",
                "Noonish",
                "NoonishAPI", "Postgres", "TestSupport", "Timing", "Traces", "WebPush", crypto, httpTypes,
                logging, nio,
                subprocess, systemPackage, yams,
            ]),
        tests(
            "ContractTests",
            [
                "Access", "HTTPKit", "JSON", "Menus", "Noonish", "NoonishAPI", "OpenAPI", "Outings",
                "Postgres", "Restaurants", "TestSupport", httpTypes, hummingbird, logging,
            ]),
        tests("EndToEnd", ["Access", "JSON", "Postgres", "TestSupport", crypto, httpTypes]),
        // Key paths, for callgrind to count: `script/bench instructions`
        .executableTarget(
            name: "instructions",
            dependencies: [
                "CLibPQ", "Geo", "GeoSearch", "HTTPKit", "JSON", "Journal", "NoonishAPI", "OpeningHours",
                "Outings", "Postgres", nio,
            ],
            path: "Tests/Instructions", exclude: ["counts.json", "instructions.py"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
