import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import exifReader from 'exif-reader'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeAccount,
  deleteAccount,
  photo,
  photoFile,
  putPhoto,
  removePhoto,
} from '#contract/accounts/profile.ts'
import { removeStrayBytes, removeUnshownFiles } from '#server/features/media/jobs.ts'
import type { FilePart } from '#server/testing/api.ts'
import { badFiles } from '#server/testing/bad-files.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

const heic = () => readFile(join(import.meta.dirname, '../../files/testing/turned.heic'))

function part(bytes: Uint8Array, filename = 'me.jpg', name = 'data[photo]'): FilePart {
  return { part: name, filename, type: 'image/jpeg', bytes }
}

function put(one: MadeAccount, file: FilePart, key?: string) {
  return one.api.upload(putPhoto, [], [file], key === undefined ? {} : { key })
}

async function addressOf({ api }: MadeAccount): Promise<string> {
  return (await api.call(photo, {})).body.data.attributes.photo?.url ?? ''
}

async function rows(id: string) {
  return here.context.db.selectFrom('account_photo').selectAll().where('account_id', '=', id).execute()
}

describe('access', () => {
  test('another account’s photo cannot be replaced or removed, and its address cannot be guessed', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    await put(other, part(await jpeg()))
    const kept = await rows(other.id)
    const unknown = await one.api.call(removePhoto, { query: { account_id: newId() } })
    const foreign = await one.api.call(removePhoto, { query: { account_id: other.id } })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    const sent = await one.api.upload(changeAccount, [], [part(await jpeg())], { params: { id: other.id } })
    expect([sent.status, sent.errors]).toEqual([404, unknown.errors])
    expect(await rows(other.id)).toEqual(kept)
    const address = await addressOf(other)
    // Not the last letter: only two of its bits count, so a different one may mean the same.
    const bent = address.replace(/.(?=.{9}\?)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    for (const ticket of [bent.split('/').at(-1)?.split('?')[0] ?? '', 'A'.repeat(74)])
      expect((await here.api.call(photoFile, { params: { ticket } })).status).toBe(404)
  })

  test('an address opens nothing once the photo or its account is gone, and expires by itself', async () => {
    const one = await here.make.account()
    await put(one, part(await jpeg()))
    const address = await addressOf(one)
    expect((await here.api.open(address)).statusCode).toBe(200)
    await one.api.call(removePhoto, { query: { account_id: one.id } })
    expect((await here.api.open(address)).statusCode).toBe(404)
    expect((await one.api.call(photo, {})).body.data.attributes).toEqual({ photo: null, company_name: '' })
    await put(one, part(await jpeg({ seed: 2 })))
    const again = await addressOf(one)
    expect(again).not.toBe(address)
    await one.api.call(deleteAccount, { params: {} }, { alias: 0 })
    expect((await here.api.open(again)).statusCode).toBe(404)
  })
})

