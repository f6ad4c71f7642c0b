import { joined } from './joined.ts'

interface Section {
  readonly conditions?: readonly { readonly name: string; readonly showIf: string }[] | undefined
}

interface Field {
  readonly showIf?: string | undefined
  readonly condition?: string | undefined
}

/** Returns the expression of the shared condition that a field names; '' if it names none, or one that is missing. */
export function sharedConditionOf({ conditions = [] }: Section, { condition }: Field): string {
  return condition === undefined ? '' : (conditions.find(({ name }) => name === condition)?.showIf ?? '')
}

/** Returns the shared condition and the field's own one as one expression; undefined = always shown. */
export function wholeCondition(section: Section, field: Field): string | undefined {
  if (field.condition === undefined) return field.showIf
  return joined([sharedConditionOf(section, field), field.showIf ?? '']) || undefined
}
