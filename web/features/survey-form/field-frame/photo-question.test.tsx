// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addMedia } from '#survey/edit/edit.ts'
import { newSurvey } from '#survey/survey.ts'
import { closeoutTemplate } from '#survey/testing/closeout-template.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { answerTo, placeOf, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { ReadOnlyContext } from '../draft-context.ts'
import { drawnIn } from '../testing/drawn-in.tsx'
import { Field } from './field.tsx'

let draft: Draft
afterEach(() => {
  cleanup()
  draft.close()
})

/** Opens a draft whose photo question has `photos` photos. */
function begin(photos = 0): void {
  const at = '2026-05-01T10:00:00.000Z'
  const given = { id: 'survey', name: 'Hill House', owner: 'Dana', createdBy: 'Sam', at }
  let survey = newSurvey(closeoutTemplate, given)
  const place = {
    subSectionId: placeOf({ survey }).subSection,
    answerId: answerTo({ survey }, 'Views').id,
  }
  for (let id = 0; id < photos; id += 1)
    survey = addMedia(survey, place, { id: `${id}`, kind: 'photo', description: '', copiedFrom: null }, at)
  draft = unkeptDraft({ survey })
}

function drawViews(readOnly = false): void {
  drawnIn(
    draft,
    <ReadOnlyContext value={readOnly}>
      <Field answerId={answerTo(draft, 'Views').id} place={placeOf(draft)} />
    </ReadOnlyContext>,
  )
}

test('renders a photo question as a group with an add button, its limits, and no text input', () => {
  begin()
  drawViews()
  const question = screen.getByRole('group', { name: 'Views' })
  expect(question.textContent).toContain('0 of 2 to 3')
  screen.getByRole('button', { name: /^Add photos/ })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reports how many photos are missing on blur', async () => {
  begin()
  drawViews()
  fireEvent.blur(screen.getByRole('button', { name: /^Add photos/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Add at least 2 photos.')
  cleanup()
  draft.close()
  begin(1)
  drawViews()
  screen.getByText('1 of 2 to 3')
  fireEvent.blur(screen.getByRole('button', { name: /^Add photos/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Add at least 2 photos.')
})

test('disables adding at the maximum and says how many photos to remove above it', async () => {
  begin(3)
  drawViews()
  const add = screen.getByRole('button', { name: /^Add photos/ })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  screen.getByText('3 of 2 to 3')
  cleanup()
  draft.close()
  begin(4)
  drawViews()
  fireEvent.blur(screen.getByRole('button', { name: /^Add photos/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('At most 3 photos: remove 1.')
})

test('shows viewers the number of photos', () => {
  begin(2)
  drawViews(true)
  screen.getByText('2 photos')
})
