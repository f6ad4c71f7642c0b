import { t } from '#contract/messages/translate.ts'
import { exportedParts, isReported } from '../fields/registry.ts'
import { plainLine } from '../formatted-text.ts'
import { fieldKey, sectionKey } from '../move/field-identity.ts'
import type { Template, TemplateSection } from '../template.ts'
import { forReader } from '../translate.ts'
import { columnsOf, type Slot } from './answer-columns.ts'
import type { ExportedSurvey, ExportTemplate } from './exported-survey.ts'
import type { ExportOptions } from './options.ts'
import { earlierAnswersColumn, type OwnColumn, partColumns, surveyColumns } from './survey-columns.ts'
import { type Table, TableDraft } from './table.ts'

/** The tables of an export. Their columns are known before any survey is read. */
export interface TablePlan {
  readonly options: ExportOptions
  readonly tables: readonly Table[]
  /** The first columns of each table of surveys. */
  readonly own: readonly OwnColumn<ExportedSurvey>[]
  /** By the id of the template version. */
  readonly layouts: ReadonlyMap<string, Layout>
}

/** The columns of one template version's answers. */
export interface Layout {
  readonly surveys: Table
  /** The table of each repeated section, by the section's id in this version. */
  readonly repeated: ReadonlyMap<string, Table>
  /** The columns of each field, by the field's id in this version. */
  readonly slots: ReadonlyMap<string, readonly Slot[]>
}

/**
 * Plans a table of surveys for each series and one for each of its repeated sections. Versions share a column
 * where the keys of section and field are equal; the newest version determines labels and order.
 */
export function planTables(templates: readonly ExportTemplate[], options: ExportOptions): TablePlan {
  const own = surveyColumns(options)
  const found = [...Map.groupBy(templates, (one) => one.series)]
  // An export without surveys still has a table, because a workbook needs a sheet.
  const series: typeof found = found.length > 0 ? found : [['', []]]
  const planned = series.map(([key, versions]) => {
    const all = new Map(versions.map(({ template }) => [template.id, forReader(template)]))
    const newestFirst = [...all.values()].sort((a, b) => b.version - a.version)
    return new SeriesPlan(key, newestFirst, { options, own, isOneOfSeveral: series.length > 1 })
  })
  return {
    options,
    own,
    tables: planned.flatMap(({ tables }) => tables),
    layouts: new Map(planned.flatMap(({ versions }) => versions.map((one) => [one.id, one.layout] as const))),
  }
}

interface Given {
  readonly options: ExportOptions
  readonly own: readonly OwnColumn<ExportedSurvey>[]
  /** The names of the tables then include the template's. */
  readonly isOneOfSeveral: boolean
}

class SeriesPlan {
  readonly tables: TableDraft[] = []
  readonly versions: readonly { readonly id: string; readonly layout: Layout }[]
  readonly #options: ExportOptions

  constructor(series: string, versions: readonly Template[], { options, own, isOneOfSeveral }: Given) {
    this.#options = options
    const template = versions[0]?.name ?? ''
    const draft = (key: string, name: string, columns: readonly OwnColumn<never>[]) => {
      const label = isOneOfSeveral ? t('exportTables.ofTemplate', { template, name }) : name
      const table = new TableDraft({ key, series, label })
      for (const { key: own, label: words } of columns) table.column(['', own], { key: own, label: t(words) })
      this.tables.push(table)
      return table
    }
    const surveys = draft('surveys', t('exportTables.surveys'), own)
    const slots = new Map<string, readonly Slot[]>()
    const repeated = new Map<string, Table>()
    for (const [key, definitions] of sectionsByKey(versions)) {
      const [newest] = definitions
      if (!newest) continue
      if (!definitions.some(({ addSimilar }) => addSimilar)) {
        this.#addFields(surveys, definitions, slots, key)
        continue
      }
      const table = draft(key, plainLine(newest.name), partColumns)
      this.#addFields(table, definitions, slots, null)
      for (const { id } of definitions) repeated.set(id, table)
    }
    for (const table of options.uncheckedCopies ? this.tables : []) {
      const label = t('exportTables.uncheckedCopies')
      table.uncheckedCopies = table.column(['', 'unchecked'], {
        key: 'unchecked_copies',
        label,
        separator: '; ',
      })
    }
    if (options.earlierAnswers) {
      const { key, label } = earlierAnswersColumn
      surveys.column(['', key], { key, label: t(label) })
    }
    this.versions = versions.map(({ id }) => ({ id, layout: { surveys, repeated, slots } }))
  }

  /** `within` is the section's key where a table has several sections. */
  #addFields(
    table: TableDraft,
    definitions: readonly TemplateSection[],
    slots: Map<string, readonly Slot[]>,
    within: string | null,
  ): void {
    const units = new Map<string, string>()
    for (const definition of definitions)
      for (const field of definition.fields) {
        if (!isReported(field) || exportedParts(field).length === 0) continue
        const own = fieldKey(definition, field)
        const name = plainLine(field.name)
        const place =
          within === null
            ? { key: own, label: name }
            : {
                key: `${within}.${own}`,
                label: t('exportTables.inSection', { section: plainLine(definition.name), name }),
              }
        const identity = [sectionKey(definition), own]
        slots.set(field.id, columnsOf(table, { ...place, identity, field, units, options: this.#options }))
      }
  }
}

/** Returns the definitions of each section in all versions, the newest first. */
function sectionsByKey(versions: readonly Template[]) {
  return Map.groupBy(
    versions.flatMap(({ sections }) => sections),
    sectionKey,
  )
}
