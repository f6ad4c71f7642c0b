import type { Db } from '#server/context.ts'
import { templates } from './catalogue/templates.ts'
import { addMissingTemplates } from './data.ts'

/** Brings the templates that ship with the product into an installation; for every start, also several at once. */
export async function seedTemplates(db: Db): Promise<void> {
  await addMissingTemplates(db, templates)
}
