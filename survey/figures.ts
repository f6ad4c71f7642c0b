import { isReported } from './fields/registry.ts'
import { withAppendix } from './move/appendix.ts'
import type { Survey } from './survey.ts'

/**
 * Returns the figure numbers of photos and videos by id, counted separately through the whole report.
 * Includes media that some readers don't get, so 'Photo 12' is the same for everyone.
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

/** Cached per survey object, because every field of a form asks. */
const counted = new WeakMap<Survey, ReadonlyMap<string, number>>()
