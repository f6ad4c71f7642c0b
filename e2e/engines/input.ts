import type { InputSource, Wire } from './wire.ts'

/** Special keys, as numbered by the WebDriver standard. */
const keys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  '\n': '\uE007',
}

export interface Typing {
  readonly text: string
  /** Replaces the selection. */
  readonly afresh: boolean
}

export async function typeText(wire: Wire, { text, afresh }: Typing): Promise<void> {
  if (text === '' && afresh) return pressKey(wire, 'Backspace')
  // Types fast, but lets listeners run between keys.
  await wire.act([keyboard([...text].flatMap(stroke))])
}

/** Presses a key such as 'Enter', 'a' or 'Control+a'. */
export async function pressKey(wire: Wire, named: string): Promise<void> {
  const parts = named.split('+').map((part) => keys[part] ?? part)
  const down = parts.map((value) => ({ type: 'keyDown', value }))
  const up = parts.toReversed().map((value) => ({ type: 'keyUp', value }))
  await wire.act([keyboard([...down, ...up])])
}

export async function pressSpot(
  wire: Wire,
  spot: { x: number; y: number } | string,
  by: typeof mouse,
): Promise<void> {
  if (typeof spot === 'string') throw new Error(spot)
  await wire.act([by([to(spot.x, spot.y), down, up])])
}

export const down = { type: 'pointerDown', button: 0 } as const
export const up = { type: 'pointerUp', button: 0 } as const

export function to(x: number, y: number) {
  return { type: 'pointerMove', origin: 'viewport', duration: 0, x: Math.round(x), y: Math.round(y) } as const
}

export function mouse(actions: InputSource['actions']): InputSource {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}

export function finger(actions: InputSource['actions']): InputSource {
  return { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }
}

function keyboard(actions: InputSource['actions']): InputSource {
  return { type: 'key', id: 'keyboard', actions }
}

function stroke(letter: string) {
  const value = keys[letter] ?? letter
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
}
