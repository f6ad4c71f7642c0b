import type { FormDocument } from '#contract/templates/form-document.ts'
import { addLanguage, textsIn, translate } from '#survey/builder/translations.ts'
import { fireAndRoof } from './fire-and-roof.ts'
import { inspections } from './inspections.ts'
import { names } from './names.ts'
import { sites } from './sites.ts'
import { wiring } from './wiring.ts'

/** The Spanish of every text in the templates that ship. The same words mean the same in all of them. */
const spanish: ReadonlyMap<string, string> = new Map(
  [names, wiring, inspections, fireAndRoof, sites].flatMap((words) => Object.entries(words)),
)

/** A template that ships, in English and Spanish. Throws where it says something that has no Spanish yet. */
export function inSpanish(form: FormDocument): FormDocument {
  const both = addLanguage({ ...form, language: 'en' }, 'es')
  return textsIn(both).reduce((now, text) => {
    const words = spanish.get(text.text)
    if (words === undefined) throw new Error(`${form.name}: no Spanish for '${text.text}'`)
    return words === text.text ? now : translate(now, text, 'es', words)
  }, both)
}
