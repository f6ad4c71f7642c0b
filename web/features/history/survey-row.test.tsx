// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { type DeviceSurvey, mergeList } from '#web/offline/list/merge-list.ts'
import { db } from '#web/offline/store/database.ts'
import type { EntryFields, OutboxRow } from '#web/offline/store/outbox-rows.ts'
import type { ListedSurvey } from '#web/offline/store/rows.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { useSelection } from './many/use-selection.ts'
import type { Chosen } from './survey-actions.tsx'
import { SurveyCards } from './survey-cards.tsx'
import { SurveyTable } from './survey-table.tsx'

/** Without layout nothing intersects; without an observer every picture counts as near. */
vi.hoisted(() => vi.stubGlobal('IntersectionObserver', undefined))
/** Pictures are read from the store, which takes longer on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

const onChoose = vi.fn<(chosen: Chosen) => void>()
beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: account, firstName: 'Sam', lastName: 'Ortiz', role: 'user' })
  onChoose.mockReset()
})
afterEach(async () => {
  cleanup()
  clearSession()
  await db.pictures.clear()
})

const survey = '019b0000-0000-7000-8000-0000000000e1'

/** A survey of the list, with these properties and unsent changes. */
function listed(
  over: Partial<ListedSurvey> = {},
  outbox: readonly OutboxRow[] = [],
  gone = false,
): DeviceSurvey {
  const item: ListedSurvey = {
    ...{ survey_name: 'Harbor View', owner: 'Dana Reed', created_by: 'Sam Ortiz', my_role: 'owner' },
    ...{ date_created: '2026-01-05T08:00:00.000Z', last_edited: '2026-01-07T20:00:00.000Z' },
    ...{ progress: '42% completed', status: 'Started', survey_template_id: 'template', time_zone: 'UTC' },
    ...{ survey_template_name: 'Small survey', address: '12 Quay Street', first_photo: null, ...over },
  }
  const rows = { listed: [{ account, id: survey, item, gone }], surveys: [], templates: new Set<string>() }
  const [merged] = mergeList({ ...rows, outbox, whole: true }).surveys
  if (!merged) throw new Error('The survey is not in the list')
  return merged
}

function entry(fields: Partial<EntryFields> = {}): OutboxRow {
  const change = { survey, endpoint: 'surveys.addSimilar', input: {}, madeAt: '2026-01-07T21:00:00.000Z' }
  return anyEntry(account, { ...change, ...fields }) as OutboxRow
}

/** Renders the list of a phone. */
function drawCard(one: DeviceSurvey, { cutOff = false } = {}) {
  drawn(<SurveyCards surveys={[one]} cutOff={cutOff} onChoose={onChoose} />)
  return within(screen.getByRole('listitem'))
}

function Table({ surveys, cutOff }: { surveys: readonly DeviceSurvey[]; cutOff: boolean }) {
  const shared = { sort: null, onSort: null, selection: useSelection() }
  return <SurveyTable surveys={surveys} cutOff={cutOff} onChoose={onChoose} {...shared} />
}

/** Renders the list of a wide screen. */
function drawRow(one: DeviceSurvey, { cutOff = false } = {}) {
  drawn(<Table surveys={[one]} cutOff={cutOff} />)
  return within(screen.getAllByRole('row')[1] as HTMLElement)
}

const layouts = [
  ['card', drawCard],
  ['table row', drawRow],
] as const

test.each(layouts)('shows name, owner, place, state, progress and date in a %s', (_, draw) => {
  const row = draw(listed())
  row.getByRole('link', { name: 'Harbor View' })
  for (const text of ['Dana Reed', '12 Quay Street', 'In progress', '42% completed']) row.getByText(text)
  expect(row.getAllByText(/01\/07\/2026/)).toHaveLength(1)
  row.getByRole('img', { name: 'On the server' })
  expect(row.queryByRole('link', { name: /^Rejected/ })).toBeNull()
})

test.each(layouts)('shows where the latest changes are in a %s', (_, draw) => {
  const marks = [
    [entry(), 'On this device, waiting to be sent'],
    [entry({ state: 'sending', attempts: 1 }), 'Being sent'],
    [entry({ state: 'parked', problem: 'The name is too long.' }), 'Refused by the server'],
  ] as const
  for (const [change, name] of marks) {
    draw(listed({}, [change])).getByRole('img', { name })
    cleanup()
  }
})

test.each(layouts)('links a rejected change to its remedy in a %s', (_, draw) => {
  const row = draw(listed({}, [entry({ state: 'parked', problem: 'The name is too long.' })]))
  expect(row.getByRole('link', { name: 'Rejected: see what to do' }).getAttribute('href')).toBe(
    '/Datastorage2',
  )
})

test.each(layouts)('reads a shortened name whole to screen readers in a %s', (_, draw) => {
  const name = 'Harbor View, north wing, building 12'
  const row = draw(listed({ survey_name: name }))
  const link = row.getByRole('link', { name })
  expect(within(link).getByText('Harbor Vie....').getAttribute('aria-hidden')).toBe('true')
  row.getByRole('button', { name: `Edit ${name}` })
  // The whole name in its own line, for eyes only.
  const whole = row.getByText('wing, building 12'.slice(-16)).parentElement
  expect([whole?.textContent, whole?.getAttribute('aria-hidden')]).toEqual([name, 'true'])
})

test.each(layouts)('does not repeat a name that fits in a %s', (_, draw) => {
  // A repeated name would be cut in two halves.
  expect(draw(listed()).queryByTitle('Harbor View')).toBeNull()
})

