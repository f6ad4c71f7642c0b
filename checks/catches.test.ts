import { expect, test } from 'vitest'
import { silentCatches } from './catches.ts'

const lines = (...text: readonly string[]) => silentCatches(text.join('\n'))

test('reports the line of a catch that drops its error', () => {
  expect(lines('try {', '  work()', '} catch {', '  return null', '}')).toEqual([3])
  expect(lines('try {', '  work()', '} catch {}')).toEqual([3])
  expect(lines('await work()', '  .then(next)', '  .catch(() => undefined)')).toEqual([3])
  expect(lines('a().catch(() => null)', 'b().catch(() => null)')).toEqual([1, 2])
})

test('accepts a catch that rethrows or reports', () => {
  expect(lines('} catch (error) {', '  if (error) {', '    undo()', '  }', '  throw error', '}')).toEqual([])
  expect(lines('} catch (error) {', "  logError('sending')(error)", '}')).toEqual([])
  expect(lines("work().catch(logError('sending'))")).toEqual([])
  expect(lines('work().catch(reportStorageFailure)')).toEqual([])
})

test('accepts a catch with a reason in its body, on its line, above it or above its chain', () => {
  expect(lines('} catch {', '  // It is tried again.', '}')).toEqual([])
  expect(lines('} catch {} // It is tried again.')).toEqual([])
  expect(lines('// It is tried again.', 'work().catch(() => null)')).toEqual([])
  expect(lines('// It is tried again.', 'work()', '  .then(next)', '  .catch(() => null)')).toEqual([])
  expect(lines('work()', '  // It is tried again.', '  .catch(() => null)')).toEqual([])
})

test('rejects a comment about something else', () => {
  expect(lines('// First this.', 'other()', 'work().catch(() => null)')).toEqual([3])
  expect(lines('try {', '  // What it does.', '} catch {', '  return null', '}')).toEqual([3])
  expect(lines('try {', '  throw one', '} catch {', '}', '// After it.')).toEqual([3])
  expect(lines('work().catch(() => null)', "logError('later')")).toEqual([1])
})

test('ignores comments that mention a catch', () => {
  expect(lines('// A catch (of fish) {', '/** The catch (again). */')).toEqual([])
})
