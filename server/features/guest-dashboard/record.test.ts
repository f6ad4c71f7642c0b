import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  guestAttachment,
  guestRecord,
  removeGuestRecord,
  saveGuestRecord,
} from '#contract/sharing/guest-dashboard.ts'
import { sendLink } from '#contract/sharing/sharing.ts'
import { findMissingFiles } from '#server/files/find-missing-files.ts'
import { tidy } from '#server/housekeeping.ts'
import type { ApiClient, FilePart } from '#server/testing/api.ts'
import { enterAsGuest, newGuestNumber } from '#server/testing/guest-session.ts'
import { phonePhoto } from '#server/testing/media.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

let here: TestApp
let guest: ApiClient
let number: ReturnType<typeof newGuestNumber>
beforeAll(async () => {
  here = await testApp({ TRUST_PROXY: '1' })
})
afterAll(() => here.close())
beforeEach(async () => {
  number = newGuestNumber()
  guest = await enterAsGuest(here, number.typed)
})

const names = [
  ['dashboard_guest[first_name]', 'Theo'],
  ['last_name', 'Jones'],
] as const
let places = 0
const save = (
  fields: readonly (readonly [string, string])[] = names,
  files: readonly FilePart[] = [],
  by = guest,
) => by.upload(saveGuestRecord, fields, files, { headers: { 'x-forwarded-for': `10.8.0.${++places}` } })
const file = (bytes: Uint8Array, filename: string): FilePart => ({
  part: 'dashboard_guest[attachment]',
  filename,
  type: 'application/octet-stream',
  bytes,
})
async function sizeOf(key: string): Promise<number | undefined> {
  return (await here.context.files.sizesOf([key])).get(key)
}

async function keyOf(phone: string): Promise<string> {
  const row = here.context.db.selectFrom('guest_record').select('file_key').where('phone', '=', phone)
  return (await row.executeTakeFirstOrThrow()).file_key ?? ''
}
const attached = async (by = guest) => (await by.call(guestRecord, {})).body.data?.attributes.attachment

test('there is one per number, and only its holder reads it', async () => {
  expect((await guest.call(guestRecord, {})).body).toEqual({ data: null })
  const all = [
    ...names,
    ['company_name', 'Acme'],
    ['email', 'Theo@Example.com'],
    ['note', 'Roof\naccess'],
  ] as const
  const first = await save(all)
  expect(first.status).toBe(200)
  const said = {
    phone_number: number.full,
    first_name: 'Theo',
    last_name: 'Jones',
    company_name: 'Acme',
    email: 'theo@example.com',
    note: 'Roof\naccess',
    attachment: null,
  }
  expect((await guest.call(guestRecord, {})).body.data).toEqual({
    id: first.body.data.id,
    type: 'dashboard_guest',
    attributes: said,
  })
  const again = await save([
    ['first_name', 'Theodor'],
    ['last_name', 'Jones'],
  ])
  expect(again.body.data.id).toBe(first.body.data.id)
  expect(again.body.data.attributes).toMatchObject({ first_name: 'Theodor', company_name: '', note: '' })
  const other = await enterAsGuest(here, newGuestNumber().typed)
  expect((await other.call(guestRecord, {})).body).toEqual({ data: null })
  expect((await other.call(guestAttachment, {})).status).toBe(404)
})

test.each([
  [[['last_name', 'Jones']], 'first_name'],
  [
    [
      ['first_name', 'Theo'],
      ['last_name', '7'],
    ],
    'last_name',
  ],
  [[...names, ['email', 'nobody']], 'email'],
  [[...names, ['note', 'x'.repeat(limits.descriptionMax + 1)]], 'note'],
] as const)('is refused with %j', async (fields, wrong) => {
  const { status, errors } = await save(fields as readonly (readonly [string, string])[])
  expect([status, Object.keys(errors[0] ?? {})]).toEqual([422, [wrong]])
  expect((await guest.call(guestRecord, {})).body).toEqual({ data: null })
})

test('names the blank field', async () => {
  expect((await save([['first_name', ' ']])).errors).toEqual([
    { first_name: "First name can't be blank" },
    { last_name: "Last name can't be blank" },
  ])
})

