import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { columnLanguage } from '../languages.ts'
import type { Languages } from './languages.ts'
import type { ReadSection } from './read-form.ts'

interface Parts {
  readonly name: string
  readonly settings: { get(column: string): string }
  readonly languages: Languages
  readonly sections: readonly ReadSection[]
}

/** Columns of `settings` with the translated name and description. */
export const textColumns = { name: 'fieldbook::title_in', description: 'fieldbook::description_in' } as const

function formTexts(settings: Parts['settings'], { said }: Languages): Pick<FormDocument, 'translations'> {
  const get = (column: string, language: string) =>
    settings.get(`${column}::${columnLanguage(language)}`.toLowerCase())
  const translations = (said.languages ?? []).flatMap((language) => {
    const name = cut(oneLine(get(textColumns.name, language)), limits.formLineMax)
    const description = cut(get(textColumns.description, language), limits.formTextMax)
    const texts = { ...(name !== '' && { name }), ...(description !== '' && { description }) }
    return Object.keys(texts).length > 0 ? [[language, texts] as const] : []
  })
  return translations.length > 0 ? { translations: Object.fromEntries(translations) } : {}
}

export function buildForm({ name, settings, languages, sections }: Parts): FormDocument {
  const description = cut(settings.get('fieldbook::description'), limits.formTextMax)
  const category = cut(oneLine(settings.get('fieldbook::category')), limits.formLineMax)
  const picture = cut(oneLine(settings.get('fieldbook::picture')), limits.formKeyMax)
  return {
    schema: 'fieldbook-form/1',
    name: cut(name, limits.formLineMax),
    ...(description !== '' && { description }),
    ...(category !== '' && { category }),
    ...(picture !== '' && { picture }),
    ...languages.said,
    ...formTexts(settings, languages),
    sections: sections.map(
      ({
        key,
        name: called,
        addSimilarText,
        copyFromLastFilled,
        showIf,
        conditions,
        fields,
        translations,
      }) => ({
        key,
        name: called,
        ...(addSimilarText !== null && { addSimilarText }),
        ...(copyFromLastFilled && { copyFromLastFilled }),
        ...(showIf !== '' && { showIf }),
        ...(conditions.length > 0 && { conditions: [...conditions] }),
        ...(translations && { translations }),
        fields: fields.map(({ field }) => field),
      }),
    ),
  }
}
