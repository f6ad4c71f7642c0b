import { v7 } from 'uuid'
import { changedAnswers } from '#survey/changes.ts'
import { clearCopied, copyFromLast } from '#survey/edit/copy-from-last.ts'
import { sameGiven } from '#survey/fields/registry.ts'
import type { Place } from '#survey/mandatory.ts'
import type { Answer } from '#survey/survey.ts'
import { recordCopies } from '../record/record-copy.ts'
import type { Draft, FieldPlace } from './draft.ts'
import { keptEdit, removeMedia } from './draft-actions.ts'

/**
 * Copies from the last filled one: values as if they were typed, each with its mark, media by reference. Answers named
 * in `leaveOut` stay as they are. false = the device could not keep it.
 */
export async function copyIntoNewest(
  draft: Draft,
  sectionId: string,
  leaveOut: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const at = new Date().toISOString()
  const before = draft.survey
  const after = copyFromLast(before, { sectionId, copyId: v7(), at, leaveOut })
  const places = changedAnswers(before, after)
  typeAll(draft, places)
  const copies = places.flatMap(({ section, subSection, answer }) => {
    const media = mediaNotIn(draft.answer(answer.id), answer)
    const place = { survey: before.id, section: section.id, subSection: subSection.id, answer: answer.id }
    return media.length > 0 ? [{ place, media }] : []
  })
  if (copies.length === 0) return true
  // The sources' own words and files are in front of the copies in the outbox.
  await draft.written()
  return keptEdit(draft, async () => {
    for (const { place, media } of copies) await recordCopies(draft.account, place, media)
  })
}

/** Takes the copy back, of all fields or of those in `only`; what was touched since stays. */
export async function clearCopy(
  draft: Draft,
  sectionId: string,
  only?: ReadonlySet<string>,
): Promise<boolean> {
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

/** The surveyor looked at copied answers and found them right: their marks go, their values stay. */
export function checkCopied(draft: Draft, place: FieldPlace, answers: readonly Answer[]): void {
  for (const answer of answers) {
    const { value, values, copiedFrom } = draft.answer(answer.id) ?? answer
    if (copiedFrom !== null) draft.type(place, answer, { value, values })
  }
}

function typeAll(draft: Draft, places: readonly Place[]): void {
  for (const { section, subSection, answer } of places) {
    const now = draft.answer(answer.id)
    if (now && sameGiven(now, answer)) continue
    const { value, values, copiedFrom } = answer
    draft.type({ section: section.id, subSection: subSection.id }, answer, { value, values }, copiedFrom)
  }
}

/** What `answer` shows that `other` does not. */
function mediaNotIn(other: Answer | undefined, answer: Answer | undefined): Answer['media'] {
  const known = new Set(other?.media.map(({ id }) => id))
  return (answer?.media ?? []).filter(({ id }) => !known.has(id))
}
