import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import type { SavedSections } from '#contract/surveys/surveys.ts'
import { everyAnswer } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, surveyId, surveyWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { forgetAccount, forgetConfirmed } from '../account/leave-account.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { conflictsIn } from '../draft/remote-updates.ts'
import { convertOlderCopies } from '../incoming/older-copies.ts'
import { retryParked } from '../operations/entries.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import recorded from '../testing/store-of-version-5.json'
import { db } from './database.ts'
import { forgetSurvey } from './forget-survey.ts'

/** The schema of version 5. */
const version5 = {
  templates: '[account+id]',
  surveys: '[account+id]',
  sections: '[account+id], [account+survey]',
  answers: '[account+id], [account+survey], entry',
  files: '[account+id], [account+survey], upload',
  blobs: '[account+id], [account+survey]',
  outbox: '++seq, &id, account, [account+survey]',
  drawings: '[account+id], [account+survey], entry',
  plans: '[account+id], [account+survey]',
  planPictures: '[account+id], [account+survey]',
  listed: '[account+id]',
  pictures: '[account+id], [account+survey], [account+size], keptAt',
  kept: '[account+id]',
  shown: '[account+id], [account+survey], [account+size], keptAt',
  bulkFiles: '[account+id]',
  bulkBytes: '[account+id]',
}

const created = '019b0000-0000-7000-8000-0000000000a1'

/** Rows written by that version, with binary data restored. */
const stores = JSON.parse(JSON.stringify(recorded.stores), (_, value) =>
  Array.isArray(value?.bytes) ? new Uint8Array(value.bytes).buffer : value,
) as Readonly<Record<string, readonly object[]>>

async function asVersion5(): Promise<Dexie> {
  const older = new Dexie('fieldbook')
  older.version(5).stores(version5)
  await older.open()
  return older
}

beforeEach(async () => {
  stubLocalStorage()
  await db.delete()
  const older = await asVersion5()
  for (const [name, rows] of Object.entries(stores)) await older.table(name).bulkAdd(rows)
  older.close()
})

/** Simulates killing the app at its nth write: the browser rolls back uncommitted writes. */
async function killedAt(nth: number): Promise<boolean> {
  let left = nth
  const { put, delete: remove } = IDBObjectStore.prototype
  const dying = <Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) =>
    function (this: IDBObjectStore, ...given: Arguments): Result {
      left -= 1
      if (left === 0) this.transaction.abort()
      return work.apply(this, given)
    }
  Object.assign(IDBObjectStore.prototype, { put: dying(put), delete: dying(remove) })
  try {
    await db.open()
    return false
  } catch {
    return true
  } finally {
    Object.assign(IDBObjectStore.prototype, { put, delete: remove })
    db.close({ disableAutoOpen: false })
  }
}

async function shown(survey: string) {
  const loaded = await loadSurvey(account, survey)
  const parts = loaded?.survey.sections.flatMap(({ subSections }) => subSections) ?? []
  return parts
    .flatMap((part) =>
      everyAnswer(part).map(({ id, value, values, revision, media }) => {
        const media_ids = media.map((one) => one.id)
        return [part.id, id, value, values, revision, media_ids] as const
      }),
    )
    .filter(([, , value, values, revision, media]) => value || values.length || revision || media.length)
}

/** Freezes and confirms every entry in order. */
async function sendAll() {
  await retryParked(account, surveyId)
  const sent: { id: string; endpoint: string; words: (string | readonly string[])[] }[] = []
  for (const { seq = 0 } of await db.outbox.where({ account }).sortBy('seq')) {
    const frozen = await freezePayload(seq)
    if (!frozen) throw new Error('An entry had nothing to say')
    const details =
      frozen.endpoint === 'surveys.autoSave'
        ? (frozen.input.body.user_survey_sections_attributes as SavedSections).flatMap((section) =>
            section.user_survey_sub_sections_attributes.flatMap(
              (part) => part.user_survey_sub_section_details_attributes,
            ),
          )
        : []
    const { id, endpoint } = frozen
    sent.push({ id, endpoint, words: details.map(({ field_value }) => field_value ?? '') })
    const saved = details.map((detail) => ({ id: detail.id, revision: (detail.base_revision ?? 0) + 1 }))
    const attributes = { progress: '', last_edited: '', saved, conflicts: [], recovered: [] }
    await acknowledgeEntry(frozen, details.length > 0 ? partialReply({ data: { attributes } }) : null)
  }
  return sent
}

const everything = [
  ['surveys.autoSave', ['Poor']],
  ['surveys.autoSave', ['Ground floor']],
  ['surveys.autoSave', ['Ground floor, east']],
  ['surveys.autoSave', ['Ask at the desk']],
  ['surveys.addSimilar', []],
  ['surveys.autoSave', ['Roof']],
  ['media.upload', []],
  ['media.describe', []],
  ['media.draw', []],
  ['plans.add', []],
  ['surveys.submit', []],
  ['surveys.create', []],
]