describe('its file', () => {
  test.each([
    ['a photo', 'me.jpg', 'image/jpeg', () => phonePhoto()],
    ['a PDF', 'plan.pdf', 'application/pdf', async () => pdf],
  ])('is %s, which comes back as it was, for saving alone', async (_, name, type, bytesOf) => {
    const bytes = await bytesOf()
    expect((await save(names, [file(bytes, name)])).status).toBe(200)
    expect(await attached()).toEqual({ file_name: name, content_type: type, size: bytes.length })
    const back = await guest.call(guestAttachment, {})
    expect(Buffer.compare(back.body as Buffer, bytes)).toBe(0)
    expect(back.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    // If nothing is sent, it stays. If removed, it is gone, from the disk too.
    await save()
    expect(await attached()).toMatchObject({ file_name: name })
    const kept = await keyOf(number.full)
    await save([...names, ['remove_attachment', 'true']])
    expect(await attached()).toBeNull()
    expect(await sizeOf(kept)).toBeUndefined()
    expect((await guest.call(guestAttachment, {})).status).toBe(404)
  })

  test.each([
    ['a program with a picture’s name', 'me.jpg', Buffer.from('MZ this program')],
    ['a page with a PDF’s name', 'plan.pdf', Buffer.from('<script>alert(1)</script>')],
    ['half of a PDF', 'plan.pdf', pdf.subarray(0, 20)],
    ['half of a picture', 'me.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70])],
  ])('is no %s', async (_, name, bytes) => {
    const { status, errors } = await save(names, [file(bytes, name)])
    expect([status, errors]).toEqual([415, [{ attachment: 'Please choose a photo or a PDF.' }]])
    expect((await guest.call(guestRecord, {})).body).toEqual({ data: null })
  })

  test('is a single file of at most 10 MB', async () => {
    const two = [file(pdf, 'a.pdf'), file(pdf, 'b.pdf')]
    expect((await save(names, two)).errors).toEqual([{ attachment: 'Please attach one file only.' }])
    const large = Buffer.concat([pdf, Buffer.alloc(limits.photoBytes)])
    expect((await save(names, [file(large, 'large.pdf')])).status).toBe(413)
  })

  test('is kept by housekeeping as long as the record, and counted among the files', async () => {
    const own = await testAppForThisTest()
    const { db, files } = own.context
    const by = await enterAsGuest(own, newGuestNumber().typed)
    await save(names, [file(pdf, 'a.pdf')], by)
    const { file_key: key } = await db.selectFrom('guest_record').selectAll().executeTakeFirstOrThrow()
    expect(await findMissingFiles(db, files)).toEqual({ known: 1, missing: [] })
    own.passTime(2 * day)
    await tidy(own.context)
    expect((await files.sizesOf([key ?? ''])).get(key ?? '')).toBe(pdf.length)
    await files.remove(key ?? '')
    expect((await findMissingFiles(db, files)).missing).toEqual([{ key, of: 'a guest' }])
  })
})

test('is replaced and deleted by its guest, with the bytes of its file', async () => {
  await save(names, [file(pdf, 'a.pdf')])
  const first = await keyOf(number.full)
  await save(names, [file(pdf, 'b.pdf')])
  const second = await keyOf(number.full)
  expect(await sizeOf(first)).toBeUndefined()
  expect(await sizeOf(second)).toBe(pdf.length)
  const removed = await guest.call(removeGuestRecord, {})
  expect([removed.status, removed.body.data.message]).toEqual([200, 'Your details were deleted.'])
  expect(await sizeOf(second)).toBeUndefined()
  expect((await guest.call(guestRecord, {})).body).toEqual({ data: null })
})

test('is removed a month after it was written, if nothing is shared with its number anymore', async () => {
  const own = await testAppForThisTest()
  await addSampleTemplate(own)
  const owner = await own.make.account({ isProven: true })
  const [shared, left] = [newGuestNumber(), newGuestNumber()]
  const survey = await startSurvey(owner)
  await share(owner, survey.id)
  await owner.api.call(sendLink, { body: { link_share_id: survey.id, phone_number: shared.typed } })
  for (const { typed } of [shared, left]) await save(names, [], await enterAsGuest(own, typed))
  const known = async () =>
    (await own.context.db.selectFrom('guest_record').select('phone').execute()).map(({ phone }) => phone)
  await tidy(own.context)
  expect((await known()).toSorted()).toEqual([shared.full, left.full].toSorted())
  own.passTime(31 * day)
  await tidy(own.context)
  expect(await known()).toEqual([shared.full])
})
