package import CCurl

/// One libcurl transfer handle and the lists that must live as long as it does.
///
/// Not `Sendable`: it is created, configured, run and freed on the loop thread.
package final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    init() throws(FetchError) {
        guard let pointer = curl_easy_init() else { throw .broken("libcurl is out of memory") }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        for list in lists { curl_slist_free_all(list) }
    }

    /// Sets an option.
    ///
    /// - Parameter value: A number. libcurl uses numbers for switches, enumerations and milliseconds alike.
    package func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(curl_set_number(pointer, option, value), option)
    }

    package func set(_ option: CURLoption, size: Int) throws(FetchError) {
        try check(curl_set_size(pointer, option, curl_off_t(size)), option)
    }

    package func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(curl_set_text(pointer, option, value), option)
    }

    package func set(_ option: CURLoption, _ values: [String]) throws(FetchError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values {
            guard let longer = curl_slist_append(list, value) else {
                curl_slist_free_all(list)
                throw .broken("libcurl is out of memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try check(curl_set_list(pointer, option, list), option)
    }

    /// Has libcurl copy `bytes` and send the copy as the request body.
    package func set(body bytes: [UInt8]) throws(FetchError) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: bytes.count)
        let result = bytes.withUnsafeBytes {
            curl_set_pointer(
                pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
        try check(result, CURLOPT_COPYPOSTFIELDS)
    }

    /// Returns a numeric property of the finished transfer; 0 if libcurl does not provide it.
    package func number(_ info: CURLINFO) -> Int {
        var value = 0
        return curl_get_number(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func check(_ result: CURLcode, _ option: CURLoption) throws(FetchError) {
        guard result != CURLE_OK else { return }
        throw .invalid(
            "libcurl rejected option \(option.rawValue): \(String(cString: curl_easy_strerror(result)))")
    }
}
