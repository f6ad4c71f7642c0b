import { partShare } from '#survey/progress.ts'
import type { SubSection } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import type { StoredCounts } from '../data.ts'

/** A sub-section of earlier answers only does not count. */
export const noCounts: StoredCounts = { filled: 0, fillable: 0 }

/** Returns one sub-section's part of the survey's progress. */
export function countsOf(template: Template, subSection: SubSection): StoredCounts {
  const { filled, total } = partShare(template, subSection)
  return { filled, fillable: total }
}
