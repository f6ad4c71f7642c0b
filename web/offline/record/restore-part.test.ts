import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { removeSimilar } from '#survey/edit/edit.ts'
import { fixedId } from '#survey/ids.ts'
import type { Survey } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import type { Draft } from '../draft/draft.ts'
import { removePart, restorePart } from '../draft/draft-actions.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { dueEntries } from '../outbox/queue.ts'
import { acknowledgeEntry, freezePayload, parkEntry, postponeEntry } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { readRemovedParts } from './restore-part.ts'

const at = '2026-11-01T08:00:00.000Z'
const second = fixedId(at, 'second floor')
let draft: Draft

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire(twoFloors()))
  draft = await loadDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

function twoFloors(): Survey {
  const empty = emptySurvey()
  const floors = empty.sections[1]
  const first = floors?.subSections[0]
  if (!floors || !first) throw new Error('no floors')
  return addSimilar(setAnswer(empty, first.id, nameIn(first), { value: 'Ground', at }), floors.id, second, at)
}

function nameIn({ answers }: Survey['sections'][number]['subSections'][number]): string {
  return answers.find(({ field }) => field.name === 'Floor name')?.id ?? answers[1]?.id ?? ''
}

const section = () => draft.survey.sections[1]?.id ?? ''
const place = () => ({ section: section(), subSection: second })
const remove = () => removePart(draft, place(), 'Roof')
const rows = () => db.outbox.where({ account }).sortBy('seq')
const endpoints = async () => (await rows()).map(({ endpoint }) => endpoint)

function type(value: string): void {
  const part = draft.part(second)
  const answer = part?.answers.find(({ id }) => id === nameIn(part))
  if (!answer) throw new Error('no second floor')
  draft.type(place(), answer, { value, values: [] })
}

function typed(): string | undefined {
  const part = draft.part(second)
  return part?.answers.find(({ id }) => id === nameIn(part))?.value
}

/** Freezes the last entry with this name. */
async function sent(endpoint: string) {
  const row = (await rows()).findLast((one) => one.endpoint === endpoint)
  const sealed = await freezePayload(row?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

async function tryInVain(endpoint: string): Promise<void> {
  await postponeEntry(await sent(endpoint), 0, 'No connection')
}

async function refuse(endpoint: string): Promise<void> {
  await parkEntry(await sent(endpoint), 'No')
}

/** Acknowledges the entry with the section as of `after`. */
async function acknowledge(endpoint: string, after: Survey): Promise<void> {
  const sealed = await sent(endpoint)
  const told = surveyWire(after).user_survey_sections[1]
  await acknowledgeEntry(
    sealed,
    partialReply({ data: { id: told?.id, type: 'user_survey_section', attributes: told } }),
  )
  await draft.reload()
}

const removed = () => removeSimilar(twoFloors(), second, at)

test('offline, a sub-section deleted by mistake is back with its content', async () => {
  type('Roof')
  remove()
  expect(draft.part(second)).toBeUndefined()
  expect(await restorePart(draft, second, 'Roof')).toBe(true)
  expect(typed()).toBe('Roof')
  expect(await endpoints()).toEqual(['surveys.autoSave'])
  draft.close()
  draft = await loadDraft()
  expect(typed()).toBe('Roof')
})

test('queues a restoration if the server may have the deletion, and the sub-section can be edited at once', async () => {
  remove()
  await draft.written()
  await tryInVain('surveys.removeSimilar')
  await restorePart(draft, second, 'Roof')
  expect(draft.part(second)).toBeDefined()
  type('Penthouse')
  await draft.written()
  expect(await endpoints()).toEqual(['surveys.removeSimilar', 'surveys.restoreSimilar', 'surveys.autoSave'])
  const due = async () => dueEntries(await rows(), Date.now() + 10_000).map(({ endpoint }) => endpoint)
  expect(await due()).toEqual(['surveys.removeSimilar'])
  await acknowledge('surveys.removeSimilar', removed())
  expect(typed()).toBe('Penthouse')
  expect(await due()).toEqual(['surveys.restoreSimilar'])
  await acknowledge('surveys.restoreSimilar', twoFloors())
  expect(typed()).toBe('Penthouse')
  expect(await due()).toEqual(['surveys.autoSave'])
})

test('requests a sub-section deleted long ago once, and shows it when the server has replied', async () => {
  remove()
  await draft.written()
  await acknowledge('surveys.removeSimilar', removed())
  await restorePart(draft, second, 'Roof')
  await restorePart(draft, second, 'Roof')
  expect(await endpoints()).toEqual(['surveys.restoreSimilar'])
  expect(draft.part(second)).toBeUndefined()
  expect(await readRemovedParts(account, surveyId, section())).toMatchObject([
    { id: second, called: 'Roof', returns: true },
  ])
  await acknowledge('surveys.restoreSimilar', twoFloors())
  expect(draft.part(second)).toBeDefined()
  expect(await readRemovedParts(account, surveyId, section())).toEqual([])
})

test('after any number of deletions and restorations, the last action wins', async () => {
  for (const back of [true, false, true, false, true]) {
    if (back) await restorePart(draft, second, 'Roof')
    else remove()
    await draft.written()
    await tryInVain((await endpoints()).at(-1) ?? '')
    await draft.reload()
    expect(draft.part(second) !== undefined, `back: ${back}`).toBe(back)
  }
})

test('a rejected deletion is dropped; a rejected restoration is retried', async () => {
  remove()
  await draft.written()
  await refuse('surveys.removeSimilar')
  await restorePart(draft, second, 'Roof')
  expect(await endpoints()).toEqual([])
  expect(draft.part(second)).toBeDefined()

  remove()
  await draft.written()
  await acknowledge('surveys.removeSimilar', removed())
  await restorePart(draft, second, 'Roof')
  await refuse('surveys.restoreSimilar')
  expect(await readRemovedParts(account, surveyId, section())).toMatchObject([{ id: second, returns: false }])
  await restorePart(draft, second, 'Roof')
  expect((await rows()).map(({ endpoint, state }) => [endpoint, state])).toEqual([
    ['surveys.restoreSimilar', 'waiting'],
  ])
})

test('lists unsent deletions only for their own section', async () => {
  remove()
  await draft.written()
  expect(await readRemovedParts(account, surveyId, section())).toMatchObject([
    { id: second, called: 'Roof', returns: false },
  ])
  expect(await readRemovedParts(account, surveyId, draft.survey.sections[0]?.id ?? '')).toEqual([])
})
