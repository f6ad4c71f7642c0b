import { type FieldType, fieldTypes } from '#contract/field-types.ts'
import { limits } from '#contract/limits.ts'
import type { FormField } from '../builder/place.ts'
import { isYes, numberIn } from './cells.ts'
import type { GivenRow } from './fields.ts'
import type { TableRow } from './table.ts'

/** What other tools would read a field of each type as. */
export const paperTypes: Readonly<Record<FieldType, string>> = {
  text: 'text',
  long_text: 'text',
  numeric: 'integer',
  decimal: 'decimal',
  checkbox: 'select_multiple',
  radio: 'select_one',
  select: 'select_one',
  dynamic_dropdown: 'text',
  yes_no: 'select_one',
  date: 'date',
  date_time: 'datetime',
  signature: 'image',
  position: 'geopoint',
  barcode: 'barcode',
  note: 'note',
  calculated: 'calculate',
}

/** What an export of this app writes into the sheet `survey` beside XLSForm's own columns. */
export const ownColumns: ReadonlySet<string> = new Set(
  `add_text adds copy_from_last default dictation dropdown_of internal key list max max_length min photos reason_on type
  unit`
    .split(/\s+/)
    .map((name) => `fieldbook::${name}`),
)

/** The type that this app wrote beside the other tools' one, as long as nobody changed that. */
export function ownTypeOf(row: TableRow, read: FieldType): FieldType | null {
  const own = fieldTypes.find((type) => type === row.get('fieldbook::type'))
  const word = row.get('type').trim().toLowerCase().split(/\s+/)[0]
  return own && (own === read || paperTypes[own] === word) ? own : null
}

/** What XLSForm has no column for. A cell that cannot be is told of and left out. */
export function ownProperties(field: FormField, row: TableRow, tell: GivenRow['tell']): Partial<FormField> {
  const own = (name: string) => row.get(`fieldbook::${name}`)
  const oneOf = <Word extends string>(name: string, words: readonly Word[]): Word | undefined => {
    const found = words.find((word) => word === own(name))
    if (own(name) !== '' && !found)
      tell(`fieldbook::${name}`, 'warning', 'xlsform.ownCell', { cell: own(name) })
    return found
  }
  const numberOf = (name: string, isFit: (value: number) => boolean = () => true): number | undefined => {
    const value = numberIn(own(name))
    if (value !== undefined && isFit(value)) return value
    if (own(name) !== '') tell(`fieldbook::${name}`, 'warning', 'xlsform.ownCell', { cell: own(name) })
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
    // Without the column a field keeps what its own type said.
    ...(own('photos') === 'no' && field.media && { media: false }),
  }
}

const places = ['Building', 'Floor'] as const

function isLength(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= limits.answerMax
}
