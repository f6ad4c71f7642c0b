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

/** Category and picture of the built-in templates that are not written as documents, by name. */
const shelves: Readonly<Record<string, { readonly category: string; readonly picture: string }>> = {
  'Property and wiring survey': { category: 'Telecom', picture: 'building' },
  'General property inspection': { category: 'Property', picture: 'house' },
  'Telecom closet acceptance': { category: 'Telecom', picture: 'closet' },
}

/** The built-in templates, as documents to read, copy and export. */
export const library: readonly LibraryForm[] = templates.map(({ series, ...template }) => ({
  id: series,
  template,
  document: documents.get(series) ?? { ...documentOf(template), ...shelves[template.name] },
}))

export function findInLibrary(id: string): LibraryForm | null {
  return library.find((form) => form.id === id) ?? null
}
