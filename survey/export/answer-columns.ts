import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#contract/messages/translate.ts'
import type { Cell, CellOptions, ExportedPart } from '../fields/cell.ts'
import { writePosition } from '../fields/position.ts'
import { chooses, exportedParts } from '../fields/registry.ts'
import { optionLabel, valueOfOption } from '../option-values.ts'
import type { Answer } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import type { ExportedMedia, ExportedSurvey } from './exported-survey.ts'
import type { ExportOptions } from './options.ts'
import type { TableDraft } from './table.ts'

/** Fills one column from an answer. */
export interface Slot {
  readonly column: number
  cell(answer: Answer, context: SlotContext): Cell
}

export interface SlotContext extends CellOptions {
  readonly media: ExportedSurvey['media']
  readonly isOwner: boolean
}

interface FieldPlace {
  /** The keys of its section and its own. */
  readonly identity: readonly string[]
  /** The field's key, preceded by its section's in the surveys' table. */
  readonly key: string
  readonly label: string
  readonly field: TemplateField
  /** The unit of each key, from the newest version that has one. */
  readonly units: Map<string, string>
  readonly options: ExportOptions
}

const partLabels: Readonly<Record<Exclude<ExportedPart['key'], ''>, MessageKey>> = {
  reason: 'exportTables.reason',
  signer: 'exportTables.signer',
  signed_at: 'exportTables.signedAt',
  latitude: 'exportTables.latitude',
  longitude: 'exportTables.longitude',
  accuracy: 'exportTables.accuracy',
}

/** Adds the columns of a field to its table, and returns how an answer fills them. */
export function columnsOf(table: TableDraft, place: FieldPlace): readonly Slot[] {
  const { field, options } = place
  return [
    ...exportedParts(field).map((part) => partSlot(table, place, part)),
    ...(options.checkboxes === 'column_per_option' && chooses(field) === 'several'
      ? field.options.map((option) => optionSlot(table, place, option))
      : []),
    ...(field.media ? mediaSlots(table, place) : []),
  ]
}

function partSlot(table: TableDraft, place: FieldPlace, part: ExportedPart): Slot {
  const { field } = place
  const isMain = part.key === ''
  const name = isMain
    ? place.label
    : t('exportTables.partOfAnswer', { name: place.label, part: t(partLabels[part.key]) })
  const unit = part.unit ?? (isMain ? (field.unit ?? '') : '')
  const label = unit === '' ? name : t('exportTables.withUnit', { name, unit })
  const ownUnit = isMain ? unitApart(place, unit) : ''
  const key = [place.key, part.key, ownUnit].filter((one) => one !== '').join(':')
  const separator = chooses(field) === 'several' ? '; ' : '\n'
  const column = table.column([...place.identity, part.key, ownUnit], { key, label, separator })
  return { column, cell: (answer, context) => part.cell(answer, answer.field, context) }
}

/**
 * Returns the unit if a newer version has another one, which gives the field a column of its own. Meters and
 * feet must not share a column.
 */
function unitApart({ key, units }: FieldPlace, unit: string): string {
  if (unit === '') return ''
  const newest = units.get(key) ?? unit
  units.set(key, newest)
  return newest === unit ? '' : unit
}

function optionSlot(table: TableDraft, { identity, key, label, field }: FieldPlace, option: string): Slot {
  const value = valueOfOption(field, option)
  const column = table.column([...identity, '/', option], {
    key: `${key}/${value}`,
    label: t('exportTables.option', { name: label, option: optionLabel(field, option) }),
  })
  // An unanswered question leaves all options empty.
  return { column, cell: ({ values }) => (values.length === 0 ? null : values.includes(option) ? 1 : 0) }
}

const mediaParts: readonly {
  readonly key: string
  readonly label: MessageKey
  text(media: Answer['media'][number], stored: ExportedMedia | undefined): string
}[] = [
  { key: 'files', label: 'exportTables.files', text: ({ id }, stored) => stored?.path ?? id },
  { key: 'urls', label: 'exportTables.links', text: (_media, stored) => stored?.url ?? '' },
  {
    key: 'captions',
    label: 'exportTables.captions',
    text: ({ description }) => description.replace(/\s+/g, ' ').trim(),
  },
]

function mediaSlots(table: TableDraft, { identity, key, label, options }: FieldPlace): readonly Slot[] {
  const column = (part: string, words: MessageKey) =>
    table.column([...identity, part], {
      key: `${key}:${part}`,
      label: t('exportTables.partOfAnswer', { name: label, part: t(words) }),
    })
  const slots = mediaParts.map(
    (part): Slot => ({
      column: column(part.key, part.label),
      cell: (answer, { media }) => listed(answer.media.map((one) => part.text(one, media.get(one.id)))),
    }),
  )
  if (!options.photoPositions) return slots
  const positions: Slot = {
    column: column('positions', 'exportTables.positions'),
    cell: (answer, { media, isOwner }) =>
      isOwner ? listed(answer.media.map(({ id }) => placeOf(media.get(id)))) : null,
  }
  return [...slots, positions]
}

function placeOf(media: ExportedMedia | undefined): string {
  return media?.position ? writePosition({ ...media.position, accuracy: null }) : ''
}

/** The lists of one answer have equal lengths, so that their lines match. */
function listed(texts: readonly string[]): Cell {
  return texts.some((text) => text !== '') ? texts : null
}
