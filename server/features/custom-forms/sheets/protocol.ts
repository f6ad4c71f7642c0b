import * as z from 'zod/mini'
import type { Language } from '#contract/messages/language.ts'
import { ImportReport } from '#contract/templates/custom-forms.ts'
import { FormDocument } from '#contract/templates/form-document.ts'

/** What the worker is asked for: a form of a file's bytes, or the file of a form. */
export type SheetTask =
  | { readonly kind: 'read'; readonly language: Language; readonly bytes: Uint8Array }
  | {
      readonly kind: 'write'
      readonly language: Language
      readonly form: FormDocument
      readonly format: 'xlsx' | 'csv'
    }

/** What it posts for a file. */
export const SheetReading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), form: FormDocument, report: ImportReport }),
  z.object({ kind: z.literal('not-a-form'), reason: z.string() }),
])
export type SheetReading = z.output<typeof SheetReading>
