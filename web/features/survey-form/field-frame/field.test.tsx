// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setAnswer } from '#survey/edit/change.ts'
import { templateFrom } from '#survey/template-source.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { open } from '#survey/testing/scenario.ts'
import { momentText } from '#web/lib/language/moment.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { newEntry } from '#web/offline/operations/entries.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import type { EntryFields } from '#web/offline/store/outbox-rows.ts'
import { answerTo, placeOf, roomTemplate, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId } from '#web/testing/fake-offline.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { ReadOnlyContext, ShowMissingContext } from '../draft-context.ts'
import { drawnIn } from '../testing/drawn-in.tsx'
import { Field } from './field.tsx'

let draft: Draft
afterEach(async () => {
  cleanup()
  draft.close()
  await Promise.all([db.outbox.clear(), db.answers.clear()])
})

const field = (name: string) => <Field answerId={answerTo(draft, name).id} place={placeOf(draft)} />

/** Opens a draft in which these fields of the room are answered. */
function begin(answers: Readonly<Record<string, string>>, role: Draft['role'] = 'owner'): void {
  let survey = emptySurvey(roomTemplate)
  for (const [name, value] of Object.entries(answers)) {
    const { subSection } = placeOf({ survey })
    survey = setAnswer(survey, subSection, answerTo({ survey }, name).id, { value, at: survey.createdAt })
  }
  draft = unkeptDraft({ survey, role })
}

function parked(answer: string) {
  const entry = newEntry(account, { survey: surveyId, answer, endpoint: 'surveys.autoSave', input: null })
  return { ...entry, state: 'parked' as const, problem: 'Room name is too long.' }
}

test('is named by its label alone, is required, and is described by its hint', () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Room name'))
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
  drawnIn(
    draft,
    ['Note', 'Units', 'Building', 'Level'].map((name) => <div key={name}>{field(name)}</div>),
  )
  screen.getByPlaceholderText('Enter text here')
  screen.getByPlaceholderText('Enter digit here')
  screen.getByText('Select from the list of buildings that have been added')
  screen.getByText('Select from the list of floors that have been added')
})

test('stores typed text as the answer immediately', () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Room name'))
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'MDF 1' } })
  expect(answerTo(draft, 'Room name').value).toBe('MDF 1')
})

test("shows an empty mandatory field's message on blur and removes it once filled", async () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Room name'))
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
  speakSpanish()
  draft = unkeptDraft()
  drawnIn(draft, <ShowMissingContext value={true}>{field('Room name')}</ShowMissingContext>)
  screen.getByText('Escriba los datos')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('marks and describes fields that customers do not see', () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Gate code'))
  screen.getByRole('textbox', { name: 'Gate code', description: 'Not in the customer’s report' })
  cleanup()
  drawnIn(draft, field('Room name'))
  expect(screen.queryByText('Not in the customer’s report')).toBeNull()
})

test('shows where a copied answer came from until the user touches the value', () => {
  draft = unkeptDraft()
  const { subSection } = placeOf(draft)
  const { id } = answerTo(draft, 'Room name')
  const copied = { value: 'MDF 1', values: [], at: '2026-11-01T09:00:00.000Z', copiedFrom: subSection }
  draft.close()
  draft = unkeptDraft({ survey: setAnswer(draft.survey, subSection, id, copied) })
  drawnIn(draft, field('Room name'))
  screen.getByRole('button', { name: 'Copied from Room, not checked yet: confirm (Room name)' })
  screen.getByRole('textbox', { name: 'Room name' })
  fireEvent.click(screen.getByRole('textbox'))
  expect(screen.queryByRole('button', { name: /^Copied/ })).toBeNull()
  expect(answerTo(draft, 'Room name')).toMatchObject({ value: 'MDF 1', copiedFrom: null })
})

