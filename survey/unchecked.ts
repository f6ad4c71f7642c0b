import { holdsCopy } from './edit/copy-from-last.ts'
import type { Answer, Section, SubSection, Survey } from './survey.ts'

/** What was copied within a survey and never checked by anybody: a section's share of it. */
export interface UncheckedSection {
  readonly section: Section
  readonly parts: readonly UncheckedPart[]
  readonly answers: number
  readonly files: number
}

export interface UncheckedPart {
  readonly subSection: SubSection
  /** Those with a copied value, or with copied photos or videos. */
  readonly held: readonly Answer[]
  readonly answers: number
  readonly files: number
}

/** By section and part, in their order. What a condition hides is in no report and need not be checked. */
export function uncheckedIn({ sections }: Pick<Survey, 'sections'>): readonly UncheckedSection[] {
  return sections.flatMap((section) => {
    const parts = section.subSections.flatMap(uncheckedPart)
    if (parts.length === 0) return []
    return { section, parts, ...total(parts) }
  })
}

export function uncheckedPart(subSection: SubSection): readonly UncheckedPart[] {
  const held = subSection.answers.filter((answer) => !answer.hidden && holdsCopy(answer))
  if (held.length === 0) return []
  const answers = held.filter(({ copiedFrom }) => copiedFrom !== null).length
  const files = held.flatMap(({ media }) => media.filter(({ copiedFrom }) => copiedFrom !== null)).length
  return [{ subSection, held, answers, files }]
}

/** All of it together. */
export function total(shares: readonly { readonly answers: number; readonly files: number }[]) {
  return {
    answers: shares.reduce((sum, { answers }) => sum + answers, 0),
    files: shares.reduce((sum, { files }) => sum + files, 0),
  }
}
