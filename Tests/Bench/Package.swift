// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that neither `swift build` nor `script/test` builds the benchmarks. Run by `script/bench`.

let package = Package(
    name: "noonish-bench",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "noonish", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "noonish-bench",
            dependencies: [
                .product(name: "Postgres", package: "noonish"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ])
    ],
    swiftLanguageModes: [.v6]
)
