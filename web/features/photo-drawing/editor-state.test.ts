import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Shape } from '#contract/media/drawing.ts'
import {
  type EditorAction,
  type EditorState,
  editorReducer,
  savedShapes,
  startEditing,
  tools,
} from './editor-state.ts'
import { shapeBetween } from './new-shape.ts'

const pen = { color: 'red', width: 'medium' } as const
const line = (x: number): Shape => shapeBetween('line', { x, y: 0 }, { x, y: 1 }, pen)
const words = (text: string): Shape => ({ ...line(0), kind: 'text', text, ...pen })
const same = (shape: Shape) => shape

function having(...actions: readonly EditorAction[]): EditorState {
  return actions.reduce(editorReducer, startEditing([]))
}

test('restores an unsaved drawing that a single undo removes', () => {
  const begun = startEditing([line(0.1)], [line(0.1), line(0.2)])
  expect(begun.shapes).toEqual([line(0.1), line(0.2)])
  expect(editorReducer(begun, { kind: 'undo' }).shapes).toEqual([line(0.1)])
})

describe('undo and redo', () => {
  const action = fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map((x): EditorAction => ({ kind: 'add', shape: line(x) })),
    fc.constant<EditorAction>({ kind: 'add', shape: words('a') }),
    fc.constant<EditorAction>({ kind: 'delete' }),
    fc.nat(5).map((index): EditorAction => ({ kind: 'select', index })),
    fc.constantFrom(...tools).map((tool): EditorAction => ({ kind: 'tool', tool })),
    fc.constant<EditorAction>({ kind: 'color', color: 'blue' }),
    fc.constant<EditorAction>({ kind: 'width', width: 'thick', fitText: same }),
    fc.constantFrom('a', 'b').map((step): EditorAction => ({ kind: 'change', shape: line(0.5), step })),
  )

  test('lead back to the start and forward to the end after any actions', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const end = actions.reduce((state, one) => {
          if (one.kind === 'select' && one.index !== null && one.index >= state.shapes.length) return state
          return editorReducer(state, one)
        }, startEditing([]))
        let state = end
        for (const _ of end.past) state = editorReducer(state, { kind: 'undo' })
        expect(state.shapes).toEqual([])
        expect(editorReducer(state, { kind: 'undo' }).shapes).toEqual([])
        for (const _ of end.past) state = editorReducer(state, { kind: 'redo' })
        expect(state.shapes).toEqual(end.shapes)
      }),
    )
  })

  test('treat a whole gesture as one step', () => {
    const drawn = having(
      { kind: 'add', shape: line(0.1), step: 'one' },
      { kind: 'add', shape: line(0.2), step: 'one' },
      { kind: 'add', shape: line(0.3), step: 'one' },
    )
    expect(drawn.shapes).toEqual([line(0.3)])
    expect(editorReducer(drawn, { kind: 'undo' }).shapes).toEqual([])
  })

  test('leave no trace of a gesture canceled by a second finger', () => {
    const begun = having({ kind: 'add', shape: line(0.1) }, { kind: 'add', shape: line(0.2), step: 'one' })
    const given = editorReducer(begun, { kind: 'cancel', step: 'one' })
    expect([given.shapes, given.future]).toEqual([[line(0.1)], []])
    expect(editorReducer(begun, { kind: 'cancel', step: 'other' })).toBe(begun)
  })
})

test('applies a new color to the selected shape, or else to the next one', () => {
  const drawn = having({ kind: 'add', shape: line(0.1) }, { kind: 'color', color: 'blue' })
  expect([drawn.shapes, drawn.color]).toEqual([[line(0.1)], 'blue'])
  const picked = [
    { kind: 'select', index: 0 },
    { kind: 'color', color: 'green' },
  ] as const
  expect(picked.reduce(editorReducer, drawn).shapes).toMatchObject([{ color: 'green' }])
})

test('drops a text without words', () => {
  const empty = having({ kind: 'add', shape: words('') })
  expect([empty.shapes.length, savedShapes(empty)]).toEqual([1, []])
  expect(editorReducer(empty, { kind: 'tool', tool: 'line' }).shapes).toEqual([])
  const left = having(
    { kind: 'add', shape: words('') },
    { kind: 'change', shape: words('Leak') },
    { kind: 'add', shape: words(' ') },
    { kind: 'select', index: 0 },
  )
  expect([left.shapes, left.selected]).toEqual([[words('Leak')], 0])
})

test('keeps the selection when an empty text before it is dropped', () => {
  const state: EditorState = { ...startEditing([words(''), line(0.1)]), selected: 0 }
  const picked = editorReducer(state, { kind: 'select', index: 1 })
  expect([picked.shapes, picked.selected]).toEqual([[line(0.1)], 0])
})

test('adds no shape beyond the maximum', () => {
  const full = startEditing(Array.from({ length: limits.shapesMax }, () => line(0.1)))
  expect(editorReducer(full, { kind: 'add', shape: line(0.2) }).shapes).toHaveLength(limits.shapesMax)
})
