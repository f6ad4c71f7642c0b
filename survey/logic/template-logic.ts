import { acceptsDefault, chooses, isComputed } from '../fields/registry.ts'
import type { Template, TemplateField } from '../template.ts'
import { type Compiled, compile, type RepeatKeys } from './compile.ts'
import { SyntaxFault } from './expression.ts'
import { type LiveField, liveFieldOf } from './live-fields.ts'
import { inOrder, wholeSection } from './order.ts'
import type { Use } from './parser.ts'
import { wholeCondition } from './whole-condition.ts'

/** The target of a key, as indexes of sections and fields in the template. */
export type Source =
  | { readonly kind: 'own'; readonly field: number }
  | { readonly kind: 'other'; readonly section: number; readonly field: number }
  | { readonly kind: 'parts'; readonly section: number }

/** An expression with its keys resolved in the template. */
export interface Rule {
  readonly compiled: Compiled
  /** By key, and by `partKey` for `indexed-repeat`. */
  readonly sources: ReadonlyMap<string, Source>
  /** The fields whose option labels `jr:choice-name` reads. */
  readonly named: ReadonlyMap<string, TemplateField>
}

/** A field with a choice filter or a computed default. */
export interface Filter {
  readonly section: number
  readonly field: number
  readonly rule: Rule
}

/** A field or section with a condition, or a calculated field. */
export interface Step {
  readonly section: number
  /**
   * Or `wholeSection`, which precedes the steps of the section's fields. Each field of a conditional section
   * has a step.
   */
  readonly field: number
  readonly showIf: Rule | null
  readonly calculated: boolean
  readonly calculation: Rule | null
  /** Part of a cycle: always shown, and its calculated value is ''. */
  readonly circular: boolean
}

export interface TemplateLogic {
  /** Ordered so that each step follows its dependencies. */
  readonly steps: readonly Step[]
  readonly constraints: ReadonlyMap<TemplateField, Rule>
  /** Computed defaults in the template's order, evaluated once when a sub-section is created. */
  readonly defaults: readonly Filter[]
  /** Evaluated after all steps: no rule depends on offered options. */
  readonly filters: readonly Filter[]
  /** Evaluated last: no rule depends on labels or required fields. */
  readonly liveFields: readonly LiveField[]
  /** Whether any part of a survey is derived from its answers. */
  readonly derives: boolean
  /** Whether answers can change which fields count: fields that can be hidden or required conditionally. */
  readonly hides: boolean
  /** Ids of those fields and of the fields they depend on. An answer to any other field changes no count. */
  readonly mayHide: ReadonlySet<string>
  /**
   * Indexes of sections whose sub-sections depend only on their own answers for hidden and required fields,
   * on every day, and affect no other section.
   */
  readonly selfContained: ReadonlySet<number>
}

const plans = new WeakMap<Template, TemplateLogic>()

/** Returns the compiled rules of a template, cached. Faulty expressions have no effect. */
export function logicOf(template: Template): TemplateLogic {
  const known = plans.get(template)
  if (known) return known
  const made = planOf(template)
  plans.set(template, made)
  return made
}

function planOf(template: Template): TemplateLogic {
  const steps: Step[] = []
  const filters: Filter[] = []
  const liveFields: LiveField[] = []
  const defaults: Filter[] = []
  const constraints = new Map<TemplateField, Rule>()
  for (const [section, definition] of template.sections.entries()) {
    const { fields } = definition
    const shown = sectionRule(ruleOf(template, section, definition.showIf))
    if (shown) steps.push(plainStep(section, wholeSection, shown))
    for (const [index, field] of fields.entries()) {
      const rule = (source: string | undefined) => ruleOf(template, section, source)
      const showIf = rule(wholeCondition(definition, field))
      const constraint = rule(field.constraint)
      const calculated = isComputed(field)
      const calculation = calculated ? rule(field.calculation) : null
      if (shown || showIf || calculated)
        steps.push({ ...plainStep(section, index, showIf), calculated, calculation })
      if (constraint) constraints.set(field, constraint)
      const live = liveFieldOf(field, { section, field: index }, rule)
      if (live) liveFields.push(live)
      const initial = acceptsDefault(field) ? rule(field.defaultExpression) : null
      if (initial) defaults.push({ section, field: index, rule: initial })
      const filter = chooses(field) ? ruleOf(template, section, field.choiceFilter, 'filter') : null
      if (filter) filters.push({ section, field: index, rule: filter })
    }
  }
  const ordered = inOrder(steps)
  const hiding = hidingSteps(template, [...ordered, ...liveFields.flatMap(requiring)])
  const mayHide = new Set(hiding.flatMap((step) => idsAround(template, step)))
  return {
    steps: ordered,
    constraints,
    filters,
    liveFields: optionsFirst(liveFields),
    defaults,
    derives: steps.length + filters.length + liveFields.length > 0,
    hides: hiding.length > 0,
    mayHide,
    selfContained: selfContainedIn(template, hiding),
  }
}

