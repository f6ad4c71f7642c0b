/** A JPEG made from an uploaded photo. It contains no metadata. */
export interface Rendition {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** The use of a picture. Plans are viewed closely, so thin lines must not blur; a portrait is square. */
export type PictureUse = 'photo' | 'plan' | 'portrait'

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface Renditions {
  /** Size of the upright picture before scaling. */
  readonly width: number
  readonly height: number
  /** For screens and guests: longest side at most 1,920, of a plan 3,000, of a portrait 512. */
  readonly view: Rendition
  /** For the PDF: at most 1,000, of a plan 2,000. */
  readonly report: Rendition
  /** For lists: at most 320. */
  readonly thumb: Rendition
  /**
   * The camera's clock as ISO 8601: '2026-05-01T10:20:30+02:00', without an offset if the camera recorded none
   * (then it is local time). null when unknown or impossible.
   */
  readonly takenAt: string | null
  /** The camera's position, only for signed-in readers. */
  readonly position: Position | null
}

/** Why a file was rejected as a picture. */
export type ImageRefusal =
  /** Damaged, truncated, empty, or a different file under a picture's name. */
  | 'not-an-image'
  /** A picture that is also a zip, a PDF or a web page. */
  | 'disguised'
  /** A picture format that is not supported, such as a BMP with JPEG inside. */
  | 'unsupported'
  | 'too-many-pixels'
  | 'too-much-memory'
  | 'timeout'
  | 'crashed'

export type RenditionResult =
  | { readonly ok: true; readonly image: Renditions }
  | { readonly ok: false; readonly reason: ImageRefusal; readonly detail: string }

/** Number of pixels according to the file's header. */
export type SizeResult =
  | { readonly ok: true; readonly pixels: number }
  | { readonly ok: false; readonly reason: ImageRefusal; readonly detail: string }
