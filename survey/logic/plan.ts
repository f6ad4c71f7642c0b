import type { Template, TemplateField, TemplateSection } from '../template.ts'
import { type Compiled, compile } from './compile.ts'
import { SyntaxFault } from './expression.ts'
import { inOrder } from './order.ts'

/** What a key stands for, by the places of sections and fields in the template. */
export type Source =
  | { readonly kind: 'own'; readonly field: number }
  | { readonly kind: 'other'; readonly section: number; readonly field: number }
  | { readonly kind: 'parts'; readonly section: number }

/** An expression at its place in the template. */
export interface Rule {
  readonly compiled: Compiled
  readonly sources: ReadonlyMap<string, Source>
}

/** A field whose being shown or whose value follows from other answers. */
export interface Step {
  readonly section: number
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
  /** Whether any field can be hidden. */
  readonly hides: boolean
  /** Ids of the fields that can be hidden, and of those that may decide it. An answer to another one hides nothing. */
  readonly mayHide: ReadonlySet<string>
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
  const constraints = new Map<TemplateField, Rule>()
  for (const [section, { fields }] of template.sections.entries()) {
    for (const [index, field] of fields.entries()) {
      const rule = (source: string | undefined) => ruleOf(template, section, source)
      const showIf = rule(field.showIf)
      const constraint = rule(field.constraint)
      const calculated = field.type === 'calculated'
      const calculation = calculated ? rule(field.calculation) : null
      if (showIf || calculated)
        steps.push({ section, field: index, showIf, calculated, calculation, circular: false })
      if (constraint) constraints.set(field, constraint)
    }
  }
  const mayHide = new Set(steps.flatMap((step) => idsAround(template, step)))
  return {
    steps: inOrder(steps),
    constraints,
    hides: steps.some(({ showIf }) => showIf !== null),
    mayHide,
  }
}

/** The step's own field, and all that its rules look at. */
function idsAround(template: Template, step: Step): readonly string[] {
  return [...idsAt(template, [step]), ...lookedAt(template, step)]
}

/** Ids of the fields that a step's rules look at. */
export function lookedAt(template: Template, step: Step): readonly string[] {
  const rules = [step.showIf, step.calculation].filter((rule) => rule !== null)
  const looked = rules.flatMap(({ sources }) => [...sources.values()])
  const places = looked.flatMap((source): { section: number; field: number }[] => {
    if (source.kind === 'parts') return []
    return [{ section: source.kind === 'own' ? step.section : source.section, field: source.field }]
  })
  return idsAt(template, places)
}

function idsAt(
  template: Template,
  places: readonly { readonly section: number; readonly field: number }[],
): readonly string[] {
  return places.flatMap(({ section, field }) => template.sections[section]?.fields[field]?.id ?? [])
}

function ruleOf(template: Template, section: number, source: string | undefined): Rule | null {
  const compiled = source === undefined ? null : compile(source)
  if (compiled === null || compiled instanceof SyntaxFault) return null
  const sources = compiled.keys.flatMap((key) => {
    const [first] = sourcesOf(template, section, key)
    return first ? [[key, first] as const] : []
  })
  return { compiled, sources: new Map(sources) }
}

/** The field of the own section; else all that the key could mean, of which the first of the template counts. */
export function sourcesOf(template: Template, section: number, key: string): readonly Source[] {
  const own = placeOf(template.sections[section], key)
  if (own !== -1) return [{ kind: 'own', field: own }]
  const fields = template.sections.flatMap((other, index): Source[] => {
    const field = placeOf(other, key)
    return field === -1 ? [] : [{ kind: 'other', section: index, field }]
  })
  const parts = template.sections.flatMap((other, index): Source[] =>
    other.key === key ? [{ kind: 'parts', section: index }] : [],
  )
  return [...parts, ...fields]
}

function placeOf(section: TemplateSection | undefined, key: string): number {
  return section?.fields.findIndex((field) => field.key === key) ?? -1
}
