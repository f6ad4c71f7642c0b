import type { ImportReport } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'

/** Row 1 of the spreadsheet is `rows[0]`; every cell is text. */
export interface XlsSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

export type XlsBook = readonly XlsSheet[]

export type XlsformReading =
  | { readonly kind: 'form'; readonly form: FormDocument; readonly report: ImportReport }
  | { readonly kind: 'not-a-form'; readonly reason: string }

export type ImportNote = ImportReport['notes'][number]
