import { expect, test } from 'vitest'
import { croppedName, fileError } from './photo-file.ts'

test.each([
  ['me.jpg', 1, null],
  ['me.JPEG', 5 * 1024 * 1024, null],
  ['me.v2.png', 1, null],
  ['IMG_0001.HEIC', 1, null],
  ['me.jpg', 5 * 1024 * 1024 + 1, 'profile.photoTooLarge'],
  ['me.gif', 1, 'profile.photoWrongType'],
  ['me.jpg.html', 1, 'profile.photoWrongType'],
  ['me', 1, 'profile.photoWrongType'],
])('%s of %d bytes', (name, size, refused) => {
  expect(fileError({ name, size })).toBe(refused)
})

test('gives a cropped file a .jpg name', () => {
  expect(['IMG_0001.HEIC', 'me.v2.png', 'me'].map(croppedName)).toEqual([
    'IMG_0001.jpg',
    'me.v2.jpg',
    'me.jpg',
  ])
})
