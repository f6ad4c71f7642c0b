import type { MessageKey } from '#contract/messages/catalogue.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { languageName } from '#survey/languages.ts'
import { t } from '#web/lib/language/translate.ts'

/** Property labels as the template's author sees them. */
const names: Readonly<Record<string, MessageKey>> = {
  name: 'library.name',
  description: 'library.description',
  category: 'library.category',
  type: 'library.type',
  options: 'library.options',
  list: 'library.list',
  mandatory: 'library.mandatory',
  hint: 'library.hint',
  unit: 'library.unit',
  min: 'library.min',
  max: 'library.max',
  maxLength: 'library.maxLength',
  dictation: 'library.dictation',
  media: 'library.media',
  internal: 'library.internal',
  default: 'library.default',
  showIf: 'library.showIf',
  condition: 'library.condition',
  conditions: 'library.conditions',
  requiredIf: 'library.requiredIf',
  defaultExpression: 'library.defaultExpression',
  constraint: 'library.constraint',
  constraintMessage: 'library.constraintMessage',
  calculation: 'library.calculation',
  choiceFilter: 'library.choiceFilter',
  addSimilarText: 'library.addSimilarText',
  copyFromLastFilled: 'library.copyFromLastFilled',
  language: 'library.language',
  languages: 'library.languages',
}

/** The label of a property, or its raw name if it has none. */
export function propertyName(property: string): string {
  const [, language] = /^translations\.(.*)$/.exec(property) ?? []
  if (language !== undefined)
    return t('library.translation', { language: languageName(language, spokenLocale()) })
  const key = names[property]
  return key ? t(key) : property
}
