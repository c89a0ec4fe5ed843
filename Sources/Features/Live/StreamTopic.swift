import NoonishAPI

/// Something whose newest revision a stream writes.
enum StreamTopic: Hashable, Sendable {
    case outing(OutingID)
    case board(RestaurantID)
}
