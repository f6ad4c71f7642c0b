import { v7 } from 'uuid'
import { changedAnswers } from '#survey/changes.ts'
import { type CopySelection, clearCopied, copyFromLast } from '#survey/edit/copy-from-last.ts'
import { sameAnswerValue } from '#survey/fields/registry.ts'
import type { Place } from '#survey/mandatory.ts'
import type { Answer } from '#survey/survey.ts'
import { recordCopies } from '../record/record-copy.ts'
import { recordDescription } from '../record/record-media.ts'
import type { Draft, FieldPlace } from './draft.ts'
import { removeMedia, storeEdit } from './draft-actions.ts'

/**
 * Copies the selected or usual answers from the last filled sub-section: values like edits with a mark, media
 * by reference. Returns false if the device could not store it.
 */
export async function copyIntoNewest(
  draft: Draft,
  sectionId: string,
  chosen?: CopySelection,
): Promise<boolean> {
  const at = new Date().toISOString()
  const before = draft.survey
  const after = copyFromLast(before, { sectionId, copyId: v7(), at, chosen })
  const places = changedAnswers(before, after)
  typeAll(draft, places)
  const copies = places.flatMap(({ section, subSection, answer }) => {
    const media = mediaNotIn(draft.answer(answer.id), answer)
    const place = { survey: before.id, section: section.id, subSection: subSection.id, answer: answer.id }
    return media.length > 0 ? [{ place, media }] : []
  })
  if (copies.length === 0) return true
  // The originals' edits and files must precede the copies in the outbox.
  await draft.written()
  return storeEdit(draft, async () => {
    for (const { place, media } of copies) await recordCopies(draft.account, place, media)
  })
}

/** Removes the copy from all fields, or those in `only`. Fields edited since stay. */
export async function clearCopy(draft: Draft, sectionId: string, only?: CopySelection): Promise<boolean> {
  const before = draft.survey
  const places = changedAnswers(before, clearCopied(before, sectionId, new Date().toISOString(), only))
  const gone = places.flatMap(({ subSection, answer }) => {
    const place = { subSection: subSection.id, answer: answer.id }
    return mediaNotIn(answer, draft.answer(answer.id)).map(({ id, kind }) => {
      const upload = draft.items.get(id)?.media_id ?? draft.files.get(id)?.upload ?? ''
      return { place, target: { id, kind, upload } }
    })
  })
  typeAll(draft, places)
  return gone.length === 0 || removeMedia(draft, gone)
}

/** A sub-section's answers that were copied. */
export interface CopiedAnswers {
  readonly place: FieldPlace
  readonly answers: readonly Answer[]
}

/**
 * Confirms copied answers: removes their marks and keeps values, photos and videos. Returns false if the
 * device could not store it.
 */
export async function checkCopied(draft: Draft, copied: readonly CopiedAnswers[]): Promise<boolean> {
  const files = copied.flatMap(({ place, answers }) =>
    answers.flatMap((named) => {
      const answer = draft.answer(named.id) ?? named
      const { value, values, copiedFrom } = answer
      if (copiedFrom !== null) draft.type(place, answer, { value, values })
      return answer.media.flatMap((medium) =>
        medium.copiedFrom === null ? [] : [{ place: { ...place, answer: answer.id }, medium }],
      )
    }),
  )
  if (files.length === 0) return true
  return storeEdit(draft, async () => {
    for (const { place, medium } of files) {
      const { id, kind, description } = medium
      const upload = draft.items.get(id)?.media_id ?? draft.files.get(id)?.upload ?? ''
      const where = { survey: draft.survey.id, subSection: place.subSection, answer: place.answer }
      await recordDescription(draft.account, where, { id, kind, upload }, description)
    }
  })
}

function typeAll(draft: Draft, places: readonly Place[]): void {
  for (const { section, subSection, answer } of places) {
    const now = draft.answer(answer.id)
    if (now && sameAnswerValue(now, answer)) continue
    const { value, values, copiedFrom } = answer
    draft.type({ section: section.id, subSection: subSection.id }, answer, { value, values }, copiedFrom)
  }
}

/** Returns media of `answer` that `other` lacks. */
function mediaNotIn(other: Answer | undefined, answer: Answer | undefined): Answer['media'] {
  const known = new Set(other?.media.map(({ id }) => id))
  return (answer?.media ?? []).filter(({ id }) => !known.has(id))
}
