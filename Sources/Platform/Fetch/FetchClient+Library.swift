import CCurl

extension FetchClient {
    /// The versions of libcurl and of the libraries it was built with: `libcurl/7.88.1 OpenSSL/3.0.15 …`.
    package static var libraryVersion: String {
        curl_version().map { String(cString: $0) } ?? "libcurl of no known version"
    }
}