test('an upgraded store shows the same surveys and sends every entry once', async () => {
  await db.open()
  expect(await shown(surveyId)).toEqual(recorded.shown[surveyId])
  expect(await shown(created)).toEqual(recorded.shown[created])
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) throw new Error('not here')
  expect([...conflictsIn(loaded, new Map()).open.values()]).toMatchObject([
    { stands: 'other', own: { value: '40' }, other: { value: '42' }, otherBy: 'Eve Jones' },
  ])
  expect(loaded.items.get('019b0000-0000-7000-8000-000000000071')?.filename).toBe('mdf.jpg')
  expect([...loaded.planFiles.keys()]).toHaveLength(2)
  expect(new Uint8Array((await db.blobs.toArray())[0]?.bytes ?? [])).not.toHaveLength(0)
  const sent = await sendAll()
  expect(sent.map(({ endpoint, words }) => [endpoint, words])).toEqual(everything)
  const keys = new Set((stores.outbox as { id: string }[]).map(({ id }) => id))
  // Same keys as before, because the server may already have received some entries.
  expect(new Set(sent.map(({ id }) => id))).toEqual(keys)
  expect(await db.outbox.count()).toBe(0)
  expect(await Promise.all(['surveys', 'sections'].map((name) => db.table(name).count()))).toEqual([0, 0])
})

test('survives a kill at ten moments of the upgrade without losing or duplicating rows', async () => {
  const writes = await writesOfUpgrade()
  expect(writes).toBeGreaterThan(10)
  const moments = Array.from({ length: 10 }, (_, index) => 1 + Math.floor((index * (writes - 1)) / 9))
  for (const moment of moments) {
    expect(await killedAt(moment), `killed at write ${moment}`).toBe(true)
    const older = await asVersion5()
    expect(await older.table('sections').count()).toBe(stores.sections?.length)
    older.close()
  }
  await db.open()
  expect(await shown(surveyId)).toEqual(recorded.shown[surveyId])
  expect((await sendAll()).map(({ endpoint, words }) => [endpoint, words])).toEqual(everything)
})

test('logout and removed surveys also clear the stores of earlier apps', async () => {
  await db.open()
  const older = async () => await Promise.all(['surveys', 'sections'].map((name) => db.table(name).count()))
  const write = async (survey: string) => {
    const {
      user_survey_sections: [section],
      ...head
    } = { ...surveyWire(), id: survey }
    const row = { account, id: survey, head, syncedAt: '2026-11-03T08:00:00.000Z' }
    await db.table('surveys').put(row)
    await db.table('sections').put({ account, id: `${survey} 1`, survey, place: 0, detail: section })
  }
  const other = '019b0000-0000-7000-8000-0000000000b8'
  await write(other)
  await forgetSurvey(account, other)
  expect(await older()).toEqual([0, 0])
  await write(other)
  await write(surveyId)
  await forgetConfirmed(account)
  expect(await older()).toEqual([0, 0])
  // A survey with unsent changes keeps its data.
  expect((await db.copies.toArray()).map(({ id }) => id).sort()).toEqual([created, surveyId].sort())
  await write(surveyId)
  await forgetAccount(account)
  expect([...(await older()), await db.copies.count(), await db.subSections.count()]).toEqual([0, 0, 0, 0])
})

/** Counts the writes of an upgrade, then fills the store again. */
async function writesOfUpgrade(): Promise<number> {
  let count = 0
  const { put, delete: remove } = IDBObjectStore.prototype
  Object.assign(IDBObjectStore.prototype, {
    put(this: IDBObjectStore, ...given: Parameters<typeof put>) {
      count += 1
      return put.apply(this, given)
    },
    delete(this: IDBObjectStore, ...given: Parameters<typeof remove>) {
      count += 1
      return remove.apply(this, given)
    },
  })
  await db.open()
  Object.assign(IDBObjectStore.prototype, { put, delete: remove })
  await db.delete()
  const older = await asVersion5()
  for (const [name, rows] of Object.entries(stores)) await older.table(name).bulkAdd(rows)
  older.close()
  return count
}

test('finds rows that a tab of the earlier app reads and writes later', async () => {
  await db.open()
  const before = await shown(surveyId)
  const read = stores.surveys?.find((row) => 'id' in row && row.id === surveyId)
  // The old tab read a survey that the new app lacks, and the first one with a newer answer by another user.
  const other = '019b0000-0000-7000-8000-0000000000b7'
  const wire = { ...surveyWire(), id: other }
  const { user_survey_sections, ...head } = wire
  await db.table('surveys').add({ account, id: other, head, syncedAt: '2026-11-03T08:00:00.000Z' })
  await db.table('surveys').add({ ...read, syncedAt: '2999-01-01T00:00:00.000Z' })
  const later = JSON.parse(JSON.stringify(stores.sections), (_, value) =>
    value?.field_value === 'Harbor View' ? { ...value, field_value: 'Pier 4', revision: 9 } : value,
  )
  await db.table('sections').bulkPut(later)
  expect((await loadSurvey(account, other))?.survey.name).toBe(wire.survey_name)
  expect(await shown(surveyId)).toEqual(before)
  await convertOlderCopies()
  expect((await shown(surveyId)).find(([, , value]) => value === 'Pier 4')?.[4]).toBe(9)
  expect((await shown(surveyId)).map(([, , value]) => value)).toContain('Ground floor, east')
  expect(await db.table('surveys').count()).toBe(0)
})
