import type { FormDocument } from '#contract/templates/form-document.ts'
import { inSpanish } from '#server/features/templates/catalogue/spanish/in-spanish.ts'
import { templates } from '#server/features/templates/catalogue/templates.ts'
import { documentOf } from '#survey/document-of.ts'
import type { Template } from '#survey/template.ts'
import { elevator } from './catalogue/elevator.ts'
import { fireSafety } from './catalogue/fire-safety.ts'
import { moveIn } from './catalogue/move-in.ts'
import { punchList } from './catalogue/punch-list.ts'
import { roof } from './catalogue/roof.ts'
import { smallCell } from './catalogue/small-cell.ts'

export interface LibraryForm {
  /** Never changes; of those that surveys can be begun with the series that all of its versions share. */
  readonly id: string
  /** null: only to copy. */
  readonly template: Template | null
  readonly document: FormDocument
}

/** What those that surveys can be begun with at once are about, by their names. */
const shelves: Readonly<Record<string, { readonly category: string; readonly picture: string }>> = {
  'Property and wiring survey': { category: 'Telecom', picture: 'building' },
  'General property inspection': { category: 'Property', picture: 'house' },
  'Telecom closet acceptance': { category: 'Telecom', picture: 'closet' },
}

const toCopy: readonly (readonly [string, FormDocument])[] = [
  ['019ab0c0-0000-7000-8000-000000000001', moveIn],
  ['019ab0c0-0000-7000-8000-000000000002', fireSafety],
  ['019ab0c0-0000-7000-8000-000000000003', roof],
  ['019ab0c0-0000-7000-8000-000000000004', smallCell],
  ['019ab0c0-0000-7000-8000-000000000005', elevator],
  ['019ab0c0-0000-7000-8000-000000000006', punchList],
]

/** What ships with the app, as documents to read, to copy and to export. */
export const library: readonly LibraryForm[] = [
  ...templates.map(({ series, ...template }) => ({
    id: series,
    template,
    document: { ...documentOf(template), ...shelves[template.name] },
  })),
  ...toCopy.map(([id, document]) => ({ id, template: null, document: inSpanish(document) })),
]

export function findInLibrary(id: string): LibraryForm | null {
  return library.find((one) => one.id === id) ?? null
}
