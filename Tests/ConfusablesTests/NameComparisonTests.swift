import Testing

@testable import Confusables

@Suite struct NameComparisonTests {
    @Test(arguments: [
        ("Leila", "Leila"), ("Leila", "L\u{435}ila"), ("Leila", "LEILA"), ("Leila", "Leïla"),
        ("Leila", "Ｌeila"),
        ("Leila", "Lei\u{200D}la"), ("Al", "AI"), ("Mikko", "Mikk\u{3BF}"),
        ("mark", "rnark"),
        ("Елена", "ЕЛЕНА"), ("山田", "山\u{FE00}田"), ("فاطمة", "فاطمة"),
    ])
    func `names that look alike are found`(one: String, other: String) {
        let names = NameComparison([one, "Tom", other])

        #expect(names.isShared(one) && names.isShared(other))
        #expect(!names.isShared("Tom"))
    }

    @Test(arguments: [
        ("Leila", "Laila"), ("Ann", "Anna"), ("山田", "山本"), ("Ли", "Ира"), ("1", "2"), ("🐱", "🐶"),
    ])
    func `names that look different are not`(one: String, other: String) {
        let names = NameComparison([one, other])

        #expect(!names.isShared(one) && !names.isShared(other))
    }

    @Test(arguments: ["L\u{435}ila", "P\u{3B1}ul", "Ada L\u{43E}velace"])
    func `a word of Latin and Cyrillic or Greek letters mixes scripts`(name: String) {
        #expect(NameComparison.mixesScripts(name))
    }

    @Test(arguments: [
        "Leila", "Leïla Ö", "Лейла", "Leila (Лейла)", "Leila Лейла", "山田たろうタロウ", "Tanakaさん", "김민수 Kim",
        "ليلى Leila",
        "O’Neil", "Mira 🐱", "R2D2", "José-María", "Παύλος", "लीला", "Nguyễn Văn A",
    ])
    func `a name in one script a word does not`(name: String) {
        #expect(!NameComparison.mixesScripts(name))
    }

    @Test func `long names of any characters have a skeleton`() {
        let names = ["\u{FDFA}", "\u{0}", "", "🏴\u{E0067}\u{E0062}"].map { String(repeating: $0, count: 80) }

        #expect(NameComparison(names + names).isShared(names[0]))
    }
}
