import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/context.ts'
import type { Template } from '#survey/template.ts'
import { untranslated } from '#survey/translate.ts'
import { templates } from './catalogue/templates.ts'
import { addMissingTemplates, changeTranslations, findTemplate } from './data.ts'

/** Adds the built-in templates; runs at every start, also concurrently. */
export async function seedTemplates(db: Db): Promise<void> {
  await addMissingTemplates(db, templates)
  for (const { series: _, ...template } of templates) {
    const there = await findTemplate(db, template.id)
    if (there && isOnlyTranslated(there, template)) await changeTranslations(db, template)
  }
}

/** Whether only translations differ, which no answer depends on. */
function isOnlyTranslated(before: Template, after: Template): boolean {
  return (
    !isDeepStrictEqual(plain(before), plain(after)) &&
    isDeepStrictEqual(plain(untranslated(before)), plain(untranslated(after)))
  )
}

/** Returns the template as the database returns it. */
function plain(template: Template): unknown {
  return JSON.parse(JSON.stringify(template))
}