describe('a photo', () => {
  test('is encoded again: square, upright, and without the camera’s metadata', async () => {
    const one = await here.make.account()
    const taken = await jpeg({ width: 1600, height: 1200, orientation: 6, latitude: 40, longitude: -79 })
    const sent = await put(one, part(taken, 'holiday.in.Rome.JPG'))
    expect(sent.body.data.attributes.photo).toMatchObject({ filename: 'holiday.in.Rome.JPG' })
    const shown = await here.api.open(await addressOf(one))
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', etag: expect.any(String) })
    expect(String(shown.headers['cache-control'])).toMatch(/^private, /)
    const facts = await sharp(shown.rawPayload).metadata()
    expect([facts.width, facts.height, facts.exif, facts.icc, facts.xmp]).toEqual([
      512,
      512,
      undefined,
      undefined,
      undefined,
    ])
    expect(
      exifReader(
        await sharp(taken)
          .metadata()
          .then(({ exif }) => exif ?? Buffer.alloc(0)),
      ),
    ).toBeTruthy()
    const etag = String(shown.headers.etag)
    expect((await here.api.open(await addressOf(one), { 'if-none-match': etag })).statusCode).toBe(304)
    const stored = await rows(one.id)
    expect(stored.map(({ name }) => name).sort()).toEqual(['thumb', 'view'])
  })

  test('is cropped to its center', async () => {
    const one = await here.make.account()
    const bands = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c00' } })
      .composite([
        {
          input: { create: { width: 300, height: 300, channels: 3, background: '#00c' } },
          left: 300,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
    await put(one, part(bands, 'bands.png'))
    const shown = (await here.api.open(await addressOf(one))).rawPayload
    const { channels } = await sharp(shown).stats()
    expect((channels[0]?.mean ?? 255) < 10 && (channels[2]?.mean ?? 0) > 190).toBe(true)
    expect((await sharp(shown).metadata()).width).toBe(300)
  })

  test('in a phone format that no browser shows is accepted too', async () => {
    const one = await here.make.account()
    const sent = await put(one, part(await heic(), 'IMG_0001.HEIC', 'photo'))
    expect(sent.status).toBe(200)
    expect((await sharp((await here.api.open(await addressOf(one))).rawPayload).metadata()).format).toBe(
      'jpeg',
    )
  })

  test('comes with the other parts of the profile, and only if one was chosen', async () => {
    const one = await here.make.account()
    const none = { ...part(Buffer.alloc(0), ''), type: 'application/octet-stream' }
    const params = { id: one.id }
    const without = await one.api.upload(changeAccount, [['data[first_name]', 'Nell']], [none], { params })
    expect([without.status, without.body.data.attributes.photo]).toEqual([200, null])
    const bad = await one.api.upload(
      changeAccount,
      [['data[first_name]', 'Theo']],
      [part(Buffer.from('no'))],
      { params },
    )
    expect([bad.status, bad.errors]).toEqual([415, [{ photo: 'Invalid file format.' }]])
    const good = await one.api.upload(changeAccount, [['data[first_name]', 'Theo']], [part(await jpeg())], {
      params,
    })
    expect(good.body.data.attributes).toMatchObject({ first_name: 'Theo', photo: { filename: 'me.jpg' } })
    expect((await put(one, none)).errors).toEqual([{ photo: 'Please choose a picture.' }])
  })

  test('sent again has no effect; of two at once one stays', async () => {
    const one = await here.make.account()
    const file = part(await jpeg())
    const key = crypto.randomUUID()
    const first = await put(one, file, key)
    expect((await put(one, file, key)).body).toEqual(first.body)
    expect((await put(one, part(await jpeg({ seed: 9 })), key)).status).toBe(422)
    const both = await Promise.all([
      put(one, part(await jpeg({ seed: 3 }))),
      put(one, part(await jpeg({ seed: 4 }))),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const stored = await rows(one.id)
    expect(stored).toHaveLength(2)
    for (const { store_key, size } of stored) {
      const bytes = await here.context.files.read(store_key)
      expect((await bytes.toArray()).reduce((sum, { length }) => sum + length, 0)).toBe(Number(size))
    }
  })
})

test('of whole forms sent at once all are accepted, and one photo stays', async () => {
  const one = await here.make.account()
  const photos = await Promise.all([1, 2, 3, 4].map(async (seed) => part(await jpeg({ seed }))))
  const params = { id: one.id }
  const sent = await Promise.all(photos.map((file) => one.api.upload(changeAccount, [], [file], { params })))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await rows(one.id)).toHaveLength(2)
})

const taken = badFiles.filter(({ says }) => says === 'format' || says === 'unreadable')

describe('files that are not photos', () => {
  test.each(taken.map((file) => [file.what, file] as const))('%s is refused', async (_, file) => {
    const one = await here.make.account()
    const bytes = Buffer.from(await file.make())
    const sent = await put(
      one,
      part(bytes, /\.(png|jpe?g|heic)$/i.test(file.filename) ? file.filename : 'x.jpg'),
    )
    const expected =
      bytes.length > 5 * 1024 * 1024
        ? [413, [{ photo: 'Picture exceeds maximum size.' }]]
        : [415, [{ photo: 'Invalid file format.' }]]
    expect([sent.status, sent.errors]).toEqual(expected)
    expect(await rows(one.id)).toEqual([])
  })

  test.each(['me', 'me.gif', 'me.jpg.html', 'me.svg', 'jpg', '.'])(
    'a picture called %s',
    async (filename) => {
      const one = await here.make.account()
      expect((await put(one, part(await jpeg(), filename))).errors).toEqual([
        { photo: 'Invalid file format.' },
      ])
    },
  )

  test('the name does not decide either: a GIF, TIFF or BMP under another', async () => {
    const one = await here.make.account()
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .gif()
      .toBuffer()
    expect((await put(one, part(gif))).errors).toEqual([{ photo: 'Invalid file format.' }])
  })

  test.each([5 * 1024 * 1024 + 1, 11 * 1024 * 1024])('rejects %d bytes under any name', async (size) => {
    const one = await here.make.account()
    for (const name of ['me.jpg', 'me.mp4']) {
      const sent = await put(
        one,
        part(Buffer.concat([await jpeg(), Buffer.alloc(size)]).subarray(0, size), name),
      )
      expect([sent.status, sent.errors]).toEqual([413, [{ photo: 'Picture exceeds maximum size.' }]])
    }
  })
})

test('housekeeping keeps the bytes of photos and removes those of replaced and removed ones, however many', async () => {
  const { context } = here
  const one = await here.make.account()
  await put(one, part(await jpeg({ seed: 5 })))
  const [replaced] = await rows(one.id)
  await put(one, part(await jpeg({ seed: 6 })))
  const other = await here.make.account()
  await put(other, part(await jpeg({ seed: 7 })))
  const [removed] = await rows(other.id)
  await other.api.call(removePhoto, { query: { account_id: other.id } })
  const later = new Date(Date.now() + 48 * 3_600_000)
  await removeStrayBytes(context, later)
  // Earlier requests may still be on their way.
  for (const row of [replaced, removed]) (await context.files.read(row?.store_key ?? '')).destroy()
  await removeUnshownFiles(context, later)
  expect((await here.api.open(await addressOf(one))).statusCode).toBe(200)
  for (const row of [replaced, removed])
    await expect(context.files.read(row?.store_key ?? '')).rejects.toThrow()
})