test("groups several checkboxes under the field's name", () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Wiring'))
  screen.getByRole('group', { name: 'Wiring' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Coax' }))
  expect(answerTo(draft, 'Wiring').values).toEqual(['Coax'])
})

test('shows viewers the answer, or that there is none, as text', () => {
  draft = unkeptDraft({ role: 'viewer' })
  drawnIn(draft, <ReadOnlyContext value={true}>{field('Room name')}</ReadOnlyContext>)
  expect(screen.getByRole('term').textContent).toBe('Room name')
  expect(screen.getByRole('definition').textContent).toBe('Not answered')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows viewers an answer as text', () => {
  begin({ 'Room name': 'MDF 1' }, 'viewer')
  drawnIn(draft, <ReadOnlyContext value={true}>{field('Room name')}</ReadOnlyContext>)
  expect(screen.getByRole('definition').textContent).toBe('MDF 1')
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
  drawnIn(draft, field('Room name'))
  screen.getByRole('button', { name: 'Keep mine (Room name)' })
  cleanup()
  drawnIn(draft, <ReadOnlyContext value={true}>{field('Room name')}</ReadOnlyContext>)
  expect(screen.queryByRole('button')).toBeNull()
})

test("announces the server's rejection as an alert with a retry button", () => {
  draft = unkeptDraft()
  const { id } = answerTo(draft, 'Room name')
  draft.close()
  draft = unkeptDraft({ survey: draft.survey, outbox: [parked(id)] })
  drawnIn(draft, field('Room name'))
  expect(screen.getByRole('alert').textContent).toContain('The server refused this: Room name is too long.')
  screen.getByRole('button', { name: 'Try again' })
})

/** Stores an unsent answer to 'Room name' whose outbox entry has this state. */
async function unsent(fields: Partial<EntryFields> = {}): Promise<void> {
  const save = { survey: surveyId, endpoint: 'surveys.autoSave', input: null, ...fields }
  const entry = anyEntry(account, save)
  await db.outbox.add(entry)
  await db.answers.put({
    ...{ account, id: answerTo(draft, 'Room name').id, survey: surveyId, section: '', subSection: '' },
    ...{ name: 'Room name', value: 'MDF 1', values: [], editedAt: '', baseRevision: 0, entry: entry.id },
    conflict: null,
  })
}

test('marks an unsent answer beside its label, and no answer the server has', async () => {
  draft = unkeptDraft()
  await unsent()
  drawnIn(
    draft,
    <>
      {field('Room name')}
      {field('Gate code')}
    </>,
  )
  await screen.findByRole('img', { name: 'On this device, waiting to be sent' })
  expect(screen.getAllByRole('img')).toHaveLength(1)
  await Promise.all([db.outbox.clear(), db.answers.clear()])
  publish(account, { kind: 'queue', now: false })
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull(), { timeout: 20_000 })
})

test.each([
  [{ state: 'sending', attempts: 1 }, 'Being sent'],
  [{ state: 'parked', problem: 'Room name is too long.' }, 'Refused by the server'],
] as const)('marks an answer with its state and leaves its name alone: %j', async (fields, name) => {
  draft = unkeptDraft()
  await unsent(fields)
  drawnIn(draft, field('Room name'))
  await screen.findByRole('img', { name })
  screen.getByRole('textbox', { name: 'Room name' })
})

test('shows a stored answer in its input, and only mandatory fields as required', () => {
  begin({ 'Room name': 'MDF 1', Units: '7' })
  drawnIn(
    draft,
    <>
      {field('Room name')}
      {field('Units')}
    </>,
  )
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Room name' }).value).toBe('MDF 1')
  const units = screen.getByRole<HTMLInputElement>('textbox', { name: 'Units' })
  expect([units.value, units.getAttribute('aria-required')]).toEqual(['7', 'false'])
})

test('takes the direction of typed text from the text', () => {
  begin({ 'Room name': 'חדר חשמל' })
  drawnIn(draft, field('Room name'))
  const input = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Room name' })
  expect([input.value, input.dir]).toEqual(['חדר חשמל', 'auto'])
})

test('shows a long name whole', () => {
  const name = `Condition of ${'the outer wall and '.repeat(20)}its roof`
  const fields = [{ key: 'wall', name, type: 'yes_no', mandatory: true }] as const
  const series = '019b0000-0000-7000-8000-0000000000c3'
  const template = templateFrom({
    series,
    name: 'Walls',
    version: 1,
    sections: [{ key: 'a', name: 'A', fields }],
  })
  draft = unkeptDraft({ survey: emptySurvey(template) })
  drawnIn(draft, field(name))
  screen.getByRole('group', { name })
})

test('reports a number above the maximum beside its input and keeps it', async () => {
  draft = unkeptDraft()
  drawnIn(draft, field('Units'))
  const input = screen.getByRole('textbox', { name: 'Units' })
  fireEvent.input(input, { target: { value: '11' } })
  fireEvent.blur(input)
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a number of at most 10.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(answerTo(draft, 'Units').value).toBe('11')
})

test('marks a field whose only copy is a photo', () => {
  const scenario = open(sampleTemplate)
    .fillMandatory()
    .photo('Floor', 'Riser')
    .addSimilar('Floor')
    .copyAll('Floor', 'Floor name')
  draft = unkeptDraft({ survey: scenario.survey })
  const { section, subSection, answer } = scenario.find('Floor', 'Riser')
  drawnIn(draft, <Field answerId={answer.id} place={{ section: section.id, subSection: subSection.id }} />)
  screen.getByRole('button', { name: 'Copied from Floor 1, not checked yet: confirm (Riser)' })
})

test('names the author of a change by another user', () => {
  draft = unkeptDraft()
  const at = new Date().toISOString()
  draft.changedBy = new Map([[answerTo(draft, 'Room name').id, { by: 'Eve Jones', at }]])
  drawnIn(draft, field('Room name'))
  screen.getByText(`Changed by Eve Jones, ${momentText(at)}`)
})
