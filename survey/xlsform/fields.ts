import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import type { FormField } from '../builder/form-place.ts'
import { withEnding } from '../builder/keys.ts'
import type { Question } from '../fields/kind.ts'
import { acceptsAnswersOf, chooses, isReported, xlsformType } from '../fields/registry.ts'
import type { ImportNote } from './book.ts'
import { isExpression, isYes, numberIn, parametersIn } from './cells.ts'
import type { ChoiceLists, FormOption } from './choices.ts'
import { ownProperties, ownTypeOf } from './own-columns.ts'
import { isDynamic } from './plain-row.ts'
import type { NoteKind, RowKind } from './question-types.ts'
import type { TableRow } from './table.ts'

export interface QuestionRow {
  readonly row: TableRow
  readonly kind: RowKind
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly constraintMessage: string
  /** Its own condition combined with those of its groups. */
  readonly relevant: string
  readonly lists: ChoiceLists
  /** The names of lists that fields share. */
  readonly shared: ReadonlyMap<string, string>
  /** Number of further options that fit into the form. */
  readonly optionsLeft: number
  readonly addNote: (
    column: string | null,
    level: ImportNote['level'],
    message: MessageKey,
    values?: MessageValues,
  ) => void
}

/** The condition of fields that cannot be answered in this app. */
const never = 'false()'
/** A question with more options becomes a dropdown. */
const radiosMax = 10
const other = 'other'

const noteOfKind: Readonly<Record<NoteKind, readonly [ImportNote['level'], MessageKey]>> = {
  asText: ['warning', 'xlsform.asText'],
  asHiddenText: ['warning', 'xlsform.asHiddenText'],
  asLongText: ['warning', 'xlsform.asLongText'],
  withPhotos: ['info', 'xlsform.withPhotos'],
  soundAsText: ['warning', 'xlsform.soundAsText'],
}

/** Converts a question to fields, usually one. */
export function fieldsOfRow(given: QuestionRow): readonly FormField[] {
  const [field, ...more] = plainFields(given)
  return field ? [{ ...field, ...ownProperties(field, given.row, given.addNote) }, ...more] : []
}

function plainFields(given: QuestionRow): readonly FormField[] {
  const { row, kind, addNote } = given
  const type = row.get('type')
  switch (kind.kind) {
    case 'question': {
      if (kind.note === 'asHiddenText') {
        addNote('type', ...noteOfKind.asHiddenText, { type })
        return [{ key: given.key, name: given.label, type: kind.type, showIf: never }]
      }
      const [level, message] =
        kind.note && typeOf(given, kind.type) === kind.type ? noteOfKind[kind.note] : []
      if (level && message) addNote('type', level, message, { type })
      return [withRange(questionOf(given, typeOf(given, kind.type)), given, type)].map((field) =>
        kind.photos && acceptsAnswersOf(field, kind) ? { ...field, media: true } : field,
      )
    }
    case 'choice':
      return choiceFields(given, kind)
    case 'acknowledge':
      return [{ ...questionOf(given, 'checkbox'), options: ['OK'] }]
    case 'calculate':
      return [calculatedOf(given, row.get('calculation'))]
    case 'moment':
      return [calculatedOf(given, kind.calculation)]
    case 'hidden':
      return [hiddenOf(given)]
    default:
      addNote('type', 'warning', 'xlsform.unknownType', { type })
      return [questionOf(given, 'text')]
  }
}

/** Returns the field type that other tools express by a question's appearance. */
function typeOf({ row }: QuestionRow, type: FieldType): FieldType {
  const question: Question = {
    word: row.get('type').trim().toLowerCase(),
    looks: row.get('appearance').toLowerCase().split(/\s+/),
    parameters: parametersIn(row.get('parameters')),
  }
  const meant = fieldTypes.find((one) => xlsformType(one).matches?.(question, type))
  return meant ?? ownTypeOf(row, type) ?? type
}

