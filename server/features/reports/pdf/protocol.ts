import type { Language } from '#contract/messages/language.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { RenderOptions } from './render.ts'

/** What a worker is started with. */
export interface Started {
  /** Nobody waits yet: it draws an empty report for itself, so that the first real one finds all that it needs read. */
  readonly rehearse: boolean
}

/** One report to be drawn. */
export interface Order {
  readonly document: ReportDocument
  readonly options: RenderOptions
  readonly language: Language
  /** By media id; a video that is not here has no address. */
  readonly videoUrls: ReadonlyMap<string, string>
}

export type FromWorker =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'photo'; readonly ask: number; readonly mediaId: string }
  /** `heap`: bytes that the worker holds by now. */
  | { readonly kind: 'done'; readonly missing: readonly string[]; readonly heap: number }

export type ToWorker =
  | { readonly kind: 'draw'; readonly order: Order }
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'photo'; readonly ask: number; readonly photo: PdfPhoto | null }
