internal import CCurl

extension FetchClient {
    /// libcurl and what it is built on: `libcurl/7.88.1 OpenSSL/3.0.15 …`.
    package static var libraryVersion: String {
        curl_version().map { String(cString: $0) } ?? "libcurl of no known version"
    }
}
