import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type MessageValues, t } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import type { FormField } from '../builder/form-place.ts'
import { keyFrom, uniqueKey } from '../builder/keys.ts'
import { xlsformType } from '../fields/registry.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { joined } from '../logic/joined.ts'
import { isKey } from '../logic/lexer.ts'
import { parse } from '../logic/parser.ts'
import type { ImportNote } from './book.ts'
import { isYes } from './cells.ts'
import type { ChoiceLists } from './choices.ts'
import { fieldsOfRow, type QuestionRow, textProperty } from './fields.ts'
import { fieldConditions, type OpenGroup, sectionCondition } from './group-conditions.ts'
import { type Languages, type SpokenColumns, translationsIn } from './languages.ts'
import { noteUnusedRules } from './lost-cells.ts'
import { noteTooLong } from './note-too-long.ts'
import type { Notes } from './notes.ts'
import { conditionsIn, ownColumns, withSharedCondition } from './own-columns.ts'
import { plainRow, sectionName } from './plain-row.ts'
import { kindOf, type RowKind } from './question-types.ts'
import { OverLimit, type ReadField, type ReadForm, type ReadSection } from './read-form.ts'
import { sharedLists } from './shared-lists.ts'
import type { Table, TableRow } from './table.ts'

interface Surroundings {
  readonly title: string
  readonly languages: Languages
  readonly lists: ChoiceLists
  readonly notes: Notes
}

/** Columns that are read, or that don't affect the questions. */
const read = new Set(
  `type name label hint guidance_hint required relevant constraint constraint_message choice_filter calculation default
  read_only appearance parameters repeat_count disabled`.split(/\s+/),
)

/** Columns that are read or noted by language. */
const spoken = /^(?:label|hint|guidance_hint|constraint_message|fieldbook::add_text)(?:::|$)/

/** Reads the rows of the sheet `survey` in order; groups and repeats become sections. */
export class SectionReader {
  readonly #table: Table
  readonly #given: Surroundings
  readonly #texts: Readonly<Record<'label' | 'hint' | 'guidance' | 'message' | 'addText', SpokenColumns>>
  readonly #sections: ReadSection[] = []
  readonly #open: OpenGroup[] = []
  readonly #renamed = new Map<string, string>()
  readonly #shared: ReadonlyMap<string, string>
  #rows = 0
  #imported = 0
  #fields = 0
  #options = 0

