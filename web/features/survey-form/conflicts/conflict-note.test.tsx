// @vitest-environment happy-dom
/** @alone: needs its own page and session. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conflict } from '#survey/conflict.ts'
import { momentText } from '#web/lib/language/moment.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { answerTo, placeOf, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { drawnIn } from '../testing/drawn-in.tsx'
import { ConflictNote } from './conflict-note.tsx'

let draft: Draft
beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: 'me', firstName: 'Dana', lastName: 'Reed', role: 'user' })
  draft = unkeptDraft()
})
afterEach(() => {
  cleanup()
  draft.close()
  clearSession()
  vi.unstubAllGlobals()
})

const text = (value: string) => ({ value, values: [] })
const boxes = (...values: string[]) => ({ value: '', values })
const asked: Conflict = {
  ...{ stands: 'other', own: text('MDF 1'), other: text('MDF 2'), otherBy: 'Eve Jones', revision: 3 },
}

function draw(name: string, conflict: Conflict): void {
  draft.conflicts = new Map([[answerTo(draft, name).id, conflict]])
  drawnIn(draft, <ConflictNote answer={answerTo(draft, name)} place={placeOf(draft)} conflict={conflict} />)
}

/** Each answer's author and value. */
const values = () =>
  screen
    .getAllByRole('term')
    .map((term) => [
      term.textContent,
      within(term.parentElement as HTMLElement).getAllByRole('definition')[0]?.textContent,
    ])
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isAsked = (name: string) => draft.conflicts.has(answerTo(draft, name).id)

test('names both people with their answers and announces the question', () => {
  draw('Room name', asked)
  expect(screen.getByRole('status').textContent).toBe(
    'Two people answered this. Which answer do you want to keep?',
  )
  expect(values()).toEqual([
    ['Yours', 'MDF 1'],
    ['Eve Jones', 'MDF 2'],
  ])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Keep mine (Room name)',
    'Take theirs (Room name)',
    'Keep both (Room name)',
  ])
})

test('does not offer to keep both of two numbers', () => {
  draw('Units', { ...asked, own: text('4'), other: text('6') })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Keep mine (Units)',
    'Take theirs (Units)',
  ])
})

test('saves your own answer when you choose it and removes the question', () => {
  draw('Room name', asked)
  press('Keep mine (Room name)')
  expect(answerTo(draft, 'Room name').value).toBe('MDF 1')
  expect(isAsked('Room name')).toBe(false)
})

test("marks the answer on the screen and saves the other person's when you choose it", () => {
  draw('Room name', { ...asked, other: text('') })
  expect(values()[1]).toEqual(['Eve Jonesshowing now', 'nothing'])
  cleanup()
  draw('Room name', asked)
  press('Take theirs (Room name)')
  expect(answerTo(draft, 'Room name').value).toBe('MDF 2')
  expect(isAsked('Room name')).toBe(false)
})

test('asks about two devices if both answers are your own', () => {
  draw('Room name', { ...asked, otherBy: 'Dana Reed' })
  expect(screen.getByRole('status').textContent).toBe(
    'This was answered on two devices. Which answer do you want to keep?',
  )
  expect(values()[1]?.[0]).toBe('Another device')
  press('Take the other (Room name)')
  expect(answerTo(draft, 'Room name').value).toBe('MDF 2')
})

test('says when each of the others answered', () => {
  const at = '2026-11-01T09:00:00.000Z'
  draw('Room name', { ...asked, otherAt: at, earlier: [{ ...text('MDF 3'), by: 'Sam Ortiz', at: null }] })
  expect(values().map(([whose]) => whose)).toEqual(['Yours', `Eve Jones, ${momentText(at)}`, 'Sam Ortiz'])
})

test('shows long and right-to-left answers and names whole', () => {
  const long = `MDF 1${', behind the second door'.repeat(30)}`
  draw('Room name', { ...asked, own: text(long), other: text('חדר חשמל'), otherBy: 'רחל' })
  expect(values()).toEqual([
    ['Yours', long],
    ['רחל', 'חדר חשמל'],
  ])
})

test('keeps the answers that were read while a button is pressed, and then shows the latest', async () => {
  const answer = answerTo(draft, 'Room name')
  let renew = (_: Conflict): void => undefined
  function Asking() {
    const [conflict, setConflict] = useState(asked)
    renew = setConflict
    return <ConflictNote answer={answer} place={placeOf(draft)} conflict={conflict} />
  }
  drawnIn(draft, <Asking />)
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Take theirs (Room name)' }))
  act(() => renew({ ...asked, other: text('MDF 9'), revision: 4 }))
  expect(values()[1]).toEqual(['Eve Jones', 'MDF 2'])
  fireEvent.pointerUp(window)
  press('Take theirs (Room name)')
  expect(answerTo(draft, 'Room name').value).toBe('MDF 2')
  await screen.findByText('MDF 9')
})

test('can keep all boxes that two people checked', () => {
  draw('Wiring', { ...asked, own: boxes('Coax'), other: boxes('Copper') })
  press('Keep both (Wiring)')
  expect(answerTo(draft, 'Wiring').values.toSorted()).toEqual(['Coax', 'Copper'])
  expect(isAsked('Wiring')).toBe(false)
})

test('gives each of several answers a button that names its author', () => {
  const earlier = [{ ...text('MDF 3'), by: 'Sam Ortiz', at: null }]
  draw('Room name', { ...asked, earlier })
  expect(screen.getByRole('status').textContent).toBe(
    'There are 3 answers to this. Which one do you want to keep?',
  )
  expect(
    screen.getAllByRole('button', { name: /^Keep this one/ }).map(({ textContent }) => textContent),
  ).toEqual([
    'Keep this one (Yours, Room name)',
    'Keep this one (Eve Jones, Room name)',
    'Keep this one (Sam Ortiz, Room name)',
  ])
  press('Keep this one (Sam Ortiz, Room name)')
  expect(answerTo(draft, 'Room name').value).toBe('MDF 3')
})

test('offers the next conflict only if there is another one', () => {
  draw('Room name', asked)
  expect(screen.queryByRole('button', { name: 'Show the next' })).toBeNull()
  cleanup()
  const ids = ['Room name', 'Units'].map((name) => answerTo(draft, name).id)
  draft.conflicts = new Map(ids.map((id) => [id, asked]))
  drawnIn(draft, <ConflictNote answer={answerTo(draft, 'Units')} place={placeOf(draft)} conflict={asked} />)
  press('Show the next')
  const { section, subSection } = placeOf(draft)
  expect(location.pathname).toBe(
    `/survey/${draft.survey.template.id}/${draft.survey.id}/${section}/${subSection}`,
  )
  expect(history.state).toMatchObject({ usr: { field: answerTo(draft, 'Room name').id } })
})

test('speaks Spanish', () => {
  speakSpanish()
  draw('Room name', asked)
  screen.getByText('Dos personas respondieron esto. ¿Qué respuesta quiere conservar?')
  expect(values()[0]?.[0]).toBe('Su respuesta')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Conservar la mía (Room name)',
    'Tomar la de la otra persona (Room name)',
    'Conservar ambas (Room name)',
  ])
})
