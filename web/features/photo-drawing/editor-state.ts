import { limits } from '#contract/limits.ts'
import type { Shape } from '#contract/media/drawing.ts'
import type { DrawingColor, DrawingWidth } from '#contract/media/drawing-choices.ts'

export const tools = ['select', 'arrow', 'line', 'ellipse', 'rectangle', 'text', 'blur'] as const
export type Tool = (typeof tools)[number]

type Shapes = readonly Shape[]

export interface EditorState {
  readonly shapes: Shapes
  readonly past: readonly Shapes[]
  readonly future: readonly Shapes[]
  readonly selected: number | null
  readonly tool: Tool
  readonly color: DrawingColor
  readonly width: DrawingWidth
  /** The selected shape was just drawn: a new color applies to the next shape instead. */
  readonly fresh: boolean
  /** The gesture or input that made the last step; its further changes extend the same step. */
  readonly step: string | null
}

export type EditorAction =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'color'; readonly color: DrawingColor }
  | { readonly kind: 'width'; readonly width: DrawingWidth; readonly fitText: (shape: Shape) => Shape }
  | { readonly kind: 'select'; readonly index: number | null }
  /** Repeating the same step changes the shape it added. */
  | { readonly kind: 'add'; readonly shape: Shape; readonly step?: string }
  /** Replaces the selected shape. */
  | { readonly kind: 'change'; readonly shape: Shape; readonly step?: string }
  | { readonly kind: 'delete' }
  /** Undoes a gesture without adding it to the redo list. */
  | { readonly kind: 'cancel'; readonly step: string }
  | { readonly kind: 'undo' | 'redo' }

/** Starts from the saved shapes. Unsaved shapes of an earlier session are restored as one step. */
export function startEditing(given: Shapes, unsaved: Shapes | null = null): EditorState {
  const past = unsaved ? [given] : []
  const start = { past, future: [], selected: null, fresh: false, step: null }
  return { ...start, shapes: unsaved ?? given, tool: 'arrow', color: 'red', width: 'medium' }
}

export function isFull({ shapes }: EditorState): boolean {
  return shapes.length >= limits.shapesMax
}

/** The shapes to save: all except texts without words. */
export function savedShapes({ shapes }: Pick<EditorState, 'shapes'>): Shapes {
  const isKept = (shape: Shape) => shape.kind !== 'text' || shape.text.trim() !== ''
  return shapes.every(isKept) ? shapes : shapes.filter(isKept)
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.kind) {
    case 'tool':
      return { ...selectAndTidy(state, null), tool: action.tool }
    case 'color':
      return repainted({ ...state, color: action.color }, (shape) =>
        shape.kind === 'blur' ? shape : { ...shape, color: action.color },
      )
    case 'width':
      return repainted({ ...state, width: action.width }, (shape) =>
        shape.kind === 'blur' ? shape : action.fitText({ ...shape, width: action.width }),
      )
    case 'select':
      if (action.index === state.selected) return state.fresh ? { ...state, fresh: false } : state
      return selectAndTidy(state, action.index)
    case 'add': {
      if (action.step !== undefined && action.step === state.step) return changed(state, action)
      const now = selectAndTidy(state, null)
      if (isFull(now)) return now
      const shapes = [...now.shapes, action.shape]
      const fresh = action.shape.kind !== 'text'
      return { ...stepped(now, shapes, action.step ?? null), selected: shapes.length - 1, fresh }
    }
    case 'change':
      return changed(state, action)
    case 'delete':
      if (state.selected === null) return state
      return { ...stepped(state, state.shapes.toSpliced(state.selected, 1), null), selected: null }
    case 'cancel':
      return state.step === action.step ? { ...back(state), future: state.future } : state
    case 'undo':
      return back(state)
    case 'redo':
      return forth(state)
  }
}

function changed(state: EditorState, { shape, step }: { shape: Shape; step?: string }): EditorState {
  if (state.selected === null) return state
  return stepped(state, state.shapes.with(state.selected, shape), step ?? null)
}

function stepped(state: EditorState, shapes: Shapes, step: string | null): EditorState {
  const same = step !== null && step === state.step
  return { ...state, shapes, step, future: [], past: same ? state.past : [...state.past, state.shapes] }
}

function repainted(state: EditorState, paint: (shape: Shape) => Shape): EditorState {
  const shape = state.selected === null || state.fresh ? undefined : state.shapes[state.selected]
  const painted = shape && paint(shape)
  return painted && painted !== shape ? changed(state, { shape: painted }) : state
}

/** Selects another shape or none, and drops empty texts together with the step that added them. */
function selectAndTidy(state: EditorState, selected: number | null): EditorState {
  const shapes = savedShapes(state)
  if (shapes === state.shapes) return { ...state, selected, fresh: false, step: null }
  const shape = selected === null ? undefined : state.shapes[selected]
  const found = shape ? shapes.indexOf(shape) : -1
  return { ...state, shapes, selected: found < 0 ? null : found, fresh: false, step: null }
}

function back(state: EditorState): EditorState {
  const before = state.past.at(-1)
  if (!before) return state
  const { past, future, shapes } = state
  return {
    ...state,
    shapes: before,
    past: past.slice(0, -1),
    future: [shapes, ...future],
    selected: null,
    step: null,
  }
}

function forth(state: EditorState): EditorState {
  const [next, ...future] = state.future
  if (!next) return state
  return { ...state, shapes: next, past: [...state.past, state.shapes], future, selected: null, step: null }
}
