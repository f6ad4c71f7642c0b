import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { mediaOf } from '#survey/survey-copy.ts'
import { copyFromWire, mediaItemsOf } from '../../../survey/from-wire.ts'
import { deletedIn } from '../operations/registry.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { isBeingRemoved, type KnownSurvey } from './resend.ts'

/** Returns the names of files that the server lost and this device can't resend. */
export function lostFiles(
  known: KnownSurvey,
  there: SurveyDetail | null,
  again: readonly OutboxRow[],
): readonly string[] {
  const serverFiles = mediaItemsOf(copyFromWire(there?.user_survey_sections ?? []), there?.earlier_answers)
  const going = new Set([...known.outbox, ...again].map(({ id }) => id))
  const deleted = new Set(known.outbox.map(deletedIn))
  const media = known.copy.subSections
    .filter(({ id }) => !isBeingRemoved(known, id))
    .flatMap(({ answers }) => answers.flatMap(mediaOf))
    .filter(({ id, media_id }) => !serverFiles.has(id) && !deleted.has(id) && !going.has(media_id))
  const plans = (known.head.plans ?? []).filter(
    ({ id }) => !there?.plans?.some((plan) => plan.id === id) && !going.has(id) && !deleted.has(id),
  )
  return [...media.map(({ filename }) => filename), ...plans.map(({ name }) => name)]
}

/** Returns lost files that the user hasn't seen yet. */
export async function readLostFiles(account: string, survey: string): Promise<readonly string[]> {
  return (await onDevice(() => db.copies.get([account, survey])))?.lost ?? []
}

/** Call when the user has read them. */
export async function forgetLostFiles(account: string, survey: string): Promise<void> {
  await onDevice(() => db.copies.update([account, survey], { lost: [] }))
}
