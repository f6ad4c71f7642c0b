import { expect, test } from 'vitest'
import { silentCatches } from './catches.ts'

const lines = (...text: readonly string[]) => silentCatches(text.join('\n'))

test('a catch that drops its error is named by its line', () => {
  expect(lines('try {', '  work()', '} catch {', '  return null', '}')).toEqual([3])
  expect(lines('try {', '  work()', '} catch {}')).toEqual([3])
  expect(lines('await work()', '  .then(next)', '  .catch(() => undefined)')).toEqual([3])
  expect(lines('a().catch(() => null)', 'b().catch(() => null)')).toEqual([1, 2])
})

test('one that throws on or reports is well', () => {
  expect(lines('} catch (error) {', '  if (error) {', '    undo()', '  }', '  throw error', '}')).toEqual([])
  expect(lines('} catch (error) {', "  noted('sending')(error)", '}')).toEqual([])
  expect(lines("work().catch(noted('sending'))")).toEqual([])
  expect(lines('work().catch(reportTrouble)')).toEqual([])
})

test('one that says why nothing is owed is well, in its body, on its line, above it or above its chain', () => {
  expect(lines('} catch {', '  // It is tried again.', '}')).toEqual([])
  expect(lines('} catch {} // It is tried again.')).toEqual([])
  expect(lines('// It is tried again.', 'work().catch(() => null)')).toEqual([])
  expect(lines('// It is tried again.', 'work()', '  .then(next)', '  .catch(() => null)')).toEqual([])
  expect(lines('work()', '  // It is tried again.', '  .catch(() => null)')).toEqual([])
})

test('words about something else do not excuse it', () => {
  expect(lines('// First this.', 'other()', 'work().catch(() => null)')).toEqual([3])
  expect(lines('try {', '  // What it does.', '} catch {', '  return null', '}')).toEqual([3])
  expect(lines('try {', '  throw one', '} catch {', '}', '// After it.')).toEqual([3])
  expect(lines('work().catch(() => null)', "noted('later')")).toEqual([1])
})

test('a comment that only mentions a catch is none', () => {
  expect(lines('// A catch (of fish) {', '/** The catch (again). */')).toEqual([])
})
