import { expect, test } from 'vitest'
import type { Drawing } from '#contract/media/drawing.ts'
import { shownSize } from './shown-size.ts'

const drawing: Drawing = { shapes: [], turn: 90, drawn_at: '', unmarked_url: '' }
const wide = { width: 4, height: 3, drawing: null }
const turned = { width: 3, height: 4, drawing }

test.each([
  ['as on the server', wide, undefined, [4, 3]],
  ['rotated on the device', wide, { turn: 90 }, [3, 4]],
  ['drawn on without rotation', wide, {}, [4, 3]],
  ['rotated on the server', turned, undefined, [3, 4]],
  ['rotated to the other side on the device', turned, { turn: 270 }, [3, 4]],
  ['rotated back on the device', turned, {}, [4, 3]],
  ['not on the server', undefined, { turn: 90 }, [null, null]],
] as const)('a photo %s', (_, item, waiting, size) => {
  expect(Object.values(shownSize(item, waiting))).toEqual(size)
})