function questionOf(given: QuestionRow, type: FieldType): FormField {
  const { row, addNote } = given
  const calculation = row.get('calculation')
  if (calculation !== '' && isYes(row.get('read_only'))) return calculatedOf(given, calculation)
  if (calculation !== '')
    addNote('calculation', 'warning', 'xlsform.calculationLeftOut', { rule: calculation })
  else if (isYes(row.get('read_only')) && isReported({ type }))
    addNote('read_only', 'info', 'xlsform.readOnly')
  return { ...fieldOf(given, type), ...defaultOf(given) }
}

function calculatedOf(given: QuestionRow, calculation: string): FormField {
  return { ...fieldOf(given, 'calculated'), ...rule(given, 'calculation', 'calculation', calculation) }
}

/** Properties that input fields and calculated fields share. */
function fieldOf(given: QuestionRow, type: FieldType): FormField {
  const { row, key, label, hint, constraintMessage, relevant } = given
  const required = row.get('required')
  return {
    key,
    name: label,
    type,
    ...textProperty('hint', hint, limits.formTextMax),
    ...(isYes(required) && { mandatory: true }),
    ...(isExpression(required) && rule(given, 'required', 'requiredIf', required)),
    ...rule(given, 'relevant', 'showIf', relevant),
    ...rule(given, 'constraint', 'constraint', row.get('constraint')),
    ...textProperty('constraintMessage', constraintMessage, limits.formTextMax),
  }
}

function defaultOf(given: QuestionRow): { readonly default?: string; readonly defaultExpression?: string } {
  const { row } = given
  const [initial, own] = [row.get('default'), row.get('fieldbook::default')]
  if (own !== '') return textProperty('default', own, limits.formTextMax)
  if (!isDynamic(initial)) return textProperty('default', initial, limits.formTextMax)
  return rule(given, 'default', 'defaultExpression', initial)
}

/** Returns an object with the cut text; empty for an empty text. */
export function textProperty<Name extends string>(
  name: Name,
  value: string,
  limit: number,
): { [key in Name]?: string } {
  return (value === '' ? {} : { [name]: cut(value, limit) }) as { [key in Name]?: string }
}

/** Omits an expression that is too long, because cutting would change its meaning. */
function rule<Name extends string>(
  { addNote }: QuestionRow,
  column: string,
  name: Name,
  value: string,
): { [key in Name]?: string } {
  if (value.length <= limits.formExpressionMax) return textProperty(name, value, limits.formExpressionMax)
  addNote(column, 'warning', 'xlsform.ruleTooLong', { rule: value })
  return {}
}

/**
 * The app has no hidden fields, so a hidden question becomes an internal field, which customers don't see.
 */
function hiddenOf(given: QuestionRow): FormField {
  const { row, addNote } = given
  const calculation = row.get('calculation')
  addNote('type', 'warning', 'xlsform.hidden')
  if (calculation !== '') return { ...calculatedOf(given, calculation), internal: true }
  return { ...questionOf(given, 'text'), internal: true }
}

/** Applies the limits from a range's parameters. */
function withRange(field: FormField, { row, addNote }: QuestionRow, type: string): FormField {
  const cell = row.get('parameters')
  const given = parametersIn(cell)
  if (xlsformType(field.type).parameters) return field
  if (type.trim().toLowerCase() !== 'range') {
    if (cell !== '') addNote('parameters', 'info', 'xlsform.parameters', { given: cell })
    return field
  }
  const isUnread = ([name, value]: readonly [string, string]) =>
    !['start', 'end', 'step'].includes(name) || numberIn(value) === undefined
  const unread = [...given].filter(isUnread).map(([name, value]) => `${name}=${value}`)
  if (unread.length > 0 || (cell !== '' && given.size === 0))
    addNote('parameters', 'warning', 'xlsform.parameters', { given: unread.join(' ') || cell })
  const [start = 0, end = 10, step = 1] = ['start', 'end', 'step'].map((name) => numberIn(given.get(name)))
  const whole = [start, end, step].every(Number.isInteger)
  if (step !== 1)
    addNote('parameters', 'warning', whole ? 'xlsform.rangeStep' : 'xlsform.rangeStepDecimal', {
      step,
      start,
      end,
    })
  return {
    ...field,
    type: whole ? 'numeric' : 'decimal',
    min: Math.min(start, end),
    max: Math.max(start, end),
  }
}

