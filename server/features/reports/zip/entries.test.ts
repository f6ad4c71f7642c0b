import { expect, test } from 'vitest'
import { type ManifestRow, zipManifest } from './entries.ts'

const row: ManifestRow = {
  path: 'MDF Info/Backboard/Photo 1.jpg',
  section: 'MDF Info',
  subSection: null,
  field: 'Backboard',
  caption: '',
  takenAt: new Date('2026-05-01T10:20:30+02:00'),
  sha256: 'ab'.repeat(32),
  size: 1234,
}
const lines = (...rows: ManifestRow[]) => zipManifest(rows, null).toString().split('\r\n')

test('writes a line for each file, as spreadsheets and RFC 4180 expect', () => {
  expect(zipManifest([row], null).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(lines(row)).toEqual([
    '\ufeffFile,Section,Sub-section,Field,Caption,Taken (UTC),SHA-256,Size in bytes',
    `MDF Info/Backboard/Photo 1.jpg,MDF Info,,Backboard,,2026-05-01 08:20:30,${'ab'.repeat(32)},1234`,
    '',
  ])
})

test('writes times in the survey’s zone and names the zone', () => {
  const [head, line] = zipManifest(
    [{ ...row, takenAt: new Date('2026-05-02T03:20:30Z') }],
    'America/Los_Angeles',
  )
    .toString()
    .split('\r\n')
  expect(head).toContain(',Taken (Pacific Time),')
  expect(line).toContain(',2026-05-01 20:20:30,')
})

test.each([
  ['a, b', '"a, b"'],
  ['say "hello"', '"say ""hello"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', `'  =1`],
  ['\t=1', `"'\t'=1"`],
  [';=1', `"';'=1"`],
  ['; =1+1', `"';' =1+1"`],
  [',=1', `"',=1"`],
  ['|+1', `"'|'+1"`],
  ['"=1', `"'""=1"`],
  ['east; west', '"east; west"'],
  ['east;=1', `"east;'=1"`],
  ['plain', 'plain'],
])('the caption %j becomes %j', (caption, cell) => {
  expect(zipManifest([{ ...row, caption }], null).toString()).toContain(`,Backboard,${cell},2026`)
})
