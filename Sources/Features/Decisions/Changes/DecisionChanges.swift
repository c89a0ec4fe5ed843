package import Journal

/// The kinds of changes of this feature.
package enum DecisionChanges {
    package static let kinds: [any ChangeKind.Type] = [SuggestionChange.self, PollChange.self]
}
