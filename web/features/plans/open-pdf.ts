import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'

export interface OpenedPdf {
  readonly name: string
  readonly pages: number
  /** Renders a page, counted from 1; null if that fails. */
  readonly draw: (page: number, size: 'thumbnail' | 'plan') => Promise<Blob | null>
  readonly close: () => void
}

export type PdfProblem = 'broken' | 'locked' | 'empty' | 'too-large' | 'too-long' | 'no-reader'

export const pdfProblems: Record<PdfProblem, MessageKey> = {
  broken: 'plans.pdfBroken',
  locked: 'plans.pdfLocked',
  empty: 'plans.pdfEmpty',
  'too-large': 'plans.pdfTooLarge',
  'too-long': 'plans.pdfTooLong',
  'no-reader': 'plans.pdfReaderMissing',
}

/** Loads the reader on demand, because it is larger than the rest of the app. */
export async function openPdf(file: File): Promise<OpenedPdf | PdfProblem> {
  if (file.size > limits.planPdfBytes) return 'too-large'
  // The caller reports the failure.
  const reader = await import('./pdf-reader.ts').catch(() => null)
  if (!reader) return 'no-reader'
  const name = file.name.replace(/\.pdf$/i, '').trim()
  return reader.readPdf(name, await file.arrayBuffer())
}

/** Searches the first KB, because some programs write lines before the header. */
export async function isPdf(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 1_024).arrayBuffer())
  return new TextDecoder('latin1').decode(head).includes('%PDF-')
}

/** The pages selected initially: all, up to the number of plans that fit. */
export function firstPages(pages: number, room: number): readonly number[] {
  return Array.from({ length: Math.min(pages, room) }, (_, index) => index + 1)
}
