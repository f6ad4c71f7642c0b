import type { FormDocument } from '#contract/templates/form-document.ts'
import { documents, templates } from '#server/features/templates/catalogue/templates.ts'
import type { Template } from '#survey/template.ts'
import { documentOf } from '#survey/template-to-document.ts'

export interface LibraryForm {
  /** The series that all versions of the template share. */
  readonly id: string
  readonly template: Template
  readonly document: FormDocument
}

/** The built-in templates, as documents to read, copy and export. */
export const library: readonly LibraryForm[] = templates.map(({ series, ...template }) => ({
  id: series,
  template,
  document: documents.get(series) ?? documentOf(template),
}))

export function findInLibrary(id: string): LibraryForm | null {
  return library.find((form) => form.id === id) ?? null
}
