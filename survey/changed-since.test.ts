import { expect, test } from 'vitest'
import { applyRemoteAnswers, mergeServerCopy } from './apply.ts'
import { changedSinceSubmission, changedText } from './changed-since.ts'
import { setAnswer } from './edit/change.ts'
import { type AnswerEdit, applyEdit, type Edit } from './edit/edit.ts'
import { keepIdentity } from './keep-identity.ts'
import { reportOf } from './report.ts'
import type { Survey } from './survey.ts'
import { internalTemplate } from './testing/internal-template.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

const at = '2026-11-28T10:00:00.000Z'
const status = (to: Survey['status']): Edit => ({ kind: 'header', change: { status: to }, at })
const filled = () =>
  open(sampleTemplate).fillMandatory('Building').fillMandatory('Floor').fillMandatory('MDF Info')
const submitted = () => applyEdit(filled().survey, status('Completed'))

function edit(survey: Survey, field: string, value: string): Edit {
  const part = survey.sections[0]?.subSections[0]
  const answer = part?.answers.find((one) => one.field.name === field)
  const place = { subSectionId: part?.id ?? '', answerId: answer?.id ?? '' }
  return { kind: 'answer', ...place, value, values: [], baseRevision: answer?.revision ?? 0, at }
}

test('reports no change for a survey that was never submitted', () => {
  const { survey } = filled()
  expect(changedSinceSubmission(applyEdit(survey, edit(survey, 'Building name', '')))).toBeNull()
  expect(changedSinceSubmission(submitted())).toBeNull()
})

test('counts missing required answers after an edit of a submitted survey', () => {
  const before = submitted()
  const cleared = applyEdit(before, edit(before, 'Building name', ''))
  expect(cleared.status).toBe('Completed')
  expect(changedSinceSubmission(cleared)).toEqual({ missing_required: 1 })
  expect(changedText(changedSinceSubmission(cleared))).toBe(
    'Changed since submission: 1 required answer missing',
  )
  const again = applyEdit(cleared, edit(cleared, 'Building name', 'West wing'))
  expect(changedText(changedSinceSubmission(again))).toBe('Changed since submission')
  const added = applyEdit(again, {
    kind: 'add-similar',
    sectionId: again.sections[0]?.id ?? '',
    subSectionId: '019b0000-0000-7000-8000-0000000000dd',
    at,
  })
  expect(changedText(changedSinceSubmission(added))).toMatch(/: \d required answers missing$/)
})

test('marks the survey for typed and for unsent answers', () => {
  const before = submitted()
  const { subSectionId, answerId } = edit(before, 'Building name', '') as AnswerEdit
  const typed = setAnswer(before, subSectionId, answerId, { value: '', at })
  expect(changedSinceSubmission(typed)).toEqual({ missing_required: 1 })
  expect(setAnswer(typed, subSectionId, answerId, { value: '', at })).toBe(typed)
  const merged = mergeServerCopy(before, [edit(before, 'Building name', '')], before)
  expect(changedSinceSubmission(merged)).toEqual({ missing_required: 1 })
  // Followed by an unsent Submit.
  const waiting = [edit(before, 'Building name', 'West'), status('Completed')]
  expect(changedSinceSubmission(mergeServerCopy(before, waiting, before))).toBeNull()
})

test('ignores names and report options and clears the mark on Save and Submit', () => {
  const before = submitted()
  const named = applyEdit(before, { kind: 'header', change: { name: 'Hill Manor', showMedia: false }, at })
  expect(changedSinceSubmission(named)).toBeNull()
  const changed = applyEdit(named, edit(named, 'Building name', ''))
  for (const to of ['Started', 'Completed'] as const) {
    const after = applyEdit(changed, status(to))
    expect([after.status, changedSinceSubmission(after)]).toEqual([to, null])
    expect(Object.hasOwn(after, 'changedSinceSubmission')).toBe(false)
  }
})

test("counts another device's new answer but not a known one", () => {
  const before = submitted()
  const answer = before.sections[0]?.subSections[0]?.answers[0]
  const remote = {
    id: answer?.id ?? '',
    value: 'North',
    values: [],
    revision: 7,
    editedAt: at,
    copiedFrom: null,
    by: 'Eve',
  }
  const after = applyRemoteAnswers(before, [remote])
  expect(changedSinceSubmission(after)).toEqual({ missing_required: 0 })
  expect(applyRemoteAnswers(before, [{ ...remote, id: 'elsewhere' }])).toBe(before)
  // The form renders again even if only the mark differs.
  expect(keepIdentity(before, { ...before, changedSinceSubmission: true })).not.toBe(before)
})

test("excludes internal answers from a guest's count", () => {
  const { survey } = open(internalTemplate)
  const changed: Survey = { ...survey, status: 'Completed', changedSinceSubmission: true }
  expect(reportOf(changed).changedSince).toEqual({ missing_required: 3 })
  expect(reportOf(changed, { forGuests: true }).changedSince).toEqual({ missing_required: 2 })
  expect(reportOf({ ...survey, status: 'Completed' }, { forGuests: true }).changedSince).toBeNull()
})
