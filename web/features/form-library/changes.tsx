import { Badge, Stack, Text } from '@mantine/core'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import type { FormChange } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { languageName } from '#survey/languages.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './form-library.module.css'

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

const kinds = {
  added: 'library.added',
  removed: 'library.removed',
  renamed: 'library.renamed',
  moved: 'library.moved',
  changed: 'library.changedKind',
} as const

export function sectionNames(form: Pick<FormDocument, 'sections'> | undefined): ReadonlyMap<string, string> {
  return new Map(form?.sections.map(({ key, name }) => [key, name]))
}

interface Props {
  readonly changes: readonly FormChange[]
  /** Section names by key. */
  readonly names: ReadonlyMap<string, string>
}

/** Changes by section, in the order of `formDifference`. */
export function Changes({ changes, names }: Props) {
  const sections = new Map<string, FormChange[]>()
  for (const change of changes)
    sections.set(change.section, [...(sections.get(change.section) ?? []), change])
  return (
    <Stack gap="md">
      {[...sections].map(([section, own]) => (
        <div key={section} className={classes.card}>
          <Text fw={600}>
            {section === ''
              ? t('library.wholeForm')
              : (own.find(({ field }) => field === null)?.name ?? names.get(section) ?? section)}
          </Text>
          {own.map((change) => (
            <div key={`${change.kind} ${change.field} ${change.property}`} className={classes.change}>
              <Badge variant="default" tt="none">
                {t(kinds[change.kind])}
              </Badge>
              <span>
                {change.name}
                {change.property !== null &&
                  change.kind !== 'renamed' &&
                  ` · ${propertyName(change.property)}`}
                {(change.from !== null || change.to !== null) && (
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {change.from ?? t('library.nothing')}
                    {' → '}
                    {change.to ?? t('library.nothing')}
                  </Text>
                )}
              </span>
            </div>
          ))}
        </div>
      ))}
    </Stack>
  )
}

/** The label of a property, or its raw name if it has none. */
function propertyName(property: string): string {
  const [, language] = /^translations\.(.*)$/.exec(property) ?? []
  if (language !== undefined)
    return t('library.translation', { language: languageName(language, spokenLocale()) })
  const key = names[property]
  return key ? t(key) : property
}
