import Access
import Foundation
import JSON
import Journal
import Localization
import NIOCore
import News
import NoonishAPI
import Outings
import Testing

import struct TestSupport.SeededChance

/// What holds for every registered kind, over the examples of ``SentenceTests``.
@Suite struct ChangeKindTests {
    private static let examples = SentenceTests.examples.map(\.change)

    private func json(_ change: Change) throws -> JSONValue {
        var writer = JSONWriter()
        change.encode(to: &writer)
        return try JSONValue(parsing: String(buffer: writer.finish()))
    }

    @Test func `no two kinds share a name`() {
        var names: [String] = []
        for kind in ChangeRegistry.all.kinds { names += kind.names }

        #expect(Set(names).count == names.count)
        #expect(names.count == 84)
    }

    @Test(arguments: examples)
    func `a change has one of the names of its kind, and reads back as it was stored`(change: Change) throws {
        let stored = try json(change)

        #expect(type(of: change.kind).names.contains(change.name))
        #expect(ChangeMembers(stored)?.name == change.name)
        #expect(ChangeRegistry.all.change(stored) == change)
        #expect(ChangeRegistry.all.change(stored, version: type(of: change.kind).version + 1) == nil)
    }

    @Test(arguments: examples)
    func `a transition and its inverse leave nothing, and folding keeps the ends`(change: Change) {
        func holds<Kind: Transition>(_ transition: Kind) -> Bool {
            var unchanged = transition
            unchanged.new = transition.old
            // What leads back is the later change, of which only the end counts.
            return transition.folded(with: unchanged) == nil
                && unchanged.folded(with: transition) == transition
        }
        let isSound =
            if let transition = change.kind as? any Transition {
                holds(transition)
            } else {
                change.folded(with: change) == change
            }

        #expect(isSound)
    }

    @Test(arguments: examples, Catalogue.shipped.tags)
    func `a change has a clause in every language`(change: Change, tag: String) {
        let context = SentenceContext(
            language: Catalogue.shipped.language(of: tag), reader: .make(), inviter: nil, names: [:],
            now: Date(timeIntervalSince1970: 1_804_665_600), zone: .gmt)
        let clauses = context.clauses([change])

        #expect(clauses.count == 1)
        #expect(clauses.allSatisfy { !$0.isEmpty && !$0.contains("change.") })
    }

    @Test func `a kind that a newer program wrote is skipped`() throws {
        let newer = try JSONValue(parsing: #"{"kind":"menu_chosen","previous":null,"current":{}}"#)

        #expect(ChangeRegistry.all.change(newer) == nil)
        #expect(ChangeRegistry.all.change(.null) == nil)
    }
}
