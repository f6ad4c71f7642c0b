import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { fixedId } from '#survey/ids.ts'
import type { SubSection, Survey } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { storeRemoteAnswers } from '../incoming/remote-answers.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { recordUpload } from '../record/record-media.ts'
import { db } from './database.ts'

/**
 * An edit, a reply and another user's answer cost the same in a survey of three rooms and of sixty, no matter
 * how many photos or unsent entries it has. Counts rows, which are the same on every machine; `npm run bench`
 * measures time.
 */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 9, minute)).toISOString()

interface Size {
  readonly rooms: number
  readonly photos: number
  readonly waiting: number
}

const small: Size = { rooms: 3, photos: 1, waiting: 1 }
const sizes: Readonly<Record<string, Size>> = {
  'more rooms': { ...small, rooms: 60 },
  'more photos': { ...small, rooms: 3, photos: 40 },
  'more that waits': { ...small, rooms: 60, waiting: 50 },
}

beforeEach(() => stubLocalStorage())

/** Excludes the journal, which is written up to a second later. */
function isWork(place: IDBObjectStore | IDBIndex): boolean {
  const { transaction } = 'objectStore' in place ? place.objectStore : place
  return transaction.db.name !== 'fieldbook-journal'
}

/** Counts rows read from and written to the store during `work`. */
async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  let rows = 0
  const undo = [IDBObjectStore.prototype, IDBIndex.prototype].map((prototype) => {
    const { get, getAll, openCursor } = prototype
    const counted = <Arguments extends unknown[]>(ask: (...given: Arguments) => IDBRequest) =>
      function (this: IDBObjectStore & IDBIndex, ...given: Arguments): IDBRequest {
        const request = ask.apply(this, given)
        if (!isWork(this)) return request
        request.addEventListener('success', () => {
          const { result } = request
          rows += Array.isArray(result) ? result.length : result ? 1 : 0
        })
        return request
      }
    Object.assign(prototype, {
      get: counted(get),
      getAll: counted(getAll),
      openCursor: counted(openCursor),
    })
    return () => Object.assign(prototype, { get, getAll, openCursor })
  })
  const { put, add } = IDBObjectStore.prototype
  const written = <Arguments extends unknown[]>(write: (...given: Arguments) => IDBRequest) =>
    function (this: IDBObjectStore, ...given: Arguments): IDBRequest {
      if (isWork(this)) rows += 1
      return write.apply(this, given)
    }
  Object.assign(IDBObjectStore.prototype, { put: written(put), add: written(add) })
  await work()
  Object.assign(IDBObjectStore.prototype, { put, add })
  for (const each of undo) each()
  return rows
}

function roomsOf(count: number): Survey {
  const empty = emptySurvey()
  const floors = empty.sections[1]
  let survey = empty
  for (let room = 1; room < count; room++) {
    const last = survey.sections[1]?.subSections.at(-1)
    survey = setAnswer(survey, last?.id ?? '', last?.answers[1]?.id ?? '', { value: `${room}`, at: at(room) })
    survey = addSimilar(survey, floors?.id ?? '', fixedId(at(room), 'room'), at(room))
  }
  return survey
}

function type(survey: Survey, room: SubSection | undefined, nth: number, minute: number) {
  const answer = room?.answers[nth]
  return recordAnswer(account, {
    survey: surveyId,
    section: survey.sections[1]?.id ?? '',
    subSection: room?.id ?? '',
    answer: answer?.id ?? '',
    name: answer?.field.name ?? '',
    value: `given ${minute}`,
    values: [],
    at: at(minute),
    baseRevision: 0,
    copiedFrom: null,
  })
}

async function costsOf({ rooms, photos, waiting }: Size) {
  await db.delete()
  await db.open()
  const survey = roomsOf(rooms)
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire(survey))
  const all = survey.sections[1]?.subSections ?? []
  const [first, room] = all
  const bytes = { bytes: new ArrayBuffer(3), type: 'image/jpeg' }
  const place = { survey: surveyId, subSection: first?.id ?? '', answer: first?.answers[4]?.id ?? '' }
  for (let photo = 0; photo < photos; photo++) {
    const id = fixedId(at(photo), 'photo')
    const file = { id, kind: 'photo', name: 'a.jpg', stage: 'ready', thumbnail: null, poster: null } as const
    await recordUpload(account, place, fixedId(at(photo), 'upload'), [{ ...file, data: bytes }])
  }
  for (let other = 0; other < waiting; other++) await type(survey, all[2 + other], 1, other)
  const key = await rowsOf(() => type(survey, room, 1, 70))
  const next = await rowsOf(() => type(survey, room, 1, 71))
  const entry = await db.outbox.where({ survey: surveyId, subSection: room?.id ?? '' }).first()
  const frozen = await freezePayload(entry?.seq ?? 0)
  if (!frozen) throw new Error('nothing to send')
  const saved = [{ id: room?.answers[1]?.id ?? '', revision: 1 }]
  const attributes = { progress: '', last_edited: at(72), saved, conflicts: [], recovered: [] }
  const reply = await rowsOf(() => acknowledgeEntry(frozen, partialReply({ data: { attributes } })))
  const theirs = {
    ...{ id: room?.answers[2]?.id ?? '', field_value: '', field_value_multiple: ['Copper'], revision: 4 },
    ...{ edited_at: at(73), copied_from: null, edited_by: 'Eve Jones' },
  }
  const event = await rowsOf(async () => {
    const isWhole = await storeRemoteAnswers(account, surveyId, {
      answers: [theirs],
      progress: '',
      last_edited: at(73),
    })
    expect(isWhole).toBe(true)
  })
  return { key, next, reply, event }
}

test.each(Object.entries(sizes))(
  '%s: reads and writes no more rows for an edit, a reply and an event',
  async (_, size) => {
    const costs = await costsOf(small)
    expect(await costsOf(size)).toEqual(costs)
    for (const rows of Object.values(costs)) expect(rows).toBeGreaterThan(1)
  },
)
