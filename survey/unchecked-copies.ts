import { hasUncheckedCopy } from './edit/copy-from-last.ts'
import type { Answer, Section, SubSection, Survey } from './survey.ts'

/** The unchecked copies in one section. */
export interface UncheckedSection {
  readonly section: Section
  readonly parts: readonly UncheckedPart[]
  readonly answers: number
  readonly files: number
}

export interface UncheckedPart {
  readonly subSection: SubSection
  /** Answers with a copied value or copied files. */
  readonly held: readonly Answer[]
  readonly answers: number
  readonly files: number
}

/** Returns the unchecked copies by section and part. Hidden answers are in no report and need no check. */
export function uncheckedIn({ sections }: Pick<Survey, 'sections'>): readonly UncheckedSection[] {
  return sections.flatMap((section) => {
    const parts = section.subSections.flatMap(uncheckedPart)
    if (parts.length === 0) return []
    return { section, parts, ...total(parts) }
  })
}

export function uncheckedPart(subSection: SubSection): readonly UncheckedPart[] {
  const held = subSection.answers.filter((answer) => !answer.hidden && hasUncheckedCopy(answer))
  if (held.length === 0) return []
  const answers = held.filter(({ copiedFrom }) => copiedFrom !== null).length
  const files = held.flatMap(({ media }) => media.filter(({ copiedFrom }) => copiedFrom !== null)).length
  return [{ subSection, held, answers, files }]
}

/** Returns the totals. */
export function total(shares: readonly { readonly answers: number; readonly files: number }[]) {
  return {
    answers: shares.reduce((sum, { answers }) => sum + answers, 0),
    files: shares.reduce((sum, { files }) => sum + files, 0),
  }
}