function plainStep(section: number, field: number, showIf: Rule | null): Step {
  return { section, field, showIf, calculated: false, calculation: null, circular: false }
}

/**
 * Ignores a section condition that depends on the sub-section or its creation time: it cannot apply to all of
 * them.
 */
function sectionRule(rule: Rule | null): Rule | null {
  return rule?.compiled.usesOwnPlace || rule?.compiled.usesNow ? null : rule
}

/** Orders texts after the option labels that they contain, because those may contain answers too. */
function optionsFirst(liveFields: readonly LiveField[]): readonly LiveField[] {
  const labelled = new Map<string, LiveField>()
  for (const live of liveFields)
    if (live.texts.some(({ of }) => typeof of === 'number'))
      labelled.set(`${live.section}/${live.field}`, live)
  if (labelled.size === 0) return liveFields
  const ordered = new Set<LiveField>()
  const entered = new Set<LiveField>()
  const visit = (live: LiveField) => {
    if (entered.has(live)) return
    entered.add(live)
    for (const source of live.shown?.sources.values() ?? []) {
      if (source.kind === 'parts') continue
      const section = source.kind === 'own' ? live.section : source.section
      const before = labelled.get(`${section}/${source.field}`)
      if (before) visit(before)
    }
    ordered.add(live)
  }
  for (const live of liveFields) visit(live)
  return [...ordered]
}

/** A required-if rule as a step: for counts it acts like a condition. */
function requiring({ section, field, requiredIf }: LiveField): readonly Step[] {
  return requiredIf ? [plainStep(section, field, requiredIf)] : []
}

/**
 * Returns the steps that hide a field, and those that calculate an input of such a step. `steps` must be in
 * evaluation order.
 */
function hidingSteps(template: Template, steps: readonly Step[]): readonly Step[] {
  const looked = new Set<string>()
  return [...steps].reverse().filter((step) => {
    if (step.showIf === null && !fieldIdsAt(template, [step]).some((id) => looked.has(id))) return false
    for (const id of fieldIdsRead(template, step)) looked.add(id)
    return true
  })
}

function selfContainedIn({ sections }: Template, hiding: readonly Step[]): ReadonlySet<number> {
  const found = new Set(sections.keys())
  for (const step of hiding) {
    if (step.field === wholeSection) found.delete(step.section)
    for (const { compiled, sources } of rulesOf(step)) {
      if (compiled.usesOwnPlace || compiled.usesToday || compiled.usesNow) found.delete(step.section)
      for (const source of sources.values()) {
        if (source.kind === 'own') continue
        found.delete(step.section)
        found.delete(source.section)
      }
    }
  }
  return found
}

function rulesOf({ showIf, calculation }: Step): readonly Rule[] {
  return [showIf, calculation].filter((rule) => rule !== null)
}

/** Ids of the step's own fields and of all fields its rules read. */
function idsAround(template: Template, step: Step): readonly string[] {
  return [...fieldIdsAt(template, [step]), ...fieldIdsRead(template, step)]
}

