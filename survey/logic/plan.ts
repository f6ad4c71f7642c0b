import { chooses, isComputed, takesDefault } from '../fields/registry.ts'
import type { Template, TemplateField } from '../template.ts'
import { type Compiled, compile, type RepeatKeys } from './compile.ts'
import { SyntaxFault } from './expression.ts'
import { type Live, liveOf } from './live.ts'
import { inOrder, wholeSection } from './order.ts'
import type { Use } from './parser.ts'

/** What a key stands for, by the places of sections and fields in the template. */
export type Source =
  | { readonly kind: 'own'; readonly field: number }
  | { readonly kind: 'other'; readonly section: number; readonly field: number }
  | { readonly kind: 'parts'; readonly section: number }

/** An expression at its place in the template. */
export interface Rule {
  readonly compiled: Compiled
  /** By key, and by `partKey` for what `indexed-repeat` looks at. */
  readonly sources: ReadonlyMap<string, Source>
  /** The fields whose options `jr:choice-name` names. */
  readonly named: ReadonlyMap<string, TemplateField>
}

/** A field of which only some options are offered, or that begins with what its rule comes to. */
export interface Filter {
  readonly section: number
  readonly field: number
  readonly rule: Rule
}

/** A field or section whose being shown, or a field whose value, follows from other answers. */
export interface Step {
  readonly section: number
  /** Or `wholeSection`, which comes before the steps of its fields: each field of such a section has one. */
  readonly field: number
  readonly showIf: Rule | null
  readonly calculated: boolean
  readonly calculation: Rule | null
  /** It depends on itself: always shown, and its value is ''. */
  readonly circular: boolean
}

export interface TemplateLogic {
  /** Each after those that it depends on. */
  readonly steps: readonly Step[]
  readonly constraints: ReadonlyMap<TemplateField, Rule>
  /** What fields begin with, in the template's order: worked out once and never again. */
  readonly defaults: readonly Filter[]
  /** Nothing follows from what is offered, so they come after all steps, in any order. */
  readonly filters: readonly Filter[]
  /** Nothing follows from labels and from what is required either. */
  readonly lives: readonly Live[]
  /** Whether anything in a survey follows from its answers. */
  readonly derives: boolean
  /** Whether answers decide which fields count: some can be hidden, or are required only sometimes. */
  readonly hides: boolean
  /** Ids of those fields, and of the ones that may decide it. An answer to another field changes no count. */
  readonly mayHide: ReadonlySet<string>
  /**
   * Indexes of the sections in each of whose sub-sections what is hidden or required follows from its own answers alone,
   * on every day, and decides nothing elsewhere.
   */
  readonly selfContained: ReadonlySet<number>
}

const plans = new WeakMap<Template, TemplateLogic>()

/** What a template's expressions ask for, worked out once. What is faulty in them has no effect. */
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
  const lives: Live[] = []
  const defaults: Filter[] = []
  const constraints = new Map<TemplateField, Rule>()
  for (const [section, { fields, showIf: condition }] of template.sections.entries()) {
    const shown = sectionRule(ruleOf(template, section, condition))
    if (shown) steps.push(plainStep(section, wholeSection, shown))
    for (const [index, field] of fields.entries()) {
      const rule = (source: string | undefined) => ruleOf(template, section, source)
      const showIf = rule(field.showIf)
      const constraint = rule(field.constraint)
      const calculated = isComputed(field)
      const calculation = calculated ? rule(field.calculation) : null
      if (shown || showIf || calculated)
        steps.push({ ...plainStep(section, index, showIf), calculated, calculation })
      if (constraint) constraints.set(field, constraint)
      const live = liveOf(field, { section, field: index }, rule)
      if (live) lives.push(live)
      const initial = takesDefault(field) ? rule(field.defaultExpression) : null
      if (initial) defaults.push({ section, field: index, rule: initial })
      const filter = chooses(field) ? ruleOf(template, section, field.choiceFilter, 'filter') : null
      if (filter) filters.push({ section, field: index, rule: filter })
    }
  }
  const ordered = inOrder(steps)
  const hiding = hidingSteps(template, [...ordered, ...lives.flatMap(requiring)])
  const mayHide = new Set(hiding.flatMap((step) => idsAround(template, step)))
  return {
    steps: ordered,
    constraints,
    filters,
    lives: optionsFirst(lives),
    defaults,
    derives: steps.length + filters.length + lives.length > 0,
    hides: hiding.length > 0,
    mayHide,
    selfContained: selfContainedIn(template, hiding),
  }
}

