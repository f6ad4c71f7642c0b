import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/profile.ts'
import { storageUse } from '#contract/admin/admin.ts'
import {
  addBulkUpload,
  bulkFile,
  deleteBulkFile,
  deleteBulkUpload,
  listBulkUploads,
} from '#contract/admin/bulk-uploads.ts'
import { limits } from '#contract/limits.ts'
import { removeStrayBytes } from '#server/features/media/jobs.ts'
import { findMissingFiles } from '#server/files/find-missing-files.ts'
import { tidy } from '#server/housekeeping.ts'
import { holderOf, signTicket } from '#server/http/ticket.ts'
import type { FilePart } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attachmentPart, phonePhoto } from '#server/testing/media.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

let here: TestApp
let one: MadeAccount
let other: MadeAccount
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
beforeEach(async () => {
  ;[one, other] = [await here.make.account(), await here.make.account()]
})

const text = (name = 'notes.txt', words = 'plain') => attachmentPart(name, Buffer.from(words))

async function add(by: MadeAccount, files: readonly FilePart[], id = newId(), key?: string) {
  return by.api.upload(addBulkUpload, [['id', id]], files, key === undefined ? {} : { key })
}

async function added(by: MadeAccount, ...files: FilePart[]) {
  const { status, body, errors } = await add(by, files)
  expect([status, errors]).toEqual([201, []])
  return body.data
}

const listOf = async (by: MadeAccount) => (await by.api.call(listBulkUploads, {})).body
const keptFiles = async () => {
  const folder = join(here.context.config.dataDir, 'files', 'kept')
  return (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) =>
    /[0-9a-f]{32}$/.test(name),
  ).length
}
const notFound = [404, [{ message: 'Not found.' }]]

describe('access', () => {
  test('requires a session; otherwise nothing is stored', async () => {
    const before = await keptFiles()
    expect((await here.api.upload(addBulkUpload, [], [text()])).status).toBe(401)
    expect((await here.api.call(listBulkUploads, {})).status).toBe(401)
    expect(await keptFiles()).toBe(before)
  })

  test('someone else’s uploads are neither listed nor deleted nor taken over by id', async () => {
    const record = await added(one, text(), text('second.txt'))
    const [file] = record.attributes.files
    expect((await listOf(other)).data).toEqual([])
    const whole = await other.api.call(deleteBulkUpload, { params: { id: record.id } })
    const named = { params: { id: record.id }, query: { attachment_id: file?.id } }
    const single = await other.api.call(deleteBulkFile, named)
    const alone = await other.api.call(deleteBulkFile, { params: { id: file?.id ?? '' } })
    for (const { status, errors } of [whole, single, alone]) expect([status, errors]).toEqual(notFound)
    const taken = await add(other, [text()], record.id)
    expect(taken.status).toBe(409)
    expect((await listOf(one)).data).toEqual([record])
  })

  test('an address works only for its owner’s session, ends with it, and cannot be altered', async () => {
    const [file] = (await added(one, text())).attributes.files
    const opened = async (address: string) => (await here.api.open(address)).statusCode
    expect(await opened(file?.file_url ?? '')).toBe(200)
    const { ticketKey } = here.context
    const signed = (by: MadeAccount, holder: Parameters<typeof signTicket>[1]['holder'] = holderOf(by)) =>
      `/api/files/attachments/${signTicket(
        ticketKey,
        { what: 'attachment', subject: file?.id ?? '', rendition: 'original', holder },
        here.context.clock(),
      )}`
    expect(await opened(signed(one))).toBe(200)
    expect(await opened(signed(other))).toBe(404)
    expect(await opened(signed(one, { link: newId() }))).toBe(404)
    expect(await opened(signed(one, { account: one.id, session: other.sessionId }))).toBe(410)
    expect(await opened(String(file?.file_url).replace('/attachments/', '/media/'))).toBe(404)
    expect((await here.api.call(bulkFile, { params: { ticket: 'x' } })).status).toBe(404)
    await here.context.db.deleteFrom('session').where('id', '=', one.sessionId).execute()
    expect(await opened(signed(one))).toBe(410)
  })
})

