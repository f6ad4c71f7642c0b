import { chooses, isComputed } from '../fields/registry.ts'
import { columnNames } from '../option-values.ts'
import type { Template, TemplateField } from '../template.ts'
import { optionFaults } from './check-options.ts'
import { compile } from './compile.ts'
import { type SyntaxCode, SyntaxFault } from './expression.ts'
import { isKey } from './lexer.ts'
import { keysIn } from './live-fields.ts'
import { fieldNamed, logicOf, repeatOf, sourcesOf } from './template-logic.ts'
import { sharedConditionOf, wholeCondition } from './whole-condition.ts'

/** The property of a field that an expression controls. */
export type Purpose =
  | (typeof purposes)[number]
  | 'name'
  | 'hint'
  | 'constraintMessage'
  | 'options'
  /** Of a field: the shared condition that it names. */
  | 'condition'
  /** Of a section: one of its shared conditions. */
  | `conditions.${number}`

/** A template fault that its author must fix. The message for each code is `expressions.<code>`. */
export interface LogicFault {
  readonly sectionId: string
  /** null = a fault of the section's key or condition. */
  readonly fieldId: string | null
  readonly purpose: Purpose | null
  readonly code:
    | SyntaxCode
    | 'unknownKey'
    | 'ambiguousKey'
    | 'cycle'
    | 'sectionCycle'
    | 'sameKey'
    | 'selfOutside'
    | 'nowOutside'
    | 'placeOutside'
    | 'noCalculation'
    | 'filterOutside'
    | 'unknownColumn'
    | 'sameOption'
    | 'unevenOptions'
    | 'badDefault'
  /** Offset in the expression, from 0. */
  readonly position: number
  /** The key, function or text that causes the fault. */
  readonly piece: string
}

const purposes = [
  'showIf',
  'requiredIf',
  'constraint',
  'calculation',
  'choiceFilter',
  'defaultExpression',
] as const

/** Returns every fault of a template's keys and expressions; empty = valid. */
export function checkLogic(template: Template): readonly LogicFault[] {
  return [
    ...keyFaults(template),
    ...optionFaults(template),
    ...expressionFaults(template),
    ...cycleFaults(template),
  ]
}

function keyFaults(template: Template): readonly LogicFault[] {
  const sections = repeated(template.sections).map((section) => ({
    sectionId: section.id,
    fieldId: null,
    key: section.key,
  }))
  const fields = template.sections.flatMap((section) =>
    repeated(section.fields).map((field) => ({ sectionId: section.id, fieldId: field.id, key: field.key })),
  )
  const bad = template.sections.flatMap((section) =>
    [section, ...section.fields]
      .filter(({ key }) => key !== undefined && !isKey(key))
      .map((one) => ({ sectionId: section.id, fieldId: one === section ? null : one.id, key: one.key })),
  )
  const fault =
    (code: 'sameKey' | 'badKey') => (one: (typeof fields)[number] | (typeof sections)[number]) => ({
      sectionId: one.sectionId,
      fieldId: one.fieldId,
      purpose: null,
      code,
      position: 0,
      piece: one.key ?? '',
    })
  return [...[...sections, ...fields].map(fault('sameKey')), ...bad.map(fault('badKey'))]
}

function repeated<Item extends { readonly key?: string }>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  return items.filter(({ key }) => {
    if (key === undefined) return false
    const again = seen.has(key)
    seen.add(key)
    return again
  })
}

function expressionFaults(template: Template): readonly LogicFault[] {
  return template.sections.flatMap((section, index) => [
    ...sectionFaults(template, index),
    ...sharedFaults(template, index),
    ...section.fields.flatMap((field) => {
      const at = { sectionId: section.id, fieldId: field.id }
      const found = purposes.flatMap((purpose): LogicFault[] => {
        const source = field[purpose]
        if (source === undefined) return []
        return faultsIn(template, index, field, source, purpose).map((fault) => ({
          ...at,
          purpose,
          ...fault,
        }))
      })
      found.push(
        ...wholeFaults(template, index, field).map((fault) => ({
          ...at,
          purpose: 'showIf' as const,
          ...fault,
        })),
      )
      found.push(...labelFaults(template, index, field).map((fault) => ({ ...at, ...fault })))
      if (!isComputed(field) || field.calculation !== undefined) return found
      return [
        ...found,
        { ...at, purpose: 'calculation', code: 'noCalculation', position: 0, piece: '' } as const,
      ]
    }),
  ])
}

/** Returns the faults of a section's condition, which applies to all its sub-sections. */
function sectionFaults(template: Template, index: number): readonly LogicFault[] {
  const section = template.sections[index]
  if (section?.showIf === undefined) return []
  const at = { sectionId: section.id, fieldId: null, purpose: 'showIf' } as const
  const found = faultsIn(template, index, null, section.showIf, 'showIf')
  const compiled = compile(section.showIf)
  const isOfPart = !(compiled instanceof SyntaxFault) && compiled.usesOwnPlace && !compiled.usesSelf
  const outside: readonly Found[] = isOfPart ? [{ code: 'placeOutside', position: 0, piece: '' }] : []
  return [...found, ...outside].map((fault) => ({ ...at, ...fault }))
}

