import type { ExportRequest } from '#contract/surveys/exports.ts'
import { readLastVisit, storeForNextVisit } from '#web/lib/page/last-visit.ts'

type Columns = NonNullable<ExportRequest['columns']>

/** The choices in the dialog. */
export interface Choices {
  readonly format: ExportRequest['format']
  readonly headers: NonNullable<ExportRequest['headers']>
  readonly values: NonNullable<ExportRequest['values']>
  readonly checkboxes: NonNullable<ExportRequest['checkboxes']>
  readonly columns: Columns
}

export const formats = ['xlsx', 'csv', 'json', 'geojson'] as const
export const formatTexts = {
  xlsx: 'exports.xlsx',
  csv: 'exports.csv',
  json: 'exports.json',
  geojson: 'exports.geojson',
} as const

export const columnTexts = {
  review_state: 'exports.reviewState',
  earlier_answers: 'exports.earlierAnswers',
  unchecked_copies: 'exports.uncheckedCopies',
  photo_positions: 'exports.photoPositions',
} as const satisfies Record<Columns[number], string>

const usual: Choices = {
  format: 'xlsx',
  headers: 'labels',
  values: 'labels',
  checkboxes: 'one_column',
  columns: [],
}

/** The format that the account chose last, and the usual options. */
export function firstChoices(account: string): Choices {
  const last = readLastVisit(account, 'export-format')
  return { ...usual, format: formats.find((format) => format === last) ?? usual.format }
}

export function rememberFormat(account: string, { format }: Choices): void {
  storeForNextVisit(account, 'export-format', format)
}
