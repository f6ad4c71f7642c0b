import type { Language } from '#contract/messages/language.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { RenderOptions } from './render.ts'

/** One report to be drawn. */
export interface Order {
  readonly document: ReportDocument
  readonly options: RenderOptions
  readonly language: Language
  /** By media id; a video that is not here has no address. */
  readonly videoUrls: ReadonlyMap<string, string>
}

/** All that is needed to place a photo. Its bytes go from the store into the file and never through the drawer. */
export interface PhotoHead {
  /** The JPEG up to where it has told its size and colors. */
  readonly head: Uint8Array
  /** Bytes of the whole. */
  readonly length: number
  readonly width: number
  readonly height: number
}

export type FromDrawer =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'photo'; readonly ask: number; readonly mediaId: string }
  /** All of that photo's bytes stand here in the file. */
  | { readonly kind: 'photo-bytes'; readonly ask: number }
  /** `heap`: bytes that the drawer holds by now. */
  | { readonly kind: 'done'; readonly missing: readonly string[]; readonly heap: number }
  /** It ends. */
  | { readonly kind: 'failed'; readonly error: Error }

export type ToDrawer =
  /** Nobody waits yet: it draws an empty report for itself, so that the first real one finds all that it needs read. */
  | { readonly kind: 'rehearse' }
  | { readonly kind: 'draw'; readonly order: Order }
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'photo'; readonly ask: number; readonly photo: PhotoHead | null }
