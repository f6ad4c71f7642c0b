import { expect, test } from 'vitest'
import { checkPicked, megabytes, percents, planUploads, speedText } from './check-picked.ts'

const mega = 1024 * 1024
const file = (name: string, size = mega, type = '') => ({ name, size, type })

test('too large ones are named, the rest is taken', () => {
  const picked = [
    file('a.jpg'),
    file('b.png', 10 * mega + 1),
    file('c.mp4', 20 * mega),
    file('d.mov', 21 * mega),
  ]
  const { accepted, problems } = checkPicked(picked, 0)
  expect(accepted.map(({ file, kind }) => [file.name, kind])).toEqual([
    ['a.jpg', 'photo'],
    ['c.mp4', 'video'],
  ])
  expect(problems).toEqual([
    'Name b.png file size exceeds maximum limit. Maximum allowed file size is 10 MB',
    'Name d.mov file size exceeds maximum limit. Maximum allowed file size is 20 MB',
  ])
})

test('what is no photo or video is refused by its name', () => {
  expect(checkPicked([file('plan.pdf'), file('notes.txt')], 0)).toEqual({
    accepted: [],
    problems: ['Invalid file format. (plan.pdf, notes.txt)'],
  })
  expect(checkPicked([file('image', 5, 'image/jpeg')], 0).accepted).toHaveLength(1)
})

test('ten files at once, ten uploads a field', () => {
  const many = Array.from({ length: 12 }, (_, index) => file(`${index}.jpg`))
  const { accepted, problems } = checkPicked(many, 9)
  expect(accepted).toHaveLength(10)
  expect(problems).toEqual(['At most 10 files can be uploaded at once.'])
  expect(checkPicked(many, 10)).toEqual({ accepted: [], problems: ['You have reached 10 uploads'] })
})

test('photos go together, videos alone while uploads are left', () => {
  const photo = { kind: 'photo' } as const
  const video = { kind: 'video' } as const
  expect(planUploads([photo, video, photo, video], 0)).toEqual([[photo, photo], [video], [video]])
  expect(planUploads([photo, video, video], 8)).toEqual([[photo, video, video]])
})

test('percent of each file from the bytes of their common call', () => {
  expect(percents([100, 100], 150, 200)).toEqual([100, 50])
  expect(percents([100, 100], 0, 0)).toEqual([0, 0])
  expect(percents([50, 0], 300, 300)).toEqual([100, 100])
})

test('sizes and speeds as people read them', () => {
  expect(megabytes(1.5 * mega)).toBe('1.50 Mb')
  expect(speedText(300 * 1024)).toBe('300 KB/s')
  expect(speedText(2.5 * mega)).toBe('2.5 MB/s')
})
