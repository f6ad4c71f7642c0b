import * as z from 'zod/mini'
import type { Language } from '#contract/messages/language.ts'
import { ImportReport } from '#contract/templates/custom-forms.ts'
import { FormDocument } from '#contract/templates/form-document.ts'

/** A task for the worker: read a form from bytes, or write a form to a file. */
export type SheetTask =
  | { readonly kind: 'read'; readonly language: Language; readonly bytes: Uint8Array }
  | {
      readonly kind: 'write'
      readonly language: Language
      readonly form: FormDocument
      readonly format: 'xlsx' | 'csv'
    }

/** The worker's result for a file. */
export const SheetReading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), form: FormDocument, report: ImportReport }),
  z.object({ kind: z.literal('not-a-form'), reason: z.string() }),
])
export type SheetReading = z.output<typeof SheetReading>
