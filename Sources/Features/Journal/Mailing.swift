/// When a change is sent by mail. The list of updates has every change at once.
package enum Mailing: Hashable, Sendable {
    /// Only to readers who asked for mail about everything.
    case onRequest
    /// In one mail a day, with the other changes of this kind.
    case daily
    case prompt
}
