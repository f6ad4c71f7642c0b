import type { Template } from '#survey/template.ts'

/** Fetches what fields of this template open later, while there is network; at the place itself there may be none. */
export function fetchAheadOf({ sections }: Template): void {
  const types = new Set(sections.flatMap(({ fields }) => fields.map(({ type }) => type)))
  // A failure shows when the dialog is opened.
  if (types.has('signature')) import('./signature-dialog.tsx').catch(() => undefined)
  if (!types.has('barcode')) return
  import('./scan-dialog.tsx')
    .then(() => import('./read-codes.ts'))
    .then(({ prepareReading }) => prepareReading())
    .catch(() => undefined)
}
