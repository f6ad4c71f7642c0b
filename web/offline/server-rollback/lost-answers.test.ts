import { expect, test } from 'vitest'
import { type KnownAnswer, lostBase, waitingBase } from './lost-answers.ts'

/** Minutes of one morning. */
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString()

function word(value: string, revision: number, minute: number): KnownAnswer {
  const place = { id: 'a', section: 's', subSection: 'p', name: 'Name' }
  return { ...place, value, values: [], copiedFrom: null, editedAt: at(minute), revision }
}

test.each([
  ['the server has it', word('Pier', 2, 5), word('Pier', 2, 5), null],
  ['it says the same by another revision', word('Pier', 4, 5), word('Pier', 2, 3), null],
  ['it has none', word('Pier', 2, 5), undefined, 0],
  ['it has the value from before', word('Pier', 4, 5), word('Dock', 2, 3), 2],
  ['it has the value from before, by as many later edits', word('Pier', 2, 5), word('Dock', 3, 3), 3],
  ['it has one of the same moment, by a slow clock', word('Pier', 3, 5), word('Dock', 2, 5), 2],
  ['what came after it, of the same moment', word('Pier', 2, 5), word('Dock', 3, 5), null],
  ['what came after it', word('Pier', 2, 5), word('Dock', 3, 7), null],
  ['what somebody gave since, who cannot have seen it', word('Pier', 4, 5), word('Dock', 3, 7), 0],
])('a confirmed answer goes again where %s: %#', (_, known, there, base) => {
  expect(lostBase(known, there)).toBe(base)
})

test.each([
  ['the server has what it was given on', word('Pier', 2, 5), word('Pier', 2, 5), 2],
  ['the server has what was before that', word('Pier', 2, 5), word('Dock', 1, 3), 1],
  ['the server has nothing', word('Pier', 2, 5), undefined, 0],
  ['somebody answered since, unseen', word('Pier', 2, 5), word('Dock', 1, 7), 0],
  ['somebody answered later, as ever', word('Pier', 2, 5), word('Dock', 3, 7), 2],
  ['nothing was there before', undefined, word('Dock', 3, 7), 2],
])('what waits is an edit of what the server has now, where %s', (_, known, there, base) => {
  expect(waitingBase(2, known, there)).toBe(base)
})
