import { expect, test } from 'vitest'
import { downloadName } from './routes.ts'

const now = new Date('2026-03-14T02:15:07Z')

test.each([
  [null, '20260314-021507-Hill House report.pdf'],
  ['America/New_York', '20260313-221507-Hill House report.pdf'],
  ['Mars/Olympus', '20260314-021507-Hill House report.pdf'],
])('a file that is saved begins with the moment where the survey is: %s', (timeZone, name) => {
  expect(downloadName({ name: 'Hill House', timeZone }, 'report.pdf', now)).toBe(name)
})