function plainStep(section: number, field: number, showIf: Rule | null): Step {
  return { section, field, showIf, calculated: false, calculation: null, circular: false }
}

/** A condition that depends on the sub-section, or on the moment it was begun, cannot decide for all of them: no effect. */
function sectionRule(rule: Rule | null): Rule | null {
  return rule?.compiled.usesOwnPlace || rule?.compiled.usesNow ? null : rule
}

/** A text that shows a chosen option comes after that option's label, which may show an answer itself. */
function optionsFirst(lives: readonly Live[]): readonly Live[] {
  const labelled = new Map<string, Live>()
  for (const live of lives)
    if (live.texts.some(({ of }) => typeof of === 'number'))
      labelled.set(`${live.section}/${live.field}`, live)
  if (labelled.size === 0) return lives
  const ordered = new Set<Live>()
  const entered = new Set<Live>()
  const visit = (live: Live) => {
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
  for (const live of lives) visit(live)
  return [...ordered]
}

/** What decides whether a field is required, as a step: it counts like a condition for being shown. */
function requiring({ section, field, requiredIf }: Live): readonly Step[] {
  return requiredIf ? [plainStep(section, field, requiredIf)] : []
}

/** Those that hide a field, and those that calculate what such a one looks at. `steps`: in their order. */
function hidingSteps(template: Template, steps: readonly Step[]): readonly Step[] {
  const looked = new Set<string>()
  return [...steps].reverse().filter((step) => {
    if (step.showIf === null && !idsAt(template, [step]).some((id) => looked.has(id))) return false
    for (const id of lookedAt(template, step)) looked.add(id)
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

/** The step's own field, or those of its section, and all that its rules look at. */
function idsAround(template: Template, step: Step): readonly string[] {
  return [...idsAt(template, [step]), ...lookedAt(template, step)]
}

/** Ids of the fields that a step's rules look at. */
export function lookedAt(template: Template, step: Step): readonly string[] {
  const looked = rulesOf(step).flatMap(({ sources }) => [...sources.values()])
  const places = looked.flatMap((source): { section: number; field: number }[] => {
    if (source.kind !== 'parts')
      return [{ section: source.kind === 'own' ? step.section : source.section, field: source.field }]
    const { section } = source
    return template.sections[section]?.showIf === undefined ? [] : [{ section, field: wholeSection }]
  })
  return idsAt(template, places)
}

/** Ids of fields by their places; of a whole section all of its fields. */
export function idsAt(
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

/** No key has a slash in it. */
export function partKey(section: string, field: string): string {
  return `${section}/${field}`
}

/** The field of a section by both keys, be it the own one: which sub-section of it is asked is another matter. */
export function repeatOf(template: Template, keys: RepeatKeys): Source | null {
  const section = template.sections.findIndex(({ key }) => key === keys.section)
  const field = placeOf(template, section, keys.field)
  return field === -1 ? null : { kind: 'other', section, field }
}

/** The field that a key stands for in a section, whatever it is asked for. */
export function fieldNamed(template: Template, section: number, key: string): TemplateField | undefined {
  const [source] = sourcesOf(template, section, key)
  if (!source || source.kind === 'parts') return undefined
  const place = source.kind === 'own' ? section : source.section
  return template.sections[place]?.fields[source.field]
}

/** The field of the own section; else all that the key could mean, of which the first of the template counts. */
export function sourcesOf(template: Template, section: number, key: string): readonly Source[] {
  const own = placeOf(template, section, key)
  return own === -1 ? (keysOf(template).anywhere.get(key) ?? []) : [{ kind: 'own', field: own }]
}

interface Keys {
  /** What a key can mean outside of its own section: sections first. */
  readonly anywhere: ReadonlyMap<string, readonly Source[]>
  /** Of each section the place of each key. */
  readonly places: readonly ReadonlyMap<string, number>[]
}

const known = new WeakMap<Template, Keys>()

/** Worked out once: every expression of a template looks its keys up. */
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
