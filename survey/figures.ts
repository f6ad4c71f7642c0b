import { isReported } from './fields/registry.ts'
import { withAppendix } from './move/appendix.ts'
import type { Survey } from './survey.ts'

/**
 * The numbers of photos and videos by id, each kind by itself through the whole report. They count what some readers
 * do not get, so that 'Photo 12' is the same one for all of them.
 */
export function figureNumbers(survey: Survey): ReadonlyMap<string, number> {
  const known = counted.get(survey)
  if (known) return known
  const last = { photo: 0, video: 0 }
  const numbers = new Map<string, number>()
  for (const { subSections } of withAppendix(survey).sections)
    for (const { answers } of subSections)
      for (const { field, hidden, media } of answers)
        if (!hidden && isReported(field))
          for (const { id, kind } of media) {
            last[kind] += 1
            numbers.set(id, last[kind])
          }
  counted.set(survey, numbers)
  return numbers
}

/** By the survey as it is after each edit: every field of a form asks. */
const counted = new WeakMap<Survey, ReadonlyMap<string, number>>()