/** Returns faults of shared conditions, each read once for all fields that name it. */
function sharedFaults(template: Template, index: number): readonly LogicFault[] {
  const { id: sectionId, conditions = [] } = template.sections[index] ?? {}
  if (sectionId === undefined) return []
  return conditions.flatMap(({ showIf }, place) =>
    faultsIn(template, index, null, showIf, 'showIf').map((fault) => ({
      ...{ sectionId, fieldId: null, purpose: `conditions.${place}` as const },
      ...fault,
    })),
  )
}

/** Of a field's own condition together with the shared one: each may be short enough, and both together too long. */
function wholeFaults(template: Template, index: number, field: TemplateField): readonly Found[] {
  const section = template.sections[index]
  if (!section || field.showIf === undefined || field.condition === undefined) return []
  const isFaulty = (source: string) => faultsIn(template, index, field, source, 'showIf').length > 0
  if (isFaulty(field.showIf) || isFaulty(sharedConditionOf(section, field))) return []
  return faultsIn(template, index, field, wholeCondition(section, field) ?? '', 'showIf')
}

type Found = Pick<LogicFault, 'code' | 'position' | 'piece'>

function faultsIn(
  template: Template,
  section: number,
  /** null = the section itself. */
  field: TemplateField | null,
  source: string,
  purpose: Purpose,
): readonly Found[] {
  const isFilter = purpose === 'choiceFilter'
  if (isFilter && field && !chooses(field)) return [{ code: 'filterOutside', position: 0, piece: '' }]
  const compiled = compile(source, isFilter ? 'filter' : 'rule')
  if (compiled instanceof SyntaxFault) {
    const { code, position, piece } = compiled
    return [{ code, position, piece }]
  }
  const at = (code: Found['code'], piece: string): Found => ({
    code,
    position: Math.max(0, source.indexOf(piece)),
    piece,
  })
  const keys = compiled.keys.flatMap((key) => {
    const count = sourcesOf(template, section, key).length
    return count === 1 ? [] : at(count === 0 ? 'unknownKey' : 'ambiguousKey', key)
  })
  const repeats = compiled.repeats.flatMap((one) => {
    if (repeatOf(template, one)) return []
    const isSection = template.sections.some(({ key }) => key === one.section)
    return at('unknownKey', isSection ? one.field : one.section)
  })
  const named = compiled.named.flatMap((key) =>
    fieldNamed(template, section, key) ? [] : at('unknownKey', key),
  )
  const names = field ? columnNames(field) : new Set<string>()
  const columns = compiled.columns.flatMap((name) => (names.has(name) ? [] : at('unknownColumn', name)))
  const outside = purpose !== 'constraint'
  const self = compiled.usesSelf && outside ? [at('selfOutside', '.')] : []
  const isMoment = purpose === 'constraint' || purpose === 'defaultExpression'
  const now = compiled.usesNow && !isMoment ? [at('nowOutside', 'now')] : []
  return [...keys, ...repeats, ...named, ...columns, ...self, ...now]
}

/**
 * Returns keys in labels that match no field or several. Translations are not checked: the form shows an
 * unknown key as written.
 */
function labelFaults(template: Template, section: number, field: TemplateField) {
  const own = (['name', 'hint', 'constraintMessage'] as const).map((purpose) => ({
    purpose,
    text: field[purpose] ?? '',
  }))
  const labels = (field.ownLabels ?? field.options).map((text) => ({ purpose: 'options' as const, text }))
  return [...own, ...labels].flatMap(({ purpose, text }) =>
    keysIn(text).flatMap((key) => {
      const count = sourcesOf(template, section, key).length
      if (count === 1) return []
      const code = count === 0 ? ('unknownKey' as const) : ('ambiguousKey' as const)
      return [{ purpose, code, position: text.indexOf(key), piece: key }]
    }),
  )
}

function cycleFaults(template: Template): readonly LogicFault[] {
  return logicOf(template).steps.flatMap((step): LogicFault[] => {
    const section = template.sections[step.section]
    const field = section?.fields[step.field] ?? null
    // A field without its own rule is part of the cycle only through its section.
    const isOwn = step.showIf !== null || step.calculated
    if (!step.circular || !section || !isOwn) return []
    const purpose = step.calculated ? 'calculation' : shownBy(field)
    const code = field ? 'cycle' : 'sectionCycle'
    const piece = (field ?? section).key ?? ''
    return [{ sectionId: section.id, fieldId: field?.id ?? null, purpose, code, position: 0, piece }]
  })
}

/** The property that a field's condition is written in. */
function shownBy(field: TemplateField | null): 'condition' | 'showIf' {
  return field?.condition !== undefined && field.showIf === undefined ? 'condition' : 'showIf'
}
