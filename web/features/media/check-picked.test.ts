import { expect, test } from 'vitest'
import { checkPicked, megabytes, percents, speedText } from './check-picked.ts'
import { type FileContent, inspectFile } from './inspect-file.ts'

const mega = 1024 * 1024
const any = { kinds: ['photo', 'video'], left: Number.POSITIVE_INFINITY, max: undefined } as const
const none = { ...any, used: 0, chosen: 0 }
const file = (name: string, found: FileContent = 'photo', size = mega) => ({ file: { name, size }, found })

test('names all files that are too large in one sentence and accepts the others', () => {
  const picked = [
    file('a.jpg'),
    file('b.png', 'photo', 10 * mega + 1),
    file('c.mp4', 'video', 20 * mega),
    file('d.mov', 'video', 21 * mega),
    file('e.jpg', 'photo', 11 * mega),
  ]
  const { accepted, problems } = checkPicked(picked, none)
  expect(accepted.map(({ file, kind }) => [file.name, kind])).toEqual([
    ['a.jpg', 'photo'],
    ['c.mp4', 'video'],
  ])
  expect(problems).toEqual([
    'Name b.png, e.jpg file size exceeds maximum limit. Maximum allowed file size is 10 MB',
    'Name d.mov file size exceeds maximum limit. Maximum allowed file size is 20 MB',
  ])
})

test('rejects other, empty and unreadable files by name', () => {
  const picked = [file('plan.pdf', 'other'), file('notes.txt', 'other'), file('gone.jpg', 'unreadable')]
  expect(checkPicked(picked, none)).toEqual({
    accepted: [],
    problems: [
      'Invalid file format. (plan.pdf, notes.txt)',
      'The file gone.jpg cannot be read as a picture or video.',
    ],
  })
})

test('accepts ten files at once and ten uploads per field, and names the files left out', () => {
  const many = Array.from({ length: 12 }, (_, index) => file(`${index}.jpg`))
  const { accepted, problems } = checkPicked(many, { ...none, used: 9 })
  expect(accepted).toHaveLength(10)
  expect(problems).toEqual(['At most 10 files can be uploaded at once. Not added: 10.jpg, 11.jpg'])
  expect(checkPicked(many, { ...none, used: 9, chosen: 8 }).accepted).toHaveLength(2)
  expect(checkPicked(many, { ...none, used: 10 })).toEqual({
    accepted: [],
    problems: ['You have reached 10 uploads'],
  })
})

test('removes control characters from names in messages and shortens long names in the middle', () => {
  const [turned] = checkPicked([file('photo\u202egpj.exe', 'other')], none).problems
  expect(turned).toBe('Invalid file format. (photogpj.exe)')
  const [long = ''] = checkPicked([file(`${'room '.repeat(80)}end.exe`, 'other')], none).problems
  expect(long.length).toBeLessThan(110)
  expect(long).toMatch(/…[room ]+end\.exe\)$/)
})

test('detects the type of a file by its content', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
  expect(await inspectFile(new File([jpeg], 'a.jpg'))).toBe('photo')
  expect(await inspectFile(new File([jpeg], 'a.exe', { type: 'image/jpeg' }))).toBe('other')
  expect(await inspectFile(new File([jpeg], '', { type: 'image/jpeg' }))).toBe('photo')
  expect(await inspectFile(new File(['<svg/>'], 'a.png', { type: 'image/png' }))).toBe('other')
  expect(await inspectFile(new File([], 'a.jpg'))).toBe('unreadable')
  expect(await inspectFile(new File([jpeg], 'Photos'))).toBe('other')
})

test('distributes the sent bytes of a request over its files as percentages', () => {
  expect(percents([100, 100], 150, 200)).toEqual([100, 50])
  expect(percents([100, 100], 0, 0)).toEqual([0, 0])
  expect(percents([50, 0], 300, 300)).toEqual([100, 100])
})

test('formats sizes and speeds', () => {
  expect(megabytes(1.5 * mega)).toBe('1.50 Mb')
  expect(speedText(300 * 1024)).toBe('300 KB/s')
  expect(speedText(2.5 * mega)).toBe('2.5 MB/s')
})

test('accepts only as many photos as a photo question allows and names the files left out', () => {
  const photos = { kinds: ['photo'], left: 2, max: 3 } as const
  const picked = [file('a.jpg'), file('b.mp4', 'video'), file('c.jpg'), file('d.jpg')]
  const { accepted, problems } = checkPicked(picked, { ...photos, used: 1, chosen: 0 })
  expect(accepted.map(({ file }) => file.name)).toEqual(['a.jpg', 'c.jpg'])
  expect(problems).toEqual([
    'This field accepts photos only. Not added: b.mp4',
    'This field accepts at most 3 photos. Not added: d.jpg',
  ])
  expect(checkPicked([file('e.jpg')], { ...photos, used: 1, chosen: 2 }).accepted).toEqual([])
})

test('names a photo picked for a video question', () => {
  const videos = { kinds: ['video'], left: 1, max: 1 } as const
  expect(checkPicked([file('a.jpg')], { ...videos, used: 0, chosen: 0 })).toEqual({
    accepted: [],
    problems: ['This field accepts videos only. Not added: a.jpg'],
  })
})
