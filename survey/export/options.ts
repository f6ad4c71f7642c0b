export const exportFormats = ['csv', 'xlsx', 'json', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportHeaders = ['keys', 'labels', 'both'] as const
export const exportValues = ['labels', 'values'] as const
export const exportCheckboxes = ['one_column', 'column_per_option'] as const

/** The contents and the layout of an export. */
export interface ExportOptions {
  readonly format: ExportFormat
  /** Column names: stable keys, labels, or keys with the labels in a second row. */
  readonly headers: (typeof exportHeaders)[number]
  /** Choices as labels in the reader's language, or as the options' values. */
  readonly values: (typeof exportValues)[number]
  /** `column_per_option` adds a column of 1 and 0 for each option beside the joined choices. */
  readonly checkboxes: (typeof exportCheckboxes)[number]
  /** Adds the survey's review state. */
  readonly reviewState: boolean
  /** Adds answers without a place in the survey's current template version. */
  readonly earlierAnswers: boolean
  /** Adds a column that names the answers that were copied and not checked. */
  readonly uncheckedCopies: boolean
  /** Adds the positions of photos. Surveys of other owners never export them. */
  readonly photoPositions: boolean
}

export const defaultExportOptions: ExportOptions = {
  format: 'xlsx',
  headers: 'labels',
  values: 'labels',
  checkboxes: 'one_column',
  reviewState: false,
  earlierAnswers: false,
  uncheckedCopies: false,
  photoPositions: false,
}
