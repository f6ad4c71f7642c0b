import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { landingFaults } from './landed.ts'

const text = 'create table kept ();\n'
const line = `${createHash('sha256').update(text).digest('hex')}  0001_kept.sql`

test('migrations that stand as they landed are well, whatever line ends the checkout gave them', () => {
  expect(landingFaults(new Map([['0001_kept.sql', text]]), `# words\n${line}\n`)).toEqual([])
  expect(landingFaults(new Map([['0001_kept.sql', text.replaceAll('\n', '\r\n')]]), line)).toEqual([])
})

test('one that was edited, removed, or is not in the list is named', () => {
  const faults = (files: Readonly<Record<string, string>>, list: string) =>
    landingFaults(new Map(Object.entries(files)), list).join('\n')
  expect(faults({ '0001_kept.sql': `${text}-- more` }, line)).toContain('0001_kept.sql was changed')
  expect(faults({}, line)).toContain('0001_kept.sql landed and is gone')
  expect(faults({ '0001_kept.sql': text }, '')).toContain(line)
})
