import type { InputOf } from '#contract/endpoint.ts'
import type { deleteMedia, describeMedia, drawPhoto, undrawPhoto } from '#contract/media.ts'
import type { OutboxRow } from '../store/rows.ts'
import { planOf } from './plan-entry.ts'

/*
 * What may go in front of something else of its survey that was made before it.
 *
 * Answers pass whatever is about photos, videos, drawings and plans: none of it touches a value, and a value touches
 * none of it. Nothing passes `surveys.*`: these make, remove, name, submit or restore what the rest is in, so behind
 * them it would be refused or mean something else.
 *
 * Pictures that this device holds back may stay for days. So they are also passed by what neither is about them nor
 * takes away what they are in: added sub-sections, names, Save and Submit (a photo fills no field), and words about
 * other photos and plans. It goes only while nothing in front of it is on its way.
 */

export function isAnswers({ endpoint }: OutboxRow): boolean {
  return endpoint === 'surveys.autoSave'
}

/** About photos, videos, drawings and plans. */
export function isMedia({ endpoint }: OutboxRow): boolean {
  return /^(media|plans)\./.test(endpoint)
}

/** Changes the survey or its sub-sections as such. */
export function isShape(entry: OutboxRow): boolean {
  return !isMedia(entry) && !isAnswers(entry)
}

/** Whether an entry may go while this one stays, which was made before it. */
export function passesHeld(entry: OutboxRow, before: OutboxRow): boolean {
  if (!isMedia(before)) return false
  switch (entry.endpoint) {
    case 'surveys.autoSave':
    case 'surveys.addSimilar':
    case 'surveys.submit':
      return true
    case 'surveys.removeSimilar':
      // It would take along what is to be added to it, or copied out of it.
      return before.endpoint !== 'media.copy' && before.subSection !== entry.subSection
    case 'media.describe':
    case 'media.delete':
    case 'media.undraw':
      return before.endpoint !== 'media.copy' && uploadOf(before) !== uploadOf(entry)
    case 'plans.rename':
    case 'plans.setPin':
    case 'plans.delete':
      return planOf(before) !== planOf(entry)
    // A deletion waits, so that a survey that is brought back has all of it.
    default:
      return false
  }
}

/** The upload that an entry is, or is about; null for plans. */
function uploadOf({ id, endpoint, input }: OutboxRow): string | null {
  switch (endpoint) {
    case 'media.upload':
      return id
    case 'media.describe':
    case 'media.draw':
      return (input as InputOf<typeof describeMedia | typeof drawPhoto>).body.user_survey_media_id ?? ''
    case 'media.delete':
    case 'media.undraw':
      return (input as InputOf<typeof deleteMedia | typeof undrawPhoto>).query.user_survey_media_id ?? ''
    default:
      return null
  }
}
