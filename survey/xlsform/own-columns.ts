import { limits } from '#contract/limits.ts'
import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import type { FormField } from '../builder/form-place.ts'
import type { XlsformType } from '../fields/kind.ts'
import { xlsformType } from '../fields/registry.ts'
import { isYes, numberIn, parametersIn } from './cells.ts'
import type { QuestionRow } from './fields.ts'
import type { TableRow } from './table.ts'

/** Columns that this app adds to the sheet `survey`. */
export const ownColumns: ReadonlySet<string> = new Set(
  `add_text adds copy_from_last default dictation dropdown_of internal key list max max_length min photos reason_on type
  unit`
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
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(maxLength !== undefined && { maxLength }),
    ...(unit !== '' && { unit }),
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
