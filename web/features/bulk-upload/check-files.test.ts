import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { checkFiles } from './check-files.ts'

const readable = () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) })
const gone = () => ({ arrayBuffer: () => Promise.reject(new Error('It is a folder')) })

test('names each file that is too large or unreadable and accepts the others', async () => {
  const fits = { name: 'plans.zip', size: limits.bulkFileBytes, slice: readable }
  const large = { name: 'film.mp4', size: limits.bulkFileBytes + 1, slice: readable }
  const folder = { name: 'photos', size: 4096, slice: gone }
  expect(await checkFiles([large, fits, folder, { ...large, name: 'b\u202e.mov' }])).toEqual({
    accepted: [fits],
    problems: [
      'film.mp4 is too large. Allowed maximum size is 10MB!',
      'photos cannot be read.',
      'b.mov is too large. Allowed maximum size is 10MB!',
    ],
  })
})
