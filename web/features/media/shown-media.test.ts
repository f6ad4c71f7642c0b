import { expect, test } from 'vitest'
import { shownItems } from './gallery-item.ts'
import { fieldFiles } from './shown-media.ts'

const file = (id: string) => ({
  id,
  filename: `${id}.jpg`,
  content_type: 'image/jpeg',
  description: '',
  url: '',
  thumbnail_url: null,
  width: null,
  height: null,
})

test('a photo is called by its number in the report, and by its place where it has none', () => {
  const names = shownItems([{ ...file('a'), number: 12 }, file('b')], [{ ...file('c'), number: 3 }])
  expect(names.map(({ name }) => name)).toEqual(['Photo 12', 'Photo 2', 'Video 3'])
})

test('photos that wait on this device are numbered as in the report', () => {
  const media = ['a', 'b'].map((id) => ({ id, kind: 'photo' as const, description: '', copiedFrom: null }))
  const waiting = { survey: 's', answer: 'x', name: 'IMG.jpg', upload: 'u' }
  const files = new Map(media.map(({ id }) => [id, { ...waiting, id }]))
  const known = { account: 'me', items: new Map(), files, drawings: new Map() }
  expect(fieldFiles(media, known as never, [7, 8]).map(({ name }) => name)).toEqual(['Photo 7', 'Photo 8'])
})
