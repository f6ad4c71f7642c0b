import { limits } from '#contract/limits.ts'
import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import { FormOptions, SharedConditions } from '#contract/templates/form-document.ts'
import type { FormField, FormOption, FormSection } from '../builder/form-place.ts'
import type { SharedCondition } from '../builder/shared-conditions.ts'
import type { XlsformType } from '../fields/kind.ts'
import { isComputed, xlsformType } from '../fields/registry.ts'
import { joined } from '../logic/joined.ts'
import { plainExpression } from '../logic/plain-expression.ts'
import { sharedConditionOf } from '../logic/whole-condition.ts'
import { isYes, numberIn, parametersIn } from './cells.ts'
import type { QuestionRow } from './fields.ts'
import type { TableRow } from './table.ts'

/** Columns that this app adds to the sheet `survey`. */
export const ownColumns: ReadonlySet<string> = new Set(
  `add_text adds condition conditions copy_from_last default dictation dropdown_of internal key list max max_length min
  photos reason_on relevant results type unit`
    .split(/\s+/)
    .map((name) => `fieldbook::${name}`),
)

/** Returns the type that this app exported, unless the standard type was edited since. */
export function ownTypeOf(row: TableRow, read: FieldType): FieldType | null {
  const own = fieldTypes.find((type) => type === row.get('fieldbook::type'))
  if (own === undefined || own === read) return own ?? null
  const { type, parameters } = xlsformType(own)
  const word = row.get('type').trim().toLowerCase().split(/\s+/)[0]
  return type === word && (!parameters || saysAll(row, parameters)) ? own : null
}

function saysAll(row: TableRow, parameters: NonNullable<XlsformType['parameters']>): boolean {
  const given = parametersIn(row.get('parameters'))
  return Object.entries(parameters).every(([name, value]) => given.get(name) === value)
}

/** Reads properties that XLSForm has no column for. Notes and skips invalid cells. */
export function ownProperties(
  field: FormField,
  row: TableRow,
  addNote: QuestionRow['addNote'],
): Partial<FormField> {
  const own = (name: string) => row.get(`fieldbook::${name}`)
  const oneOf = <Word extends string>(name: string, words: readonly Word[]): Word | undefined => {
    const found = words.find((word) => word === own(name))
    if (own(name) !== '' && !found)
      addNote(`fieldbook::${name}`, 'warning', 'xlsform.ownCell', { cell: own(name) })
    return found
  }
  const numberOf = (name: string, isFit: (value: number) => boolean = () => true): number | undefined => {
    const value = numberIn(own(name))
    if (value !== undefined && isFit(value)) return value
    if (own(name) !== '') addNote(`fieldbook::${name}`, 'warning', 'xlsform.ownCell', { cell: own(name) })
    return undefined
  }
  const [min, max] = [numberOf('min'), numberOf('max')]
  const maxLength = numberOf('max_length', isLength)
  const [dropdownOf, adds] = [oneOf('dropdown_of', places), oneOf('adds', places)]
  const reasonOn = oneOf('reason_on', ['Yes', 'No'])
  const unit = own('unit').slice(0, limits.formLineMax)
  const results = isComputed(field) ? resultsIn(own('results')) : []
  if (results === null) addNote('fieldbook::results', 'warning', 'xlsform.ownCell', { cell: own('results') })
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(maxLength !== undefined && { maxLength }),
    ...(unit !== '' && { unit }),
    ...(results && results.length > 0 && { options: [...results] }),
    ...(dropdownOf && { dropdownOf }),
    ...(adds && { adds }),
    ...(reasonOn && { reasonOn }),
    ...(isYes(own('dictation')) && { dictation: true }),
    ...(isYes(own('photos')) && { media: true }),
    ...(isYes(own('internal')) && { internal: true }),
    // Without the column, the type's own setting stays.
    ...(own('photos') === 'no' && field.media && { media: false }),
  }
}

const places = ['Building', 'Floor'] as const

function isLength(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= limits.answerMax
}

/** The labels of a calculation's results, as `resultsCell` writes them; null where the cell says something else. */
function resultsIn(cell: string): readonly FormOption[] | null {
  return cell === '' ? [] : (FormOptions.safeParse(parsed(cell)).data ?? null)
}

export function resultsCell(field: FormField): string {
  return isComputed(field) && field.options?.length ? JSON.stringify(field.options) : ''
}

/** A section's shared conditions, as `conditionsCell` writes them; null where the cell says something else. */
export function conditionsIn(cell: string): readonly SharedCondition[] | null {
  return cell === '' ? [] : (SharedConditions.safeParse(parsed(cell)).data ?? null)
}

export function conditionsCell({ conditions = [] }: FormSection): string {
  const plain = conditions.map(({ name, showIf }) => ({ name, showIf: plainExpression(showIf) }))
  return plain.length > 0 ? JSON.stringify(plain) : ''
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Splits a field's condition into the shared one and its own. An edited `relevant` becomes the field's
 * condition.
 */
export function withSharedCondition(
  field: FormField,
  row: TableRow,
  conditions: readonly SharedCondition[],
): FormField {
  const condition = row.get('fieldbook::condition')
  const own = row.get('fieldbook::relevant')
  const shared = sharedConditionOf({ conditions }, { condition })
  if (shared === '' || field.showIf !== joined([shared, own])) return field
  const { showIf: _, ...rest } = field
  return { ...rest, condition, ...(own !== '' && { showIf: own }) }
}
