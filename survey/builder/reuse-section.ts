import { withKeys } from '../logic/live-fields.ts'
import type { FormField, FormSection } from './form-place.ts'
import { expressionProperties, referencesIn, shownKeys, withTexts } from './rename-key.ts'
import { withoutList } from './shared-lists.ts'

/** Returns the distinct keys outside a section that its rules refer to. */
export function outsideKeys(section: FormSection): readonly string[] {
  const own = new Set([section.key, ...section.fields.map(({ key }) => key)])
  const meant = [
    ...[section.showIf ?? '', ...(section.conditions ?? []).map(({ showIf }) => showIf)].flatMap((source) =>
      referencesIn(source).map(({ text }) => text),
    ),
    ...section.fields.flatMap((field) => keysMeantBy(field)),
  ]
  return [...new Set(meant)].filter((key) => !own.has(key))
}

/** Makes a field independent: removes its shared list and the rules that refer to other fields. */
export function makeIndependent(field: FormField): FormField {
  let alone = field.list === undefined ? field : withoutList(field)
  if (alone.condition !== undefined) {
    const { condition: _, ...rest } = alone
    alone = rest
  }
  for (const property of expressionProperties) {
    if (referencesIn(field[property] ?? '').length === 0) continue
    const { [property]: _, ...rest } = alone
    alone = rest
  }
  alone = withTexts(alone, (text) => withKeys(text, () => null))
  if (alone.constraint !== undefined || alone.constraintMessage === undefined) return alone
  const { constraintMessage: _, ...rest } = alone
  return rest
}

function keysMeantBy(field: FormField): readonly string[] {
  const read = expressionProperties.flatMap((property) =>
    referencesIn(field[property] ?? '').map(({ text }) => text),
  )
  return [...read, ...shownKeys(field)]
}
