// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { spanish } from '#contract/messages/es/catalogue.ts'
import type { Language } from '#contract/messages/language.ts'
import { addTexts, setLanguageSource } from '#contract/messages/spoken.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { templateFrom } from '#survey/template-source.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { newEntry } from '#web/offline/operations/entries.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import { answerTo, drawn, placeOf, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { account, emptySurvey, surveyId } from '#web/testing/fake-offline.ts'
import { DraftContext, ReadOnlyContext, ShowMissingContext } from '../draft-context.ts'
import { Field } from './field.tsx'

let spoken: Language = 'en'
addTexts('es', spanish)
setLanguageSource(() => spoken)

let draft: Draft
const drawIn = (node: ReactNode) => drawn(<DraftContext value={draft}>{node}</DraftContext>)
afterEach(async () => {
  cleanup()
  draft.close()
  spoken = 'en'
  await db.outbox.clear()
})

const field = (name: string) => <Field answerId={answerTo(draft, name).id} place={placeOf(draft)} />

function parked(answer: string) {
  const entry = newEntry(account, { survey: surveyId, answer, endpoint: 'surveys.autoSave', input: null })
  return { ...entry, state: 'parked' as const, problem: 'Room name is too long.' }
}

test('is named by its label alone, is required, and is described by its hint', () => {
  draft = unkeptDraft()
  drawIn(field('Room name'))
  const input = screen.getByRole('textbox', { name: 'Room name', description: 'As on the door' })
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(screen.getByTitle('mandatory').getAttribute('aria-hidden')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows what to enter in empty fields', () => {
  const template = templateFrom({
    series: '019b0000-0000-7000-8000-0000000000c2',
    name: 'Floors',
    version: 1,
    sections: [
      {
        key: 'floor',
        name: 'Floor',
        fields: [
          { key: 'note', name: 'Note', type: 'text' },
          { key: 'units', name: 'Units', type: 'numeric' },
          { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building' },
          { key: 'level', name: 'Level', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
        ],
      },
    ],
  })
  draft = unkeptDraft({ survey: emptySurvey(template) })
  drawIn(['Note', 'Units', 'Building', 'Level'].map((name) => <div key={name}>{field(name)}</div>))
  screen.getByPlaceholderText('Enter text here')
  screen.getByPlaceholderText('Enter digit here')
  screen.getByText('Select from the list of buildings that have been added')
  screen.getByText('Select from the list of floors that have been added')
})

test('stores typed text as the answer immediately', () => {
  draft = unkeptDraft()
  drawIn(field('Room name'))
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'MDF 1' } })
  expect(answerTo(draft, 'Room name').value).toBe('MDF 1')
})

test("shows an empty mandatory field's message on blur and removes it once filled", async () => {
  draft = unkeptDraft()
  drawIn(field('Room name'))
  const input = screen.getByRole('textbox')
  fireEvent.blur(input)
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter data')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  screen.getByRole('textbox', { description: 'As on the door Please enter data' })
  fireEvent.input(input, { target: { value: 'MDF 1' } })
  expect(screen.queryByText('Please enter data')).toBeNull()
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
})

test('shows the message after a rejected Submit without blur and without an alert', () => {
  spoken = 'es'
  draft = unkeptDraft()
  drawIn(<ShowMissingContext value={true}>{field('Room name')}</ShowMissingContext>)
  screen.getByText('Escriba los datos')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('marks and describes fields that customers do not see', () => {
  draft = unkeptDraft()
  drawIn(field('Gate code'))
  screen.getByRole('textbox', { name: 'Gate code', description: 'Not in the customer’s report' })
  cleanup()
  drawIn(field('Room name'))
  expect(screen.queryByText('Not in the customer’s report')).toBeNull()
})

test('shows where a copied answer came from until the user touches the value', () => {
  draft = unkeptDraft()
  const { subSection } = placeOf(draft)
  const { id } = answerTo(draft, 'Room name')
  const copied = { value: 'MDF 1', values: [], at: '2026-11-01T09:00:00.000Z', copiedFrom: subSection }
  draft.close()
  draft = unkeptDraft({ survey: setAnswer(draft.survey, subSection, id, copied) })
  drawIn(field('Room name'))
  screen.getByRole('button', { name: 'Copied from Room, not checked yet: confirm (Room name)' })
  screen.getByRole('textbox', { name: 'Room name' })
  fireEvent.click(screen.getByRole('textbox'))
  expect(screen.queryByRole('button', { name: /^Copied/ })).toBeNull()
  expect(answerTo(draft, 'Room name')).toMatchObject({ value: 'MDF 1', copiedFrom: null })
})

test("groups several checkboxes under the field's name", () => {
  draft = unkeptDraft()
  drawIn(field('Wiring'))
  screen.getByRole('group', { name: 'Wiring' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Coax' }))
  expect(answerTo(draft, 'Wiring').values).toEqual(['Coax'])
})

test('shows viewers the answer, or that there is none, as text', () => {
  draft = unkeptDraft({ role: 'viewer' })
  drawIn(<ReadOnlyContext value={true}>{field('Room name')}</ReadOnlyContext>)
  expect(screen.getByRole('term').textContent).toBe('Room name')
  expect(screen.getByRole('definition').textContent).toBe('Not answered')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('asks editors, but not viewers, which of two conflicting answers to keep', () => {
  const { survey } = unkeptDraft()
  const { id } = answerTo({ survey }, 'Room name')
  const conflict = {
    stands: 'own',
    own: { value: 'MDF 1', values: [] },
    other: { value: 'MDF 2', values: [] },
    otherBy: 'Eve Jones',
  } as const
  const row = { account, id, survey: surveyId, section: '', subSection: '', name: 'Room name' }
  const answers = new Map([
    [id, { ...row, value: 'MDF 1', values: [], editedAt: '', baseRevision: 0, entry: '', conflict }],
  ])
  draft = unkeptDraft({ survey, answers })
  drawIn(field('Room name'))
  screen.getByRole('button', { name: 'Keep mine (Room name)' })
  cleanup()
  drawIn(<ReadOnlyContext value={true}>{field('Room name')}</ReadOnlyContext>)
  expect(screen.queryByRole('button')).toBeNull()
})

test("announces the server's rejection as an alert with a retry button", () => {
  draft = unkeptDraft()
  const { id } = answerTo(draft, 'Room name')
  draft.close()
  draft = unkeptDraft({ survey: draft.survey, outbox: [parked(id)] })
  drawIn(field('Room name'))
  expect(screen.getByRole('alert').textContent).toContain('The server refused this: Room name is too long.')
  screen.getByRole('button', { name: 'Try again' })
})

test('marks an unsent answer beside its label, and no answer the server has', async () => {
  draft = unkeptDraft()
  const { id } = answerTo(draft, 'Room name')
  const entry = newEntry(account, { survey: surveyId, endpoint: 'surveys.autoSave', input: null })
  await db.outbox.add(entry)
  await db.answers.put({
    ...{ account, id, survey: surveyId, section: '', subSection: '', name: 'Room name' },
    ...{ value: 'MDF 1', values: [], editedAt: '', baseRevision: 0, entry: entry.id, conflict: null },
  })
  drawIn(
    <>
      {field('Room name')}
      {field('Gate code')}
    </>,
  )
  await screen.findByRole('img', { name: 'On this device, waiting to be sent' })
  expect(screen.getAllByRole('img')).toHaveLength(1)
  await db.outbox.clear()
  await db.answers.clear()
  publish(account, { kind: 'queue', now: false })
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull(), { timeout: 20_000 })
})