  constructor(table: Table, given: Surroundings) {
    this.#table = table
    this.#given = given
    this.#texts = {
      label: given.languages.columnsOf(table, 'label'),
      hint: given.languages.columnsOf(table, 'hint'),
      guidance: given.languages.columnsOf(table, 'guidance_hint'),
      message: given.languages.columnsOf(table, 'constraint_message'),
      addText: given.languages.columnsOf(table, 'fieldbook::add_text'),
    }
    this.#shared = sharedLists(table)
  }

  read(): ReadForm {
    const { notes } = this.#given
    this.#noteColumns()
    for (const row of this.#table.rows) this.#readRow(row)
    for (const { label, row } of this.#open)
      notes.add({ sheet: this.#table.sheet, row }, 'type', 'warning', 'xlsform.neverEnded', {
        name: label,
      })
    const sections = this.#sections.filter(({ fields }) => fields.length > 0)
    for (const { name, row, fields } of this.#sections)
      if (fields.length === 0)
        notes.add({ sheet: this.#table.sheet, row }, null, 'info', 'xlsform.emptyGroup', { name })
    const [rows, imported] = [this.#rows, this.#imported]
    return { sections, rows, imported, renamed: this.#renamed, sheet: this.#table.sheet }
  }

  /** Notes each non-empty column that is not imported: appearance, media, other tools' columns. */
  #noteColumns(): void {
    for (const { name, asWritten } of this.#table.columns) {
      if (read.has(name) && name !== 'appearance') continue
      if (spoken.test(name) || ownColumns.has(name)) continue
      const says = (cell: string) =>
        cell !== '' && !(name === 'appearance' && understood.has(cell.toLowerCase()))
      const count = this.#table.rows.filter((row) => says(row.get(name))).length
      if (count === 0) continue
      const message = name === 'appearance' ? 'xlsform.appearance' : 'xlsform.columnLeftOut'
      this.#note(null, asWritten, 'info', message, { column: asWritten, count })
    }
  }

  #readRow(written: TableRow): void {
    const row = plainRow(written, (...note) => this.#note(written, ...note))
    const type = row.get('type')
    if (type.startsWith('#')) return
    if (type === '') {
      if (row.get('name') !== '' || row.get(this.#texts.label.own) !== '')
        this.#note(row, 'type', 'warning', 'xlsform.noType')
      return
    }
    this.#rows += 1
    if (isYes(row.get('disabled'))) {
      this.#note(row, 'disabled', 'info', 'xlsform.disabled')
      return
    }
    const kind = kindOf(type)
    noteUnusedRules(row, kind, (column, ...note) => this.#note(row, column, ...note))
    if (kind.kind === 'begin') this.#begin(row, kind.of)
    else if (kind.kind === 'end') this.#end(row, kind.of)
    else if (kind.kind === 'metadata') this.#note(row, 'type', 'info', 'xlsform.metadata', { type })
    else if (kind.kind === 'unsupported') this.#note(row, 'type', 'warning', 'xlsform.notImported', { type })
    else this.#question(row, kind)
  }

  #question(row: TableRow, kind: RowKind): void {
    const section = this.#open.at(-1)?.section ?? this.#general()
    if (!section) {
      this.#note(row, null, 'error', 'xlsform.tooManySections', { count: limits.formSectionsMax })
      return
    }
    const addNote: QuestionRow['addNote'] = (column, level, message, values) =>
      this.#note(row, column, level, message, values)
    const { label: labels, hint, guidance, message } = this.#texts
    const most = {
      ...mostIn(labels, limits.formLineMax),
      ...mostIn(hint, limits.formTextMax),
      ...mostIn(message, limits.formTextMax),
    }
    noteTooLong(row, { ...most, ...mostOf }, addNote)
    const label = cut(oneLine(row.get(labels.own)), limits.formLineMax)
    const key = this.#keyOf(row, label, keysIn(section), 'field')
    const made = fieldsOfRow({
      row,
      kind,
      key,
      label: label === '' ? row.get('name') || key : label,
      hint: lines(row.get(hint.own), row.get(guidance.own)),
      constraintMessage: row.get(message.own),
      relevant: joined([...fieldConditions(this.#open, section), row.get('relevant')]),
      lists: this.#given.lists,
      shared: this.#shared,
      optionsLeft: limits.formOptionsOfAllMax - this.#options,
      addNote,
    })
    const ownKey = row.get('fieldbook::key')
    const ownValues = (kind.kind === 'choice' && this.#given.lists.get(kind.list)?.ownValues) || noValues
    const translations = this.#fieldTexts(row)
    for (const [index, field] of made.entries())
      this.#push(
        section,
        index === 0
          ? {
              field: {
                ...withSharedCondition(field, row, section.conditions),
                ...(translations && { translations }),
              },
              row: row.number,
              ownKey,
              ownValues,
            }
          : {
              field: { ...field, key: uniqueKey(field.key, keysIn(section)) },
              row: row.number,
              ownKey: '',
              ownValues,
            },
      )
    this.#options += made.reduce((sum, { options = [] }) => sum + options.length, 0)
    if (made.length > 0) this.#imported += 1
  }

  /** Returns the section for questions outside of all groups. */
  #general(): ReadSection | null {
    const last = this.#sections.at(-1)
    if (last?.ownKey === general) return last
    const number = this.#sections.filter(({ ownKey }) => ownKey === general).length + 1
    const { title } = this.#given
    const name = number === 1 ? title : `${title} (${number})`
    return this.#add({
      key: 'general',
      name,
      addSimilarText: null,
      copyFromLastFilled: false,
      showIf: '',
      conditions: [],
      row: null,
      repeats: [],
      ownKey: general,
      translations: null,
    })
  }

  #begin(row: TableRow, of: 'group' | 'repeat'): void {
    const { label: labels, addText: addTexts } = this.#texts
    const most = { ...mostIn(labels, limits.formLineMax), ...mostIn(addTexts, limits.formLineMax) }
    noteTooLong(row, most, (column, ...note) => this.#note(row, column, ...note))
    const written = cut(oneLine(row.get(labels.own)) || oneLine(row.get('name')), limits.formLineMax)
    const above = this.#open.at(-1)
    const relevant = this.#relevantOf(row)
    if (row.get('repeat_count') !== '')
      this.#note(row, 'repeat_count', 'info', 'xlsform.repeatCount', { count: row.get('repeat_count') })
    this.#imported += 1
    if (of === 'group' && above) {
      const { section } = above
      this.#open.push({ of, section, row: row.number, label: written, relevant, isOfSection: false })
      this.#heading(row, above.section, written)
      return
    }
    const label = sectionName(written, (...note) => this.#note(row, ...note)) || row.get('name')
    const parent = this.#open.findLast((one) => one.of === 'repeat')
    const name = parent ? cut(`${parent.section.name} · ${label}`, limits.formLineMax) : label
    if (parent) this.#note(row, 'type', 'info', 'xlsform.nestedRepeat', { name })
    const addText = row.get(addTexts.own)
    const condition = sectionCondition(this.#open, relevant)
    const isOfSection = condition !== null
    const isTooLong = isOfSection && condition.length > limits.formExpressionMax
    if (isTooLong) this.#note(row, 'relevant', 'warning', 'xlsform.ruleTooLong', { rule: condition })
    const section = this.#add({
      key: this.#keyOf(row, label, new Set(this.#sections.map(({ key }) => key)), 'section'),
      name: name === '' ? t('xlsform.unnamedGroup', { number: this.#sections.length + 1 }) : name,
      addSimilarText:
        of === 'repeat'
          ? cut(addText || t('xlsform.addAnother', { name: label || name }), limits.formLineMax)
          : null,
      copyFromLastFilled: of === 'repeat' && isYes(row.get('fieldbook::copy_from_last')),
      showIf: isTooLong ? '' : (condition ?? ''),
      conditions: this.#conditionsOf(row),
      ownKey: row.get('fieldbook::key'),
      row: row.number,
      repeats: [...(parent?.section.repeats ?? []), ...(of === 'repeat' ? [row.number] : [])],
      translations: this.#sectionTexts(row, parent?.section ?? null),
    })
    if (section) this.#open.push({ of, section, row: row.number, label, relevant, isOfSection })
    else {
      this.#imported -= 1
      this.#note(row, null, 'error', 'xlsform.tooManySections', { count: limits.formSectionsMax })
      const last = this.#sections.at(-1)
      if (last) this.#open.push({ of, section: last, row: row.number, label, relevant, isOfSection: false })
    }
  }

  /** A nested group gets no section; its label becomes a note above its questions. */
  #heading(row: TableRow, section: ReadSection, label: string): void {
    if (label === '') return
    const key = this.#keyOf(row, label, keysIn(section), 'heading')
    const showIf = joined(fieldConditions(this.#open, section))
    const translations = this.#fieldTexts(row)
    const field: FormField = {
      ...{ key, name: label, type: 'note' },
      ...(showIf !== '' && { showIf }),
      ...(translations && { translations }),
    }
    this.#push(section, { field, row: row.number, ownKey: '', ownValues: noValues })
  }

  #push({ name, fields }: ReadSection, added: ReadField): void {
    const at = { sheet: this.#table.sheet, row: added.row }
    if (fields.length === limits.formFieldsMax)
      throw new OverLimit(t('xlsform.tooManyInSection', { ...at, name, count: limits.formFieldsMax }))
    if (this.#fields === limits.formFieldsOfAllMax)
      throw new OverLimit(t('xlsform.tooManyFields', { ...at, count: limits.formFieldsOfAllMax }))
    fields.push(added)
    this.#fields += 1
  }

  #end(row: TableRow, of: 'group' | 'repeat'): void {
    const last = this.#open.pop()
    if (!last) this.#note(row, 'type', 'warning', 'xlsform.neverBegun')
    else {
      this.#imported += 1
      if (last.of !== of) this.#note(row, 'type', 'warning', 'xlsform.otherEnd', { name: last.label })
    }
  }

  #conditionsOf(row: TableRow): ReadSection['conditions'] {
    const cell = row.get('fieldbook::conditions')
    const conditions = conditionsIn(cell)
    if (!conditions) this.#note(row, 'fieldbook::conditions', 'warning', 'xlsform.ownCell', { cell })
    return conditions ?? []
  }

  /** Notes a faulty condition once at the group, not at each question. */
  #relevantOf(row: TableRow): string {
    const relevant = row.get('relevant')
    if (relevant === '') return ''
    try {
      parse(relevant)
      return relevant
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error
      const reason = t(`expressions.${error.code}`, { piece: error.piece, place: error.position + 1 })
      this.#note(row, 'relevant', 'warning', 'xlsform.ruleLeftOut', { rule: relevant, reason })
      return ''
    }
  }

  #add(section: Omit<ReadSection, 'fields'>): ReadSection | null {
    if (this.#sections.length >= limits.formSectionsMax) return null
    const key = uniqueKey(section.key, new Set(this.#sections.map((one) => one.key)))
    const added = { ...section, key, fields: [] }
    this.#sections.push(added)
    return added
  }

  #keyOf(row: TableRow, label: string, taken: ReadonlySet<string>, other: string): string {
    const name = row.get('name')
    const usable = isKey(name) && name.length <= limits.formKeyMax
    const key = uniqueKey(usable ? name : keyFrom(name || label, other), taken)
    if (name !== '' && key !== name) {
      this.#note(row, 'name', 'info', 'xlsform.renamed', { name, key })
      // References to a duplicate name mean the first question.
      if (!usable && !this.#renamed.has(name)) this.#renamed.set(name, key)
    }
    return key
  }

  #fieldTexts(row: TableRow): NonNullable<FormField['translations']> | null {
    return translationsIn(this.#texts, row, (get) => {
      const texts = {
        ...textProperty('name', oneLine(get('label')), limits.formLineMax),
        ...textProperty('hint', lines(get('hint'), get('guidance')), limits.formTextMax),
        ...textProperty('constraintMessage', get('message'), limits.formTextMax),
      }
      return Object.keys(texts).length > 0 ? texts : null
    })
  }

  /** The name of a nested section includes its parent's in each language. */
  #sectionTexts(row: TableRow, parent: ReadSection | null): ReadSection['translations'] {
    return translationsIn(this.#texts, row, (get, language) => {
      const name = sectionName(oneLine(get('label')))
      const above = parent?.translations?.[language]?.name ?? parent?.name
      const texts = {
        ...textProperty('name', name !== '' && above ? `${above} · ${name}` : name, limits.formLineMax),
        ...textProperty('addSimilarText', oneLine(get('addText')), limits.formLineMax),
      }
      return Object.keys(texts).length > 0 ? texts : null
    })
  }

  #note(
    row: TableRow | null,
    column: string | null,
    level: ImportNote['level'],
    message: MessageKey,
    values?: MessageValues,
  ): void {
    const where = { sheet: this.#table.sheet, row: row?.number ?? null }
    this.#given.notes.add(where, column, level, message, values)
  }
}

function keysIn({ fields }: ReadSection): ReadonlySet<string> {
  return new Set(fields.map(({ field }) => field.key))
}

/** Length limits of cells other than label and hint. */
const mostOf = {
  default: limits.formTextMax,
  'fieldbook::default': limits.formTextMax,
  'fieldbook::unit': limits.formLineMax,
  'fieldbook::list': limits.formLineMax,
}

/** Applies the same limit to every language. */
function mostIn({ own, others }: SpokenColumns, most: number): Readonly<Record<string, number>> {
  return Object.fromEntries([own, ...others.values()].map((column) => [column, most]))
}

function lines(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}

const noValues: ReadonlyMap<string, string> = new Map()
/** Appearances that are understood. */
const understood: ReadonlySet<string> = new Set([
  'field-list',
  ...fieldTypes.flatMap((type) => xlsformType(type).appearance ?? []),
])

/** Marks unnamed sections. Not a valid key. */
const general = ' '
