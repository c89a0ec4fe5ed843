// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that neither `swift build` nor `script/test` builds the benchmarks. Run by `script/bench`.

let package = Package(
    name: "noonish-bench",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "noonish", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "noonish-bench",
            dependencies: [
                .product(name: "GeoSearch", package: "noonish"),
                .product(name: "JSON", package: "noonish"),
                .product(name: "Money", package: "noonish"),
                .product(name: "NoonishAPI", package: "noonish"),
                .product(name: "Postgres", package: "noonish"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Sources",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ]),
        // The peer that our streams are compared with.
        .executableTarget(
            name: "documented-streams",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Documented",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
