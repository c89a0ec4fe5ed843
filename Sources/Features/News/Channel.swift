/// A channel of notifications: the rows of the table `channel`.
package enum Channel: String, Hashable, Sendable, CaseIterable {
    case inbox, mail
    case webPush = "web_push"
    case applePush = "apple_push"
    case webhook
}
