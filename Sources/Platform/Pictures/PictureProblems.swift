package import HTTPKit
import HTTPTypes

/// Why an uploaded picture is refused.
package enum PictureProblems {
    package static let notAPicture = Problem(
        "not_a_picture", .unsupportedMediaType, title: "Unsupported media type",
        detail: "Use a JPEG, PNG or WebP file.",
        headers: [.accept: PictureLimits.types.joined(separator: ", ")])

    package static let tooManyPixels = Problem.unprocessable(
        "too_many_pixels",
        "A picture can be at most \(PictureLimits.side) pixels wide and high, and have at most \(PictureLimits.pixels / 1_000_000) million pixels."
    )

    package static let broken = Problem.unprocessable(
        "broken_picture", "This picture can’t be read. Try another one.")

    package static let busy = Problem.serviceUnavailable(
        "pictures_busy", "Many pictures are being processed. Try again in a moment.")

    /// Has no `Retry-After`, because an operator has to act.
    package static let notConfigured = Problem(
        "pictures_not_configured", .serviceUnavailable, title: "This server cannot read pictures",
        detail: "The operator needs to install vipsthumbnail.")
}
