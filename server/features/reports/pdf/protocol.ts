import type { Language } from '#contract/messages/language.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { RenderOptions } from './render.ts'

/** A report to render. */
export interface RenderOrder {
  readonly document: ReportDocument
  readonly options: RenderOptions
  readonly language: Language
  /** Addresses by media id; other videos have no link. */
  readonly videoUrls: ReadonlyMap<string, string>
}

/** The data needed to place a photo. Its other bytes never pass through the rendering process. */
export interface PhotoHeader {
  /** The JPEG up to its size and color information. */
  readonly head: Uint8Array
  /** Size of the whole photo in bytes. */
  readonly length: number
  readonly width: number
  readonly height: number
}

export type FromRenderer =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'photo'; readonly ask: number; readonly mediaId: string }
  /** Marks the place of a photo's bytes in the file. */
  | { readonly kind: 'photo-bytes'; readonly ask: number }
  /** `heap`: size of the process's heap in bytes. */
  | { readonly kind: 'done'; readonly missing: readonly string[]; readonly heap: number }
  /** The process exits after this message. */
  | { readonly kind: 'failed'; readonly error: Error }

export type ToRenderer =
  /** Renders an empty report, so that code and fonts are loaded before the first real one. */
  | { readonly kind: 'warm-up' }
  | { readonly kind: 'draw'; readonly order: RenderOrder }
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'photo'; readonly ask: number; readonly photo: PhotoHeader | null }
