import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MediaItem } from '#contract/media-item.ts'
import { applyEdit, type Edit } from '#survey/edit/edit.ts'
import { clean } from '#survey/fields/registry.ts'
import { deriveId, fixedId } from '#survey/ids.ts'
import { keepIdentity } from '#survey/keep-identity.ts'
import { logicTemplate } from '#survey/logic/sample-logic.ts'
import { mergeServerCopy } from '#survey/merge-copy.ts'
import { everyAnswer, type MediaRef, newSurvey, type Survey } from '#survey/survey.ts'
import { surveyToWire } from '#survey/to-wire.ts'
import { surveyFromWire } from './from-wire.ts'

const at = '2026-11-01T08:00:00.000Z'
const given = {
  id: fixedId(at, 'survey'),
  name: 'Harbor View',
  owner: 'Dana Reed',
  createdBy: 'Sam Ortiz',
  at,
}
const fresh = newSurvey(logicTemplate, given)
const last = fresh.sections.at(-1)
const sectionId = last?.id ?? ''
const parts = [
  ...fresh.sections.flatMap(({ subSections }) => subSections.map(({ id }) => id)),
  ...[1, 2, 3].map((minute) => fixedId(moment(minute), 'unit')),
]

function moment(minute: number): string {
  return new Date(Date.parse(at) + minute * 60_000).toISOString()
}

/** What somebody does; `seen` finds its place in the survey as it is then. */
const action = fc.record({
  what: fc.constantFrom('answer', 'answer', 'answer', 'add', 'remove', 'photo', 'video', 'header'),
  part: fc.constantFrom(...parts),
  nth: fc.nat(8),
  value: fc.constantFrom('', 'House', 'Tower', '30', '7.5', '2026-01-05', 'Copper', 'Yes', 'typed ↵\n'),
  minute: fc.nat(50),
})
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

function editOf(survey: Survey, { what, part, nth, value, minute }: Action): Edit | null {
  const time = { at: moment(minute) }
  if (what === 'header') return { kind: 'header', change: { name: value || 'Renamed' }, ...time }
  if (what === 'add') return { kind: 'add-similar', sectionId, subSectionId: part, ...time }
  if (what === 'remove') return { kind: 'remove-similar', subSectionId: part, ...time }
  const found = survey.sections.flatMap(({ subSections }) => subSections).find(({ id }) => id === part)
  const isMedium = what === 'photo' || what === 'video'
  // A title has no photos.
  const answers = isMedium ? (found?.answers ?? []) : found ? everyAnswer(found) : []
  const answer = answers[nth % Math.max(1, answers.length)]
  if (!answer) return null
  const place = { subSectionId: part, answerId: answer.id, ...time }
  if (isMedium) {
    const media = { id: deriveId(answer.id, what + minute), kind: what, description: value, copiedFrom: null }
    return { kind: 'add-media', ...place, media: media as MediaRef }
  }
  const words = clean(answer.field, { value, values: value ? [value] : [] }).given
  return words && { kind: 'answer', ...place, ...words, baseRevision: answer.revision }
}

/** The survey after all of it, and the edits that it took. */
function after(survey: Survey, actions: readonly Action[]) {
  const edits: Edit[] = []
  const end = actions.reduce((now, action) => {
    const edit = editOf(now, action)
    if (edit) edits.push(edit)
    return edit ? applyEdit(now, edit) : now
  }, survey)
  return { survey: end, edits }
}

/** There and back, as a device reads what it kept. */
function readAgain(survey: Survey): Survey {
  const refs = new Map(
    survey.sections.flatMap(({ subSections }) =>
      subSections.flatMap((part) => everyAnswer(part).map(({ id, media }) => [id, media] as const)),
    ),
  )
  const media = (answer: string, kind: MediaRef['kind']) =>
    (refs.get(answer) ?? [])
      .filter((ref) => ref.kind === kind)
      .map(({ copiedFrom, ...ref }) => ({ ...ref, copied_from: copiedFrom }) as unknown as MediaItem)
  const { user_survey_sections, ...head } = surveyToWire(survey, { media, plans: [], my_role: 'owner' })
  return surveyFromWire(logicTemplate, head, structuredClone(user_survey_sections))
}

test('what is told of a survey and read again is the same survey, to the last derived answer', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      const { survey } = after(fresh, actions)
      // The wire names photos before videos.
      const once = readAgain(survey)
      expect(readAgain(once)).toEqual(once)
      expect(keepIdentity(once, readAgain(once))).toBe(once)
      const photosFirst = actions.every(({ what }) => what !== 'video')
      if (photosFirst) expect(keepIdentity(survey, once)).toBe(survey)
    }),
  )
})

test('what is unsent lies on the server’s copy with everything that follows from both', () => {
  const some = fc.array(action, { maxLength: 12 })
  fc.assert(
    fc.property(some, some, some, (both, there, here) => {
      const { survey: common } = after(
        fresh,
        both.filter(({ what }) => what !== 'video'),
      )
      const server = after(
        common,
        there.filter(({ what }) => what !== 'video'),
      ).survey
      const { survey: local, edits } = after(
        common,
        here.filter(({ what }) => what !== 'video'),
      )
      const merged = mergeServerCopy(local, edits, server)
      expect(keepIdentity(merged, readAgain(merged))).toBe(merged)
      expect(mergeServerCopy(merged, edits, server)).toBe(merged)
    }),
  )
})
