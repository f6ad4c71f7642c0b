import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { landingFaults } from './landed.ts'

const text = 'create table kept ();\n'
const line = `${createHash('sha256').update(text).digest('hex')}  0001_kept.sql`

test('accepts unchanged migrations, with any line endings', () => {
  expect(landingFaults(new Map([['0001_kept.sql', text]]), `# words\n${line}\n`)).toEqual([])
  expect(landingFaults(new Map([['0001_kept.sql', text.replaceAll('\n', '\r\n')]]), line)).toEqual([])
})

test('reports a migration that was edited, removed, or is not in the list', () => {
  const faults = (files: Readonly<Record<string, string>>, list: string) =>
    landingFaults(new Map(Object.entries(files)), list).join('\n')
  expect(faults({ '0001_kept.sql': `${text}-- more` }, line)).toContain('0001_kept.sql was changed')
  expect(faults({}, line)).toContain('0001_kept.sql landed and is gone')
  expect(faults({ '0001_kept.sql': text }, '')).toContain(line)
})
