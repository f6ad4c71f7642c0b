import type { FormDocument } from '#contract/templates/form-document.ts'
import { type ExpressionProperty, expressionProperties } from '../builder/rename-key.ts'
import { sourceOf } from '../document-to-source.ts'
import { compile } from '../logic/compile.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { sourcesOf } from '../logic/template-logic.ts'
import type { Template } from '../template.ts'
import { draftOf } from '../template-source.ts'
import type { ReadForm } from './read-form.ts'

export interface NestedRule {
  readonly section: number
  /** null = the section's own condition. */
  readonly field: number | null
  readonly property: ExpressionProperty
  /** The key that the rule uses, or `position(..)`. */
  readonly piece: string
}

/** Arbitrary: only ids are derived from it. */
const series = '019b0000-0000-7000-8000-000000000000'

/**
 * Finds references to another level of nested repeats. In XLSForm, `sum(${rooms})` in a building adds the
 * rooms of its own floors. Sections have no levels, so here it would add the rooms of all buildings.
 */
export class RepeatLevels {
  readonly #form: FormDocument
  readonly #template: Template
  readonly #sections: ReadForm['sections']

  constructor(form: FormDocument, { sections }: ReadForm) {
    this.#form = form
    this.#template = draftOf(sourceOf(form, series, 1))
    this.#sections = sections
  }

  rules(): readonly NestedRule[] {
    if (!this.#areNested) return []
    return this.#form.sections.flatMap(({ showIf, fields }, section) => {
      const found = (field: number | null, property: ExpressionProperty, rule = ''): NestedRule[] => {
        const piece = rule === '' ? undefined : this.#pieceIn(section, rule, property)
        return piece === undefined ? [] : [{ section, field, property, piece }]
      }
      const own = fields.flatMap((one, field) =>
        expressionProperties.flatMap((property) => found(field, property, one[property])),
      )
      return [...found(null, 'showIf', showIf), ...own]
    })
  }

  /** Whether the key refers to another level when used in this section. */
  isAcross(section: number, key: string): boolean {
    if (!this.#areNested) return false
    const [source] = sourcesOf(this.#template, section, key)
    if (!source || source.kind === 'own') return false
    const repeats = this.#sections[source.section]?.repeats ?? []
    // A repeat is counted within its parent.
    const around = source.kind === 'parts' ? repeats.slice(0, -1) : repeats
    const [outermost] = this.#sections[section]?.repeats ?? []
    return outermost !== undefined && outermost === around[0]
  }

  get #areNested(): boolean {
    return this.#sections.some(({ repeats }) => repeats.length > 1)
  }

  #pieceIn(section: number, rule: string, property: ExpressionProperty): string | undefined {
    const compiled = compile(rule, property === 'choiceFilter' ? 'filter' : 'rule')
    if (compiled instanceof SyntaxFault) return undefined
    const isNested = (this.#sections[section]?.repeats.length ?? 0) > 1
    if (compiled.usesPosition && isNested) return 'position(..)'
    const indexed = compiled.repeats.map((one) => one.section)
    return [...compiled.keys, ...indexed].find((key) => this.isAcross(section, key))
  }
}
