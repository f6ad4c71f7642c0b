import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/context.ts'
import type { Template } from '#survey/template.ts'
import { untranslated } from '#survey/translate.ts'
import { templates } from './catalogue/templates.ts'
import { addMissingTemplates, changeTranslations, findTemplate } from './data.ts'

/** Brings the templates that ship with the product into an installation; for every start, also several at once. */
export async function seedTemplates(db: Db): Promise<void> {
  await addMissingTemplates(db, templates)
  for (const { series: _, ...template } of templates) {
    const there = await findTemplate(db, template.id)
    if (there && isOnlyTranslated(there, template)) await changeTranslations(db, template)
  }
}

/** They ask for the same, and differ in what it is called in other languages: no answer hangs on that. */
function isOnlyTranslated(before: Template, after: Template): boolean {
  return (
    !isDeepStrictEqual(plain(before), plain(after)) &&
    isDeepStrictEqual(plain(untranslated(before)), plain(untranslated(after)))
  )
}

/** As a database gives it back. */
function plain(template: Template): unknown {
  return JSON.parse(JSON.stringify(template))
}
