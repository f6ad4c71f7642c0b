import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Schema } from '#contract/endpoint.ts'
import { isReceipt } from '#web/lib/http/call.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { account } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { sendEntry } from '../operations/remote/registry.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow, FileRow } from '../store/rows.ts'
import device from '../testing/device-2026-11-21.json'
import { freezePayload } from './transitions.ts'

/** Rows stored by the app of 2026-11-21, what it sent, and how its server replied. */
const { outbox, answers, files, sent, replies } = device as unknown as {
  readonly outbox: readonly OutboxRow[]
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
  readonly sent: readonly { readonly endpoint: string; readonly input: Input }[]
  readonly replies: Readonly<Record<string, readonly string[]>>
}

interface Input {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

/** Its stores. Never change them. */
const stores = [
  {
    templates: '[account+id]',
    surveys: '[account+id]',
    sections: '[account+id], [account+survey]',
    answers: '[account+id], [account+survey], entry',
    files: '[account+id], [account+survey], upload',
    blobs: '[account+id], [account+survey]',
    outbox: '++seq, &id, account, [account+survey]',
  },
  {
    drawings: '[account+id], [account+survey], entry',
    plans: '[account+id], [account+survey]',
    planPictures: '[account+id], [account+survey]',
  },
]

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  const earlier = new Dexie('fieldbook')
  for (const [at, given] of stores.entries()) earlier.version(at + 1).stores(given)
  await earlier.table('outbox').bulkAdd(structuredClone(outbox) as OutboxRow[])
  await earlier.table('answers').bulkAdd(structuredClone(answers) as AnswerRow[])
  await earlier.table('files').bulkAdd(structuredClone(files) as FileRow[])
  earlier.close()
  stubLocalStorage()
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
})

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const bytes = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }

test.each(outbox.map((row) => [row.endpoint, row] as const))(
  'sends %s, queued by an earlier app, word for word under its own key',
  async (endpoint, row) => {
    const sealed = await freezePayload(row.seq ?? 0)
    expect(sealed).toMatchObject({ id: row.id, endpoint, input: sentBy(endpoint) })
    // The upload's own tests cover its parts and their order.
    if (!sealed || endpoint === 'media.upload' || endpoint === 'plans.add') return
    await db.blobs.put({ account, survey: row.survey, id: row.id, ...bytes })
    const calls = vi.fn(async (..._: Parameters<typeof fetch>) => Response.json(answerTo(endpoint)))
    vi.stubGlobal('fetch', calls)
    expect(await sendEntry(sealed, new AbortController().signal)).toMatchObject({ ok: true })
    const [address, options] = calls.mock.calls[0] ?? []
    expect(address).toMatch(/^\/api\//)
    expect(new Headers(options?.headers).get('idempotency-key')).toBe(row.id)
    const { body } = sentBy(endpoint) as Input
    if (typeof options?.body === 'string') expect(JSON.parse(options.body)).toMatchObject(body ?? {})
  },
)

test.each(sent.map((one) => [one.endpoint, one] as const))(
  'the server still accepts %s as the earlier app sends it',
  (name, { input }) => {
    const endpoint = api.get(name)
    for (const [part, schema] of [
      ['params', endpoint?.params],
      ['query', endpoint?.query],
      ['body', endpoint?.body],
    ] as const) {
      if (input[part] === undefined) continue
      const read = z.safeParse(schema as Schema, input[part])
      expect(
        read.error?.issues ?? [],
        `${name} refuses the ${part} of a device that was not updated`,
      ).toEqual([])
    }
  },
)

test.each(Object.keys(replies))('accepts the earlier server’s reply to %s', (name) => {
  const endpoint = api.get(name)
  expect(endpoint && isReceipt(endpoint, answerTo(name))).toBe(true)
})

function sentBy(endpoint: string): Input | undefined {
  return sent.find((one) => one.endpoint === endpoint)?.input
}

function answerTo(endpoint: string): object {
  return Object.fromEntries((replies[endpoint] ?? []).map((key) => [key, {}]))
}
