extension StringProtocol {
    /// Whether a reader sees anything of the text: not only white space, controls, formatting such as the directions
    /// of writing, marks without a letter, and characters that are drawn as nothing.
    package var isVisible: Bool { unicodeScalars.contains(where: \.isVisible) }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        // Nearly all text has an ASCII letter or digit; Unicode's tables cost more.
        if isASCII { return (0x21...0x7e).contains(value) }
        // U+2800 is a Braille cell without dots, a symbol by its category.
        guard value != 0x2800, !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .nonspacingMark, .enclosingMark,
            .spaceSeparator, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }
}
