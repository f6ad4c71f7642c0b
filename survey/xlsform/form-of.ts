import type { FormDocument } from '#contract/form-document.ts'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { Languages } from './languages.ts'
import type { ReadSection } from './sections.ts'

interface Parts {
  readonly name: string
  readonly settings: { get(column: string): string }
  readonly languages: Languages
  readonly sections: readonly ReadSection[]
}

export function formOf({ name, settings, languages, sections }: Parts): FormDocument {
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
    sections: sections.map(
      ({ key, name: called, addSimilarText, copyFromLastFilled, fields, translations }) => ({
        key,
        name: called,
        ...(addSimilarText !== null && { addSimilarText }),
        ...(copyFromLastFilled && { copyFromLastFilled }),
        ...(translations && { translations }),
        fields: fields.map(({ field }) => field),
      }),
    ),
  }
}
