import { compile } from '../logic/compile.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { joined } from '../logic/joined.ts'
import type { ReadSection } from './read-form.ts'

/** An open group or repeat. */
export interface OpenGroup {
  readonly of: 'group' | 'repeat'
  readonly section: ReadSection
  readonly row: number
  readonly label: string
  /** Condition for everything inside; '' = none. */
  readonly relevant: string
  /** Whether `relevant` is part of the section's condition instead of each field's. */
  readonly isOfSection: boolean
}

/**
 * Returns the condition of a section inside these groups; '' = none. Returns null if it can differ between
 * repeats; then each field gets it.
 */
export function sectionCondition(open: readonly OpenGroup[], relevant: string): string | null {
  const all = joined([...open.map((one) => one.relevant), relevant])
  const compiled = all === '' ? null : compile(all)
  if (compiled === null) return ''
  return compiled instanceof SyntaxFault || compiled.usesOwnPlace ? null : all
}

/** Returns the conditions for each field of the section, in addition to the section's own. */
export function fieldConditions(open: readonly OpenGroup[], section: ReadSection): readonly string[] {
  const begins = open.findLastIndex((one) => one.section === section && one.isOfSection)
  return open.slice(begins + 1).map(({ relevant }) => relevant)
}