describe('files', () => {
  test('of any kind are kept unchanged, shown with their type, latest upload first', async () => {
    const page = '<script>alert(1)</script>'
    const first = await added(one, text('../../etc/report\u202e.html', page), text('', 'no name'))
    const second = await added(one, attachmentPart('renamed.doc', await phonePhoto()))
    const { data, meta } = await listOf(one)
    expect(data).toEqual([second, first])
    expect(first.attributes).toMatchObject({
      status: 'success',
      files: [
        { file_name: 'report.html', byte_size: page.length, kind: null },
        { file_name: 'file', byte_size: 7, kind: null },
      ],
    })
    expect(second.attributes.files).toMatchObject([{ file_name: 'renamed.doc', kind: 'photo' }])
    const sum = data
      .flatMap(({ attributes }) => attributes.files)
      .reduce((all, { byte_size }) => all + byte_size, 0)
    expect(meta).toEqual({ total_bytes: sum, allowed_bytes: limits.bulkBytes })
    const got = await here.api.open(first.attributes.files[0]?.file_url ?? '')
    expect([got.statusCode, got.body]).toEqual([200, page])
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="report.html"; filename*=UTF-8''report.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const part = await here.api.open(first.attributes.files[0]?.file_url ?? '', { range: 'bytes=1-6' })
    expect([part.statusCode, part.body]).toEqual([206, 'script'])
  })

  test('up to 10,485,760 bytes under any name; with a larger file nothing of the call is stored', async () => {
    const before = await keptFiles()
    const [fits, large] = [Buffer.alloc(limits.bulkFileBytes), Buffer.alloc(limits.bulkFileBytes + 1)]
    const { status, errors } = await add(one, [
      text(),
      attachmentPart('film.mp4', large),
      attachmentPart('plans.zip', large),
    ])
    expect([status, errors]).toEqual([
      413,
      [
        { message: 'film.mp4 is too large. Allowed maximum size is 10MB!' },
        { message: 'plans.zip is too large. Allowed maximum size is 10MB!' },
      ],
    ])
    expect([(await listOf(one)).data, await keptFiles()]).toEqual([[], before])
    expect((await added(one, attachmentPart('plans.zip', fits))).attributes.files).toHaveLength(1)
  })

  test('none, or more than ten at once, are refused with a message', async () => {
    const empty = await add(one, [attachmentPart('', Buffer.alloc(0))])
    expect([empty.status, empty.errors]).toEqual([422, [{ message: 'Please choose a file.' }]])
    const many = await add(
      one,
      Array.from({ length: 11 }, (_, n) => text(`${n}.txt`)),
    )
    expect([many.status, many.errors]).toEqual([
      422,
      [{ message: 'At most 10 files can be uploaded at once.' }],
    ])
    expect((await added(one, attachmentPart('empty.txt', Buffer.alloc(0)))).attributes.files).toMatchObject([
      { byte_size: 0 },
    ])
  })

  test('sent again are kept once, by id and by key; other files under the same id are refused', async () => {
    const [id, key] = [newId(), crypto.randomUUID()]
    const first = await add(one, [text()], id, key)
    const before = await keptFiles()
    const again = await Promise.all([add(one, [text()], id, key), add(one, [text()], id)])
    for (const { status, body } of again) expect([status, body]).toEqual([201, first.body])
    expect((await add(one, [text('notes.txt', 'other')], id)).status).toBe(409)
    expect([(await listOf(one)).data.length, await keptFiles()]).toEqual([1, before])
  })

  test('past an account’s limit are refused, counting what was deleted a moment ago', async () => {
    const { db } = here.context
    const record = await added(one, text())
    const holds = (size: number) =>
      db
        .updateTable('rendition')
        .set({ size })
        .where('file_id', 'in', db.selectFrom('stored_file').select('id').where('account_id', '=', one.id))
        .execute()
    await holds(limits.bulkBytes - 4)
    const before = await keptFiles()
    const full = await add(one, [text()])
    expect([full.status, full.errors]).toEqual([
      422,
      [
        {
          message:
            'No space for more files: an account can store up to 500 files and 1 GB. Delete earlier uploads first.',
        },
      ],
    ])
    expect(await keptFiles()).toBe(before)
    await added(other, text())
    await one.api.call(deleteBulkUpload, { params: { id: record.id } })
    await added(one, text())
    await db
      .updateTable('rendition')
      .set({ size: 2 * limits.bulkBytes })
      .where('file_id', 'in', db.selectFrom('stored_file').select('id').where('account_id', '=', one.id))
      .where('file_id', 'not in', db.selectFrom('bulk_file').select('file_id'))
      .execute()
    expect((await add(one, [text()])).status).toBe(422)
  })
})

