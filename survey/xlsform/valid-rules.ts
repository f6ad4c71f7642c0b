import { t } from '#contract/messages/translate.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { FormField } from '../builder/form-place.ts'
import {
  renameKey,
  showingProperties,
  shownKeys,
  withConditions,
  withExpressions,
  withTexts,
} from '../builder/rename-key.ts'
import { isComputed } from '../fields/registry.ts'
import { type FormFault, faultMessage, formFaults } from '../form-faults.ts'
import { isKey } from '../logic/lexer.ts'
import { withKeys } from '../logic/live-fields.ts'
import { RepeatLevels } from './nested-repeats.ts'
import type { Notes } from './notes.ts'
import type { ReadForm } from './read-form.ts'
import { renameValues } from './rename-values.ts'

/** Properties that are removed because of a fault, and their columns. */
const columns = {
  showIf: 'relevant',
  requiredIf: 'required',
  defaultExpression: 'default',
  constraint: 'constraint',
  calculation: 'calculation',
  choiceFilter: 'choice_filter',
  default: 'default',
  min: 'parameters',
} as const
type Ruled = keyof typeof columns

/** Removing a rule can invalidate others; the maximum number of passes. */
const roundsMax = 20

/**
 * Removes the rules that the engine cannot use and notes the reason for each. A form that asks too much is
 * better than a form that doesn't open.
 */
export function withValidRules(form: FormDocument, read: ReadForm, notes: Notes): FormDocument {
  const renamed = ownKeys(withOwnValues(plainReferences(form, read.renamed), read), read)
  let now = withKnownKeys(renamed, read, notes)
  const nested = new RepeatLevels(now, read).rules().map(({ piece, ...at }) => ({
    ...at,
    reason: t('xlsform.acrossRepeats', { piece }),
  }))
  now = without(now, nested, read, notes)
  for (let round = 0; round < roundsMax; round += 1) {
    const faults = formFaults(now).filter(isRuled)
    if (faults.length === 0) return now
    const unreadable = faults.map((fault) => ({ ...fault, reason: t(...faultMessage(fault)) }))
    now = without(now, unreadable, read, notes)
  }
  return now
}

/** Replaces `${old name}` with the key that the name became. */
function plainReferences(form: FormDocument, renamed: ReadonlyMap<string, string>): FormDocument {
  if (renamed.size === 0) return form
  const rewritten = (source: string) =>
    source.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
      const key = renamed.get(name.trim())
      return key === undefined ? whole : `\${${key}}`
    })
  const now = withFields(form, (field) => withTexts(withExpressions(field, rewritten), rewritten))
  return { ...now, sections: now.sections.map((section) => withConditions(section, rewritten)) }
}

function withOwnValues(form: FormDocument, { sections }: ReadForm): FormDocument {
  const none: ReadonlyMap<string, string> = new Map()
  return renameValues(form, (section, field) => sections[section]?.fields[field]?.ownValues ?? none)
}

function ownKeys(form: FormDocument, { sections }: ReadForm): FormDocument {
  let now = form
  for (const [section, { ownKey, fields }] of sections.entries()) {
    if (isKey(ownKey) && now.sections.every(({ key }) => key !== ownKey))
      now = renameKey(now, { section, field: null }, ownKey)
    for (const [field, { ownKey: key }] of fields.entries())
      if (isKey(key) && now.sections[section]?.fields.every((one) => one.key !== key))
        now = renameKey(now, { section, field }, key)
  }
  return now
}

/** Turns label references that cannot be resolved into literal text. */
function withKnownKeys(form: FormDocument, read: ReadForm, notes: Notes): FormDocument {
  const shown: readonly string[] = [...showingProperties, 'options']
  const unknown = formFaults(form).filter(
    ({ property, fault }) => 'purpose' in fault && shown.includes(property),
  )
  const levels = new RepeatLevels(form, read)
  return withFields(form, (field, section, place) => {
    const missing = unknown.flatMap((fault) =>
      fault.section === section && fault.field === place ? fault.fault.piece : [],
    )
    const across = shownKeys(field).filter((key) => levels.isAcross(section, key))
    const keys = new Set([...missing, ...across])
    if (keys.size === 0) return field
    const where = { sheet: read.sheet, row: read.sections[section]?.fields[place]?.row ?? null }
    for (const key of keys)
      notes.add(
        where,
        'label',
        'warning',
        across.includes(key) ? 'xlsform.acrossInLabel' : 'xlsform.unknownInLabel',
        { key },
      )
    return withTexts(field, (text) => withKeys(text, (key) => (keys.has(key) ? null : key)))
  })
}

interface RulePlace {
  readonly section: number
  /** null = the section's own condition. */
  readonly field: number | null
  readonly property: Ruled
}

type RuledFault = FormFault & RulePlace

function isRuled(fault: FormFault): fault is RuledFault {
  if (fault.section === null || !Object.hasOwn(columns, fault.property)) return false
  return fault.field !== null || fault.property === 'showIf'
}

/** Removes the rules and notes the reason for each. */
function without(
  form: FormDocument,
  rules: readonly (RulePlace & { readonly reason: string })[],
  read: ReadForm,
  notes: Notes,
): FormDocument {
  if (rules.length === 0) return form
  const at = Map.groupBy(rules, ({ section, field }) => `${section} ${field}`)
  const sections = form.sections.map((section, index) => {
    const [first] = at.get(`${index} null`) ?? []
    if (!first || section.showIf === undefined) return section
    const where = { sheet: read.sheet, row: read.sections[index]?.row ?? null }
    const { showIf: rule, ...rest } = section
    notes.add(where, columns.showIf, 'warning', 'xlsform.ruleLeftOut', { rule, reason: first.reason })
    return rest
  })
  return withFields({ ...form, sections }, (field, section, place) => {
    let now = field
    for (const { property, reason } of at.get(`${section} ${place}`) ?? []) {
      if (now[property] === undefined && property !== 'calculation') continue
      const where = { sheet: read.sheet, row: read.sections[section]?.fields[place]?.row ?? null }
      const rule = String(now[property] ?? '')
      notes.add(where, columns[property], 'warning', 'xlsform.ruleLeftOut', { rule, reason })
      if (property === 'calculation' && isComputed(now))
        notes.add(where, 'calculation', 'info', 'xlsform.calculationHidden')
      now = strip(now, property)
    }
    return now
  })
}

/** Hides a calculated field without a calculation: users were never meant to fill it in. */
function strip(field: FormField, property: Ruled): FormField {
  const { [property]: _, ...rest } = field
  if (property === 'min') return { ...rest, max: undefined }
  return property === 'calculation' && isComputed(field)
    ? { ...rest, type: 'text', showIf: 'false()', mandatory: undefined }
    : rest
}

function withFields(
  form: FormDocument,
  change: (field: FormField, section: number, place: number) => FormField,
): FormDocument {
  const sections = form.sections.map((section, index) => ({
    ...section,
    fields: section.fields.map((field, place) => change(field, index, place)),
  }))
  return { ...form, sections }
}