function choiceFields(given: QuestionRow, kind: Extract<RowKind, { kind: 'choice' }>): readonly FormField[] {
  const { row, lists, addNote } = given
  const listed = lists.get(kind.list)?.options
  if (!listed) {
    addNote('type', 'error', 'xlsform.noList', { list: kind.list })
    return [questionOf(given, 'text')]
  }
  // `search()` reads choices from another file, so the rows are column names. XLSForm mixes in static
  // choices, whose names are whole numbers.
  if (/\bsearch\s*\(/i.test(row.get('appearance'))) {
    const own = listed.filter(({ value, label }) => /^-?\d+$/.test(value ?? label))
    const message = own.length === 0 ? 'xlsform.choicesFromFile' : 'xlsform.someChoicesFromFile'
    addNote('appearance', 'warning', message)
    if (own.length === 0) return [questionOf(given, 'text')]
    return choiceFieldsOf(given, kind, own)
  }
  return choiceFieldsOf(given, kind, listed)
}

function choiceFieldsOf(
  given: QuestionRow,
  kind: Extract<RowKind, { kind: 'choice' }>,
  listed: readonly FormOption[],
): readonly FormField[] {
  const { row, addNote } = given
  if (row.get('parameters') !== '')
    addNote('parameters', 'info', 'xlsform.parameters', { given: row.get('parameters') })
  const options = kind.orOther
    ? [
        ...listed.filter(({ value }) => value !== other).slice(0, limits.formOptionsMax - 1),
        otherOption(listed),
      ]
    : listed
  if (options.length > given.optionsLeft) {
    addNote('type', 'error', 'xlsform.tooManyOptions', { count: limits.formOptionsOfAllMax })
    return [questionOf(given, 'text')]
  }
  const usual = kind.many ? 'checkbox' : isOpened(row, options.length) ? 'select' : 'radio'
  const field: FormField = {
    ...questionOf(given, ownTypeOf(row, usual) ?? usual),
    options: options.map((option) => (isPlain(option) ? option.label : option)),
    ...listOf(given, kind),
    ...rule(given, 'choice_filter', 'choiceFilter', row.get('choice_filter')),
  }
  if (!chooses(field)) {
    delete field.options
    delete field.list
  }
  if (!kind.orOther) return [field]
  addNote('type', 'info', 'xlsform.orOther')
  const showIf = kind.many ? `selected(\${${given.key}}, '${other}')` : `\${${given.key}} = '${other}'`
  return [
    field,
    {
      key: withEnding(given.key, '_other'),
      name: cut(oneLine(`${given.label}: ${other}`), limits.formLineMax),
      type: 'text',
      showIf,
    },
  ]
}

/**
 * Returns the shared list's name. With `or_other` the options differ from the list. Files of this app name
 * shared lists explicitly.
 */
function listOf(
  { row, shared }: QuestionRow,
  kind: Extract<RowKind, { kind: 'choice' }>,
): { readonly list?: string } {
  if (kind.orOther) return {}
  const isOwn = row.get('fieldbook::type') !== ''
  return textProperty(
    'list',
    isOwn ? row.get('fieldbook::list') : (shared.get(kind.list) ?? ''),
    limits.formLineMax,
  )
}

function otherOption(listed: readonly FormOption[]): FormOption {
  return listed.find(({ value }) => value === other) ?? { label: 'Other', value: other }
}

function isOpened(row: TableRow, options: number): boolean {
  return options > radiosMax || /\b(minimal|autocomplete|search|quick)\b/i.test(row.get('appearance'))
}

function isPlain({ id, value, columns, translations }: FormOption): boolean {
  return id === undefined && value === undefined && columns === undefined && translations === undefined
}
