import { limits } from '#contract/limits.ts'
import { compile } from '../logic/compile.ts'
import { SyntaxFault } from '../logic/expression.ts'
import type { ReadSection } from './read.ts'

/** A group or repeat that was begun and is not ended. */
export interface Open {
  readonly of: 'group' | 'repeat'
  readonly section: ReadSection
  readonly row: number
  readonly label: string
  /** What has to hold for everything in it; '' = nothing. */
  readonly relevant: string
  /** That is the condition of its whole section, and not of each field in it. */
  readonly isOfSection: boolean
}

/**
 * The condition of a section that begins inside these groups; '' = none, null where it can come out otherwise in each
 * repeat: then it is one of each field.
 */
export function sectionCondition(open: readonly Open[], relevant: string): string | null {
  const all = joined([...open.map((one) => one.relevant), relevant])
  const compiled = all === '' ? null : compile(all)
  if (compiled === null) return ''
  return compiled instanceof SyntaxFault || compiled.usesOwnPlace ? null : all
}

/** What has to hold for each field of the section, beside the section's own condition. */
export function fieldConditions(open: readonly Open[], section: ReadSection): readonly string[] {
  const begins = open.findLastIndex((one) => one.section === section && one.isOfSection)
  return open.slice(begins + 1).map(({ relevant }) => relevant)
}

/** All of them have to hold. Ends early where it is longer than a rule may be: such a rule is left out anyway. */
export function joined(conditions: readonly string[]): string {
  const given = conditions.filter((one) => one !== '')
  if (given.length < 2) return given[0] ?? ''
  let all = ''
  for (const one of given) {
    if (all.length > limits.formExpressionMax) break
    all += all === '' ? `(${one})` : ` and (${one})`
  }
  return all
}