test('administrators see how much there is, and open none of it', async () => {
  const admin = await here.make.account({ role: 'admin' })
  const held = async () => (await admin.api.call(storageUse, {})).body.data.attachments
  const before = await held()
  const record = await added(one, text('notes.txt', 'seven b'))
  expect(await held()).toEqual({ count: before.count + 1, bytes: before.bytes + 7 })
  expect((await listOf(admin)).data).toEqual([])
  expect((await admin.api.call(deleteBulkUpload, { params: { id: record.id } })).status).toBe(404)
})

describe('deleting', () => {
  const deleted = { data: { message: 'Attachment file deleted successfully!' } }

  test('one file by either address, the upload with its last file, and its address opens nothing', async () => {
    const record = await added(one, text('a.txt'), text('b.txt', 'b'), text('c.txt', 'c'))
    const [a, b, c] = record.attributes.files
    const named = { params: { id: record.id }, query: { attachment_id: b?.id } }
    const foreign = await added(one, text('d.txt'))
    const crossed = await one.api.call(deleteBulkFile, { params: { id: foreign.id }, query: named.query })
    expect([crossed.status, crossed.errors]).toEqual(notFound)
    expect((await one.api.call(deleteBulkFile, named)).body).toEqual(deleted)
    expect((await here.api.open(b?.file_url ?? '')).statusCode).toBe(404)
    expect((await one.api.call(deleteBulkFile, { params: { id: c?.id ?? '' } })).body).toEqual(deleted)
    expect((await listOf(one)).data.find(({ id }) => id === record.id)?.attributes.files).toEqual([a])
    await one.api.call(deleteBulkFile, { params: { id: a?.id ?? '' } })
    expect((await listOf(one)).data).toEqual([foreign])
  })

  test('a whole upload, whose bytes go a day later while those of others stay', async () => {
    const record = await added(one, text('a.txt'), text('b.txt', 'b'))
    const stays = await added(one, text('kept.txt'))
    const before = await keptFiles()
    expect((await one.api.call(deleteBulkUpload, { params: { id: record.id } })).body).toEqual(deleted)
    const twice = await one.api.call(deleteBulkUpload, { params: { id: record.id } })
    expect([twice.status, twice.errors]).toEqual(notFound)
    const { db, files } = here.context
    await tidy(here.context)
    expect(await keptFiles()).toBe(before)
    here.passTime(day + 60_000)
    await tidy(here.context)
    await removeStrayBytes(here.context, here.context.clock())
    const left = await db.selectFrom('stored_file').select('id').where('account_id', '=', one.id).execute()
    expect(left).toHaveLength(1)
    expect((await findMissingFiles(db, files)).missing).toEqual([])
    const [file] = stays.attributes.files
    const row = await db
      .selectFrom('bulk_file')
      .innerJoin('rendition', 'rendition.file_id', 'bulk_file.file_id')
      .select('store_key')
      .where('bulk_file.id', '=', file?.id ?? '')
      .executeTakeFirstOrThrow()
    expect((await files.sizesOf([row.store_key])).get(row.store_key)).toBe(5)
  })

  test('with the account', async () => {
    await added(one, text())
    const { db } = here.context
    await one.api.call(deleteAccount, { params: {} }, { alias: 0 })
    here.passTime(30 * day + 60_000)
    await tidy(here.context)
    for (const table of ['bulk_upload', 'stored_file'] as const)
      expect(await db.selectFrom(table).select('id').where('account_id', '=', one.id).execute()).toEqual([])
  })
})
