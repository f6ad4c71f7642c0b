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

test('names a photo by its number in the report, or else by its position', () => {
  const names = shownItems([{ ...file('a'), number: 12 }, file('b')], [{ ...file('c'), number: 3 }])
  expect(names.map(({ name }) => name)).toEqual(['Photo 12', 'Photo 2', 'Video 3'])
})

test('numbers photos waiting on this device as in the report', () => {
  const media = ['a', 'b'].map((id) => ({ id, kind: 'photo' as const, description: '', copiedFrom: null }))
  const waiting = { survey: 's', answer: 'x', name: 'IMG.jpg', upload: 'u' }
  const files = new Map(media.map(({ id }) => [id, { ...waiting, id }]))
  const known = { account: 'me', items: new Map(), files, drawings: new Map() }
  expect(fieldFiles(media, known as never, [7, 8]).map(({ name }) => name)).toEqual(['Photo 7', 'Photo 8'])
})
