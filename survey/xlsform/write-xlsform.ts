import type { FormDocument } from '#contract/templates/form-document.ts'
import { optionValue } from '../builder/form-options.ts'
import type { FormField, FormSection } from '../builder/form-place.ts'
import { keyFrom, uniqueKey } from '../builder/keys.ts'
import { renameKey } from '../builder/rename-key.ts'
import type { XlsformType } from '../fields/kind.ts'
import { chooses, xlsformType } from '../fields/registry.ts'
import { columnLanguage } from '../languages.ts'
import { plainExpression } from '../logic/plain-expression.ts'
import { wholeCondition } from '../logic/whole-condition.ts'
import { textIn } from '../translate.ts'
import type { XlsBook } from './book.ts'
import { textColumns } from './build-form.ts'
import { buildChoicesSheet, type ChoicesSheet } from './choices-sheet.ts'
import { LabelColumns } from './label-columns.ts'
import { conditionsCell, resultsCell } from './own-columns.ts'
import { renameValues } from './rename-values.ts'

type Cells = Readonly<Record<string, string>>

/** The standard columns of the sheet `survey`. The app's own columns are added only if a field needs them. */
const standard = (labels: LabelColumns) => [
  'type',
  'name',
  ...labels.all('label'),
  ...labels.all('hint'),
  'required',
  'relevant',
  'constraint',
  ...labels.all('constraint_message'),
  'choice_filter',
  'calculation',
  'default',
  'appearance',
]

/**
 * Converts a template to an XLSForm that other tools accept: names are unique in the whole form, and option
 * names contain no spaces. Properties without an XLSForm column go to this app's own columns, which other
 * tools ignore. `readXlsform` restores the same template.
 */
export function writeXlsform(form: FormDocument): XlsBook {
  const { form: named, own } = withUniqueNames(form)
  const labels = new LabelColumns(form)
  const choices = buildChoicesSheet(named, labels)
  const paper = renameValues(named, choices.namesAt)
  const rows = paper.sections.flatMap((section, index) =>
    sectionRows(section, index, { own, choices, labels }),
  )
  return [
    { name: 'survey', rows: sheetOf(rows, standard(labels)) },
    { name: 'choices', rows: sheetOf(choices.rows, ['list_name', 'name', ...labels.all('label')]) },
    {
      name: 'settings',
      rows: sheetOf(
        [
          {
            form_title: form.name,
            form_id: keyFrom(form.name, 'form'),
            ...filled('default_language', labels.defaultLanguage),
            ...said('allow_choice_duplicates', hasNameTwice(choices.rows)),
            ...filled('fieldbook::description', form.description),
            ...filled('fieldbook::category', form.category),
            ...filled('fieldbook::picture', form.picture),
            ...formTexts(form),
          },
        ],
        ['form_title', 'form_id'],
      ),
    },
  ]
}

/** Other tools reject duplicate names in a list unless the form allows them. */
function hasNameTwice(rows: readonly Cells[]): boolean {
  return new Set(rows.map((row) => JSON.stringify([row.list_name, row.name]))).size < rows.length
}

/** Translated names use own columns, because other tools expect a single `form_title`. */
function formTexts({ languages = [], translations }: FormDocument): Cells {
  const cells = languages.map((language) => {
    const texts = textIn(translations, language)
    const column = columnLanguage(language)
    return {
      ...filled(`${textColumns.name}::${column}`, texts?.name),
      ...filled(`${textColumns.description}::${column}`, texts?.description),
    }
  })
  return Object.assign({}, ...cells)
}

/** Original keys of renamed sections and fields, by place. */
type OwnKeys = ReadonlyMap<string, string>

/**
 * Makes keys unique: XLSForm resolves references in the whole form. The first of several equal keys keeps its
 * name.
 */
function withUniqueNames(form: FormDocument): { readonly form: FormDocument; readonly own: OwnKeys } {
  const taken = new Set<string>()
  const own = new Map<string, string>()
  let now = form
  const everything = new Set(
    form.sections.flatMap(({ key, fields }) => [key, ...fields.map((field) => field.key)]),
  )
  const claim = (section: number, field: number | null, key: string, wish: string) => {
    if (!taken.has(key)) {
      taken.add(key)
      return
    }
    const other = uniqueKey(wish, new Set([...taken, ...everything]))
    taken.add(other)
    own.set(`${section} ${field}`, key)
    now = renameKey(now, { section, field }, other)
  }
  for (const [section, { key, fields }] of form.sections.entries()) {
    claim(section, null, key, `${key}_section`)
    for (const [field, { key: name }] of fields.entries()) claim(section, field, name, `${key}_${name}`)
  }
  return { form: now, own }
}

interface Paper {
  readonly own: OwnKeys
  readonly choices: ChoicesSheet
  readonly labels: LabelColumns
}

