import CCurl
import Foundation

// The callbacks of libcurl, always called on the loop thread. `context` is the transfer, unretained: the loop
// retains it until libcurl has released the handle. Returning a smaller count than was offered makes libcurl
// abort the transfer.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ one: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
)
    -> Int
{
    guard let transfer = transfer(context), let bytes else { return 0 }
    guard transfer.body.count + count <= transfer.plan.limits.responseBytes else {
        transfer.isTooLarge = true
        return 0
    }
    transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
}

func receiveLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ one: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
)
    -> Int
{
    guard let transfer = transfer(context), let bytes else { return 0 }
    transfer.lineBytes += count
    guard transfer.lineBytes <= FetchLimits.headerBytes else {
        transfer.isTooLarge = true
        return 0
    }
    let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    let line = text.trimmingCharacters(in: .newlines)
    // Interim responses (1xx) may come first; only the final one counts.
    if line.hasPrefix("HTTP/") { transfer.lines.removeAll() }
    if !line.isEmpty { transfer.lines.append(line) }
    return count
}

func sendUpload(
    _ buffer: UnsafeMutablePointer<CChar>?, _ one: Int, _ room: Int, _ context: UnsafeMutableRawPointer?
)
    -> Int
{
    guard let transfer = transfer(context), let upload = transfer.plan.upload, let buffer else { return 0 }
    let count = min(room, upload.count - transfer.uploaded)
    UnsafeMutableRawBufferPointer(start: buffer, count: count)
        .copyBytes(from: upload[transfer.uploaded..<transfer.uploaded + count])
    transfer.uploaded += count
    return count
}

/// Rewinds the upload. libcurl restarts it when a reused connection turns out to be dead.
func seekUpload(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
    guard let transfer = transfer(context), let upload = transfer.plan.upload, origin == SEEK_SET,
        (0...upload.count).contains(Int(offset))
    else { return Int32(CURL_SEEKFUNC_FAIL) }
    transfer.uploaded = Int(offset)
    return Int32(CURL_SEEKFUNC_OK)
}

/// Opens a socket if the policy permits its address. Child processes do not inherit the socket.
func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = transfer(context), let address, transfer.refusedAddress == nil else { return -1 }
    let peer = curl_address(address).flatMap(IPAddress.init)
    guard let peer, transfer.plan.policy.permits(peer) else {
        transfer.refusedAddress = peer?.description ?? "an unknown kind of address"
        return -1
    }
    let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, type, address.pointee.`protocol`)
}

/// Checks the peer's address. libcurl calls this before it sends the request, also on a reused connection
/// that another transfer opened under a different policy.
func checkPeer(
    _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?,
    _ own: UnsafeMutablePointer<CChar>?,
    _ peerPort: Int32, _ ownPort: Int32
) -> Int32 {
    guard let transfer = transfer(context), let peer, transfer.refusedAddress == nil else { return 1 }
    let text = String(cString: peer)
    guard let address = IPAddress(text), transfer.plan.policy.permits(address) else {
        transfer.refusedAddress = text
        return 1
    }
    return 0
}
