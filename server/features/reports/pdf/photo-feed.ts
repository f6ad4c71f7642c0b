import type { ReportDocument } from '#survey/report.ts'

export interface PdfPhoto {
  /** JPEG, upright. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

export interface PhotoFeed {
  /** Returns the next photo. Call in the report's order. */
  take(mediaId: string): Promise<PdfPhoto | null>
}

/** Photos to load ahead. More would cost too much memory. */
const ahead = 3

export function openPhotoFeed(
  order: readonly string[],
  fetch: (mediaId: string) => Promise<PdfPhoto | null>,
): PhotoFeed {
  const asked = new Map<number, Promise<PdfPhoto | null>>()
  let at = 0

  function ask(index: number): Promise<PdfPhoto | null> | null {
    const mediaId = order[index]
    if (mediaId === undefined) return null
    const known = asked.get(index) ?? fetch(mediaId)
    asked.set(index, known)
    return known
  }

  return {
    async take(mediaId) {
      if (order[at] !== mediaId) throw new Error('photos were requested out of order')
      const mine = ask(at)
      for (let next = 1; next <= ahead; next += 1) ask(at + next)
      asked.delete(at)
      at += 1
      return mine
    },
  }
}

/** Returns the ids of all pictures in rendering order: floor plans, then photos. */
export function picturesOf(document: ReportDocument): readonly string[] {
  return [...document.plans.map(({ planId }) => planId), ...figuresOf(document, 'photo')]
}

export function figuresOf(document: ReportDocument, kind: 'photo' | 'video'): readonly string[] {
  return document.sections.flatMap(({ parts }) =>
    parts.flatMap(({ rows }) =>
      rows.flatMap(({ figures }) => figures.filter((f) => f.kind === kind).map(({ mediaId }) => mediaId)),
    ),
  )
}
