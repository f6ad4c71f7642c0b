/** A JPEG made from an uploaded photo. It carries no metadata at all. */
export interface Rendition {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** What a picture is for. A plan is looked at closely, and its thin lines must not blur; a portrait is square. */
export type PictureUse = 'photo' | 'plan' | 'portrait'

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface Renditions {
  /** Of the upright picture, before it was made smaller. */
  readonly width: number
  readonly height: number
  /** For screens and guests: longest side at most 1,920, of a plan 3,000, of a portrait 512. */
  readonly view: Rendition
  /** For the PDF: at most 1,000, of a plan 2,000. */
  readonly report: Rendition
  /** For lists: at most 320. */
  readonly thumb: Rendition
  /**
   * The camera's clock as ISO 8601: '2026-05-01T10:20:30+02:00', without an offset where the camera wrote
   * none (then it is the time of the place). Null when unknown or impossible.
   */
  readonly takenAt: string | null
  /** Where the camera says it was: for signed-in readers only. */
  readonly position: Position | null
}

/** Why a file was not taken as a picture. */
export type ImageRefusal =
  /** Damaged, cut off, empty, or something else under a picture's name. */
  | 'not-an-image'
  /** A picture that is also a zip, a PDF or a web page. */
  | 'disguised'
  /** A picture of a form that is not read here, such as a run-length BMP. */
  | 'unsupported'
  | 'too-many-pixels'
  | 'too-much-memory'
  | 'timeout'
  | 'crashed'

export type RenditionResult =
  | { readonly ok: true; readonly image: Renditions }
  | { readonly ok: false; readonly reason: ImageRefusal; readonly detail: string }

/** How many pixels a picture has, by what its file says of itself. */
export type SizeResult =
  | { readonly ok: true; readonly pixels: number }
  | { readonly ok: false; readonly reason: ImageRefusal; readonly detail: string }