function sectionRows(section: FormSection, index: number, { own, choices, labels }: Paper): readonly Cells[] {
  const word = section.addSimilarText === undefined ? 'group' : 'repeat'
  return [
    {
      type: `begin ${word}`,
      name: section.key,
      ...labels.cells('label', section.name, (language) => textIn(section.translations, language)?.name),
      ...filled('fieldbook::key', own.get(`${index} null`)),
      ...labels.cells(
        'fieldbook::add_text',
        section.addSimilarText,
        (language) => textIn(section.translations, language)?.addSimilarText,
      ),
      ...expression('relevant', section.showIf),
      ...filled('fieldbook::conditions', conditionsCell(section)),
      ...said('fieldbook::copy_from_last', section.copyFromLastFilled),
    },
    ...section.fields.map((field, place) => ({
      ...fieldCells(field, choices.listAt(index, place), labels),
      ...conditionCells(section, field),
      ...filled('fieldbook::key', own.get(`${index} ${place}`)),
      ...defaultCells(field, choices.namesAt(index, place)),
    })),
    { type: `end ${word}` },
  ]
}

/**
 * Other tools read the whole condition. Separate columns keep the shared part and the field's own one for an
 * import.
 */
function conditionCells(section: FormSection, field: FormField): Cells {
  return {
    ...expression('relevant', wholeCondition(section, field)),
    ...(field.condition !== undefined && {
      'fieldbook::condition': field.condition,
      ...expression('fieldbook::relevant', field.showIf),
    }),
  }
}

function fieldCells(field: FormField, list: string | null, labels: LabelColumns): Cells {
  const paper = xlsformType(field.type)
  const { translations } = field
  return {
    type: list === null ? paper.type : `${paper.type} ${list}`,
    name: field.key,
    ...labels.cells('label', field.name, (language) => textIn(translations, language)?.name),
    ...labels.cells('hint', field.hint, (language) => textIn(translations, language)?.hint),
    ...(field.requiredIf ? expression('required', field.requiredIf) : said('required', field.mandatory)),
    ...expression('constraint', field.constraint),
    ...labels.cells(
      'constraint_message',
      field.constraintMessage,
      (language) => textIn(translations, language)?.constraintMessage,
    ),
    ...expression('choice_filter', field.choiceFilter),
    ...expression('calculation', field.calculation),
    ...filled('appearance', paper.appearance),
    ...filled('parameters', parametersText(paper.parameters)),
    'fieldbook::type': field.type,
    ...filled('fieldbook::list', field.list),
    ...filled('fieldbook::unit', field.unit),
    ...filled('fieldbook::results', resultsCell(field)),
    ...filled('fieldbook::min', field.min?.toString()),
    ...filled('fieldbook::max', field.max?.toString()),
    ...filled('fieldbook::max_length', field.maxLength?.toString()),
    ...filled('fieldbook::dropdown_of', field.dropdownOf),
    ...filled('fieldbook::adds', field.adds),
    ...filled('fieldbook::reason_on', field.reasonOn),
    ...said('fieldbook::dictation', field.dictation),
    ...said('fieldbook::photos', field.media),
    ...said('fieldbook::internal', field.internal),
  }
}

function parametersText(parameters: XlsformType['parameters'] = {}): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** Writes the default as option names for other tools; the original text goes to an own column. */
function defaultCells(field: FormField, names: ReadonlyMap<string, string>): Cells {
  const { default: initial = '' } = field
  if (field.defaultExpression) return expression('default', field.defaultExpression)
  if (initial === '') return {}
  const named = (text: string) => names.get(text) ?? names.get(valueOfLabel(field, text)) ?? text
  const whole = named(initial)
  const paper =
    whole !== initial || chooses(field) !== 'several' ? whole : initial.split(/\s+/).map(named).join(' ')
  const looksDynamic = initial.includes('${') || /\(.*\)$/s.test(initial)
  return { default: paper, ...(paper !== initial || looksDynamic ? { 'fieldbook::default': initial } : {}) }
}

function valueOfLabel({ options = [] }: FormField, label: string): string {
  const option = options.find((one) => typeof one !== 'string' && (one.label === label || one.id === label))
  return option === undefined ? label : optionValue(option)
}

function filled(column: string, value: string | undefined): Cells {
  return value === undefined || value === '' ? {} : { [column]: value }
}

/** Other tools accept only straight quotes and plain spaces. */
function expression(column: string, source: string | undefined): Cells {
  return filled(column, source === undefined ? undefined : plainExpression(source))
}

function said(column: string, value: boolean | undefined): Cells {
  return value ? { [column]: 'yes' } : {}
}

/** Builds a sheet with the given columns first, then any others in order of appearance. */
function sheetOf(rows: readonly Cells[], first: readonly string[]): readonly (readonly string[])[] {
  const columns = [...new Set([...first, ...rows.flatMap((row) => Object.keys(row))])]
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
}