/** Returns the ids of the fields that a step's rules read. */
export function fieldIdsRead(template: Template, step: Step): readonly string[] {
  const looked = rulesOf(step).flatMap(({ sources }) => [...sources.values()])
  const places = looked.flatMap((source): { section: number; field: number }[] => {
    if (source.kind !== 'parts')
      return [{ section: source.kind === 'own' ? step.section : source.section, field: source.field }]
    const { section } = source
    return template.sections[section]?.showIf === undefined ? [] : [{ section, field: wholeSection }]
  })
  return fieldIdsAt(template, places)
}

/** Returns field ids by their places; all fields for a whole section. */
export function fieldIdsAt(
  template: Template,
  places: readonly { readonly section: number; readonly field: number }[],
): readonly string[] {
  return places.flatMap(({ section, field }) => {
    const fields = template.sections[section]?.fields ?? []
    return field === wholeSection ? fields.map(({ id }) => id) : (fields[field]?.id ?? [])
  })
}

function ruleOf(
  template: Template,
  section: number,
  source: string | undefined,
  use: Use = 'rule',
): Rule | null {
  const compiled = source === undefined ? null : compile(source, use)
  if (compiled === null || compiled instanceof SyntaxFault) return null
  const sources = compiled.keys.flatMap((key) => {
    const [first] = sourcesOf(template, section, key)
    return first ? [[key, first] as const] : []
  })
  const repeats = compiled.repeats.flatMap((keys) => {
    const source = repeatOf(template, keys)
    return source ? [[partKey(keys.section, keys.field), source] as const] : []
  })
  const named = compiled.named.flatMap((key) => {
    const field = fieldNamed(template, section, key)
    return field ? [[key, field] as const] : []
  })
  return { compiled, sources: new Map([...sources, ...repeats]), named: new Map(named) }
}

/** Keys contain no slash, so the result is unique. */
export function partKey(section: string, field: string): string {
  return `${section}/${field}`
}

/** Resolves `indexed-repeat`: a field by its section's key and its own, in any sub-section. */
export function repeatOf(template: Template, keys: RepeatKeys): Source | null {
  const section = template.sections.findIndex(({ key }) => key === keys.section)
  const field = placeOf(template, section, keys.field)
  return field === -1 ? null : { kind: 'other', section, field }
}

/** Returns the field that a key refers to in a section. */
export function fieldNamed(template: Template, section: number, key: string): TemplateField | undefined {
  const [source] = sourcesOf(template, section, key)
  if (!source || source.kind === 'parts') return undefined
  const place = source.kind === 'own' ? section : source.section
  return template.sections[place]?.fields[source.field]
}

/**
 * Returns the field in the same section; otherwise all candidates, of which the first in the template counts.
 */
export function sourcesOf(template: Template, section: number, key: string): readonly Source[] {
  const own = placeOf(template, section, key)
  return own === -1 ? (keysOf(template).anywhere.get(key) ?? []) : [{ kind: 'own', field: own }]
}

interface Keys {
  /** Targets of a key outside its own section: sections first. */
  readonly anywhere: ReadonlyMap<string, readonly Source[]>
  /** For each section, the index of each key. */
  readonly places: readonly ReadonlyMap<string, number>[]
}

const known = new WeakMap<Template, Keys>()

/** Cached, because every expression of a template resolves its keys. */
function keysOf(template: Template): Keys {
  const before = known.get(template)
  if (before) return before
  const anywhere = new Map<string, Source[]>()
  const add = (key: string, source: Source) => {
    const all = anywhere.get(key) ?? []
    all.push(source)
    anywhere.set(key, all)
  }
  for (const [section, { key }] of template.sections.entries()) if (key) add(key, { kind: 'parts', section })
  const places = template.sections.map(({ fields }, section) => {
    const own = new Map<string, number>()
    for (const [field, { key }] of fields.entries()) {
      if (key === undefined || own.has(key)) continue
      own.set(key, field)
      add(key, { kind: 'other', section, field })
    }
    return own
  })
  const made = { anywhere, places }
  known.set(template, made)
  return made
}

function placeOf(template: Template, section: number, key: string): number {
  return keysOf(template).places[section]?.get(key) ?? -1
}
