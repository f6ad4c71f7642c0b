import type { InputSource } from './wire.ts'

/**
 * Runs in the page: performs WebDriver actions in a browser without WebDriver, by dispatching mouse events
 * and editing the focused field.
 */
export function actInPage(sources: readonly InputSource[]): void {
  const world = globalThis as { pointerAt?: { x: number; y: number } }
  const names: Readonly<Record<string, string>> = {
    '\uE003': 'Backspace',
    '\uE004': 'Tab',
    '\uE007': 'Enter',
    '\uE00C': 'Escape',
  }
  for (const { actions } of sources) for (const action of actions) perform(action)

  function perform({ type, x, y, value }: Readonly<Record<string, unknown>>): void {
    if (type === 'pointerMove') world.pointerAt = { x: Number(x), y: Number(y) }
    if (type === 'pointerDown') press()
    if (type === 'pointerUp') release()
    if (type === 'keyDown') key(String(value))
  }

  function at(): Element {
    const { x, y } = world.pointerAt ?? { x: 0, y: 0 }
    return document.elementFromPoint(x, y) ?? document.body
  }

  function send(kind: typeof MouseEvent, names: readonly string[]): void {
    const { x: clientX, y: clientY } = world.pointerAt ?? { x: 0, y: 0 }
    const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, button: 0 }
    for (const name of names) at().dispatchEvent(new kind(name, init))
  }

  function press(): void {
    send(PointerEvent, ['pointerdown'])
    send(MouseEvent, ['mousedown'])
    const focusable = at().closest<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    if (focusable) focusable.focus()
    else (document.activeElement as HTMLElement | null)?.blur()
  }

  function release(): void {
    send(PointerEvent, ['pointerup'])
    send(MouseEvent, ['mouseup'])
    const target = at()
    if (target instanceof HTMLElement) target.click()
    else send(MouseEvent, ['click'])
  }

  function key(value: string): void {
    const name = names[value] ?? value
    const init = { key: name, bubbles: true, cancelable: true }
    const focused = document.activeElement ?? document.body
    const isFree = focused.dispatchEvent(new KeyboardEvent('keydown', init))
    if (isFree && name === 'Backspace') document.execCommand('delete')
    else if (isFree && name.length === 1) document.execCommand('insertText', false, name)
    focused.dispatchEvent(new KeyboardEvent('keyup', init))
  }
}
