import type { Cell } from '../fields/cell.ts'

export interface Column {
  /** Stable across the versions of a template. */
  readonly key: string
  /** In the reader's language, with the unit. */
  readonly label: string
  /** Between the items of a list. */
  readonly separator: '; ' | '\n'
}

/** The surveys of one template, or the sub-sections of one of its repeated sections. */
export interface Table {
  /** 'surveys', or the section's key; unique within its template. */
  readonly key: string
  readonly series: string
  readonly label: string
  readonly columns: readonly Column[]
  /** The index of the column that names unchecked copies; null without one. */
  readonly uncheckedCopies: number | null
}

/** A table whose columns are collected from the versions of a template. */
export class TableDraft implements Table {
  readonly key: string
  readonly series: string
  readonly label: string
  readonly columns: Column[] = []
  uncheckedCopies: number | null = null
  readonly #places = new Map<string, number>()
  readonly #keys = new Set<string>()
  readonly #labels = new Set<string>()

  constructor({ key, series, label }: Pick<Table, 'key' | 'series' | 'label'>) {
    this.key = key
    this.series = series
    this.label = label
  }

  /**
   * Returns the index of the column with this identity, and adds the column if it is new. Two columns may have the
   * same key but not the same identity: the field 'door:reason', and the reason of the field 'door'.
   */
  column(
    identity: readonly string[],
    { key, label, separator = '\n' }: Omit<Column, 'separator'> & Partial<Column>,
  ): number {
    const place = JSON.stringify(identity)
    const known = this.#places.get(place)
    if (known !== undefined) return known
    this.#places.set(place, this.columns.length)
    this.columns.push({
      key: unique(key, this.#keys, (number) => `${key}_${number}`),
      label: unique(label, this.#labels, (number) => `${label} (${number})`),
      separator,
    })
    return this.columns.length - 1
  }
}

/** Column names are unique, because spreadsheets and data tools address columns by name. */
function unique(wanted: string, taken: Set<string>, numbered: (number: number) => string): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = numbered(number)
  taken.add(name)
  return name
}

/** A line of a table, in the order of its columns. */
export type Cells = Cell[]
