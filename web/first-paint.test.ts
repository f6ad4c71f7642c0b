import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { screens } from './app/screens.ts'
import { shapesOf } from './first-paint.ts'

const shapes = shapesOf(screens)
const whole = (path: string) => path.slice(1).toLowerCase()
const first = (path: string) => whole(path).split('/')[0] ?? ''
/** Looks up a shape like the page's script. */
const shapeOf = (path: string) => shapes[whole(path)] ?? shapes[first(path)] ?? ['', '', false]

test('every address with a shape belongs to a screen', () => {
  const addresses = new Set(screens.flatMap(({ path }) => [first(path), whole(path)]))
  expect(Object.keys(shapes).filter((address) => !addresses.has(address))).toEqual([])
})

test('the first paint has header and menu on every screen with them', () => {
  const framed = screens.filter(({ frame }) => frame === 'menu').map(({ path }) => shapeOf(path)[0])
  expect(framed.length).toBeGreaterThan(10)
  expect(framed.filter((shape) => shape !== 'menu' && shape !== 'list')).toEqual([])
})

test('visitors without a session see the shape of the login on screens that require one', () => {
  const wrong = screens.filter(({ path, who }) => {
    const [, , needsSession] = shapeOf(path)
    return path !== '/' && needsSession !== (who === 'session')
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every shape is drawn', () => {
  const drawn = readFileSync(join(import.meta.dirname, 'skeleton', 'skeleton.html'), 'utf8')
  for (const [shape] of [...Object.values(shapes), ['entry']]) {
    if (shape) expect(drawn).toMatch(new RegExp(`data-for="[^"]*\\b${shape}\\b`))
  }
})