test.each(layouts)('orders the halves of a long Hebrew name from right to left in a %s', (_, draw) => {
  const name = 'בניין המשרדים הצפוני ליד הנמל'
  const row = draw(listed({ survey_name: name, owner: 'רחל כהן' }))
  expect(row.getByText([...name].slice(-14).join('').trimStart()).parentElement?.dir).toBe('auto')
  row.getByRole('button', { name: `Edit \u2068${name}\u2069` })
  row.getByText('רחל כהן')
})

test.each(layouts)('says who shared a survey and what the user may do with it in a %s', (_, draw) => {
  draw(listed({ my_role: 'editor', created_by: 'Eve Jones' })).getByText(
    'Shared by Eve Jones: you can edit it',
  )
  cleanup()
  draw(listed({ my_role: 'viewer', created_by: 'Eve Jones' })).getByText(
    'Shared by Eve Jones: you can view it',
  )
  cleanup()
  expect(draw(listed()).queryByText(/^Shared/)).toBeNull()
})

test.each(layouts)('shows the result of the last review, while it applies, in a %s', (_, draw) => {
  draw(listed({ status: 'Completed', review_state: 'accepted' })).getByText('Accepted')
  cleanup()
  draw(listed({ status: 'Started', review_state: 'sent_back' })).getByText('Sent back')
  cleanup()
  draw(listed({ status: 'Started', review_state: 'accepted' })).getByText('In progress')
})

test.each(layouts)('says what changed since the survey was submitted in a %s', (_, draw) => {
  const changed = { missing_required: 2 }
  draw(listed({ status: 'Completed', changed_since_submission: changed })).getByText(
    'Changed since submission: 2 required answers missing',
  )
})

test.each(layouts)('cannot edit a survey that is not on this device while offline in a %s', (_, draw) => {
  const row = draw(listed(), { cutOff: true })
  row.getByText('Not on this device')
  const edit = row.getByRole<HTMLButtonElement>('button', { name: 'Edit Harbor View' })
  expect(edit.disabled).toBe(true)
  cleanup()
  expect(draw(listed()).getByRole<HTMLButtonElement>('button', { name: 'Edit Harbor View' }).disabled).toBe(
    false,
  )
})

test.each(layouts)('says that a survey is no longer on the server in a %s', (_, draw) => {
  draw(listed({}, [entry()], true)).getByText('No longer on the server. Unsent work is kept on this device.')
})

test.each(layouts)(
  'opens the details on a press of the name, and the form in a new tab, in a %s',
  (_, draw) => {
    const one = listed()
    const link = draw(one).getByRole('link', { name: 'Harbor View' })
    expect(link.getAttribute('href')).toBe(`/survey?templateId=template&surveyId=${survey}`)
    expect(fireEvent.click(link)).toBe(false)
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({ action: 'details', survey: one })
    onChoose.mockReset()
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link, { ctrlKey: true })
    expect(onChoose).not.toHaveBeenCalled()
  },
)

test('offers only Edit in a card', () => {
  const one = listed()
  const card = drawCard(one)
  expect(card.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(card.getByRole('button', { name: 'Edit Harbor View' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ action: 'edit', survey: one })
})

test('offers all actions in a table row, and Delete only to the owner', () => {
  const actions = (row: ReturnType<typeof drawRow>) =>
    row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  const own = drawRow(listed())
  expect(actions(own)).toEqual(
    ['Edit', 'Share', 'Download', 'Delete'].map((action) => `${action} Harbor View`),
  )
  fireEvent.click(own.getByRole('button', { name: 'Delete Harbor View' }))
  expect(onChoose.mock.lastCall?.[0].action).toBe('delete')
  cleanup()
  expect(actions(drawRow(listed({ my_role: 'editor' })))).not.toContain('Delete Harbor View')
})

test('selects a survey of the table by its checkbox, and all by the one above', () => {
  drawRow(listed())
  const own = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Harbor View' })
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  fireEvent.click(own)
  expect([own.checked, all.checked]).toEqual([true, true])
  fireEvent.click(all)
  expect([own.checked, all.checked]).toEqual([false, false])
})

test('shows the first photo of a card from this device, hidden from screen readers', async () => {
  const bytes = { bytes: new ArrayBuffer(4), type: 'image/png', size: 4, keptAt: '' }
  await db.pictures.add({ account, id: 'photo', survey, ...bytes })
  const card = drawCard(listed({ first_photo: { id: 'photo', thumbnail_url: null, drawn_at: null } }))
  await waitFor(() => expect(document.querySelector('img')?.src).toMatch(/^blob:/))
  expect(card.getAllByRole('img')).toEqual([card.getByRole('img', { name: 'On the server' })])
})

test('shows no picture if neither device nor server has the first photo', async () => {
  drawCard(listed({ first_photo: { id: 'photo', thumbnail_url: null, drawn_at: null } }))
  await waitFor(() => expect(screen.getByRole('listitem').querySelector('[class*=photo]')).toBeNull())
})

test.each(layouts)('speaks Spanish in a %s', (_, draw) => {
  speakSpanish()
  const row = draw(listed({ my_role: 'viewer', created_by: 'Eve Jones' }, [entry({ state: 'parked' })]))
  row.getByRole('button', { name: 'Editar Harbor View' })
  row.getByRole('link', { name: 'Rechazado: ver qué hacer' })
  row.getByRole('img', { name: 'Rechazado por el servidor' })
  row.getByText('Compartida por Eve Jones: puede verla')
  row.getByText('En curso')
  row.getByText(/07\/01\/2026/)
})
