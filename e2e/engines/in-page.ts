import type { Match, Query, Step } from './query.ts'

/**
 * Functions that run in the page. They are sent as text, all together, and may only call each other. Testing
 * Library determines roles and names.
 */
declare const TestingLibraryDom: typeof import('@testing-library/dom')

export function find(query: Query, root: Document | Element = document): Element[] {
  return query.reduce<(Document | Element)[]>((from, step) => take(from, step), [root]) as Element[]
}

function take(from: readonly (Document | Element)[], step: Step): Element[] {
  if (step.by === 'nth') return [from.at(step.at)].filter((node) => node instanceof Element)
  if (step.by === 'or') return inOrder([...from, ...find(step.query)])
  if (step.by === 'has') return from.filter((node) => find(step.query, node).length > 0) as Element[]
  if (step.by === 'hasText')
    return from.filter((node) => fits(node.textContent ?? '', step.match)) as Element[]
  return inOrder(from.flatMap((node) => within(node, step)))
}

function within(root: Document | Element, step: Step): Element[] {
  // Testing Library searches below an element.
  const place = (root instanceof Document ? root.documentElement : root) as HTMLElement
  switch (step.by) {
    case 'css':
      return [...root.querySelectorAll(step.selector)]
    case 'xpath':
      return byPath(root, step.selector)
    case 'text':
      return byText(root, step.match)
    case 'label':
      return TestingLibraryDom.queryAllByLabelText(place, (text) => fits(text, step.match))
    case 'role': {
      const { role, name, level } = step
      // Testing Library does not support this role.
      if (role === 'banner')
        return [...root.querySelectorAll('header, [role="banner"]')].filter(
          (node) => !node.parentElement?.closest('main, article, section, aside, nav'),
        )
      return TestingLibraryDom.queryAllByRole(place, role, {
        ...(level === undefined ? {} : { level }),
        ...(name === undefined ? {} : { name: (said: string) => fits(said, name) }),
      })
    }
    default:
      return []
  }
}

function byPath(root: Document | Element, path: string): Element[] {
  const found = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
  const nodes = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at))
  return nodes.filter((node) => node instanceof Element)
}

/** Returns the innermost elements with this text. */
function byText(root: Document | Element, match: Match): Element[] {
  const says = (node: Element) =>
    !node.matches('script, style, head, noscript') && fits(node.textContent ?? '', match)
  const within = root instanceof Element ? [root] : []
  return [...within, ...root.querySelectorAll('*')].filter(
    (node) => says(node) && ![...node.children].some(says),
  )
}

function fits(said: string, match: Match): boolean {
  const text = said.replace(/\s+/g, ' ').trim()
  if ('source' in match) return new RegExp(match.source, match.flags).test(text)
  const asked = match.text.replace(/\s+/g, ' ').trim()
  return match.exact ? text === asked : text.toLowerCase().includes(asked.toLowerCase())
}

function inOrder(nodes: readonly (Document | Element)[]): Element[] {
  const before = (one: Node, other: Node) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  return ([...new Set(nodes)] as Element[]).sort(before)
}

export function isSeen(node: Element): boolean {
  const { width, height } = node.getBoundingClientRect()
  return width > 0 && height > 0 && getComputedStyle(node).visibility === 'visible'
}

/** Waits until pending work is done; a hidden window draws no frames. */
export function settled(): Promise<unknown> {
  return new Promise((passed) => {
    requestAnimationFrame(() => requestAnimationFrame(passed))
    setTimeout(passed, 1_000)
  })
}

/** Whether an element moved. Firefox snaps a scroll to whole pixels a frame later, which does not count. */
export function hasMoved(before: DOMRect, after: DOMRect): boolean {
  return (['x', 'y', 'width', 'height'] as const).some((edge) => Math.abs(before[edge] - after[edge]) > 1)
}

/** Returns the point to press, or the reason why it can't be pressed. */
export async function whereToPress(
  node: Element,
  attempt: number,
): Promise<{ x: number; y: number } | string> {
  if (!isSeen(node)) return 'it is not visible'
  if (node.matches(':disabled, [aria-disabled="true"]')) return 'it is disabled'
  const blocks = ['nearest', 'center', 'end', 'start'] as const
  node.scrollIntoView({ block: blocks[attempt % blocks.length] ?? 'center', behavior: 'instant' })
  const before = node.getBoundingClientRect()
  await settled()
  const after = node.getBoundingClientRect()
  if (!node.isConnected || hasMoved(before, after))
    return `it moves: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`
  const box = [...node.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (!box) return 'it has no place'
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const hit = document.elementFromPoint(spot.x, spot.y)
  if (hit && isPartOf(hit, node)) {
    catchMiss(node)
    return spot
  }
  return `something lies over it: ${hit?.outerHTML.slice(0, 200) ?? 'it is outside of the window'}`
}

export function isPartOf(hit: Element, node: Element): boolean {
  const label = hit.closest('label')
  return node.contains(hit) || label?.control === node || hit.contains(node.closest('label'))
}

/**
 * Blocks a press on another element, for a target that moves between locating and pressing it, like a dialog
 * that starts to slide in.
 */
export function catchMiss(node: Element): void {
  const world = globalThis as { pressMissed?: boolean; letPressesGo?: () => void }
  world.letPressesGo?.()
  delete world.pressMissed
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const
  const listen = (event: Event) => {
    if (event.type === 'pointerdown') world.pressMissed = false
    if (event.type === 'pointerdown' || event.type === 'pointerup')
      world.pressMissed ||=
        node.isConnected && event.target instanceof Element && !isPartOf(event.target, node)
    if (!world.pressMissed) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const kind of kinds) addEventListener(kind, listen, true)
  world.letPressesGo = () => {
    for (const kind of kinds) removeEventListener(kind, listen, true)
  }
}

/** Whether the last press hit something else. A page that was left counts as hit. */
export function hasMissed(): boolean {
  const world = globalThis as { pressMissed?: boolean; letPressesGo?: () => void }
  world.letPressesGo?.()
  return world.pressMissed === true
}

/**
 * Focuses a field for typing and, for `fill`, selects its text. A date's value is set directly. A dialog that
 * is just opening moves the focus to its first button, which a space would press.
 */
export async function readyToType(node: Element, text: string | null): Promise<'type' | 'done' | string> {
  if (!isSeen(node)) return 'it is not visible'
  if (node.matches(':disabled, [readonly]')) return 'it cannot be changed'
  ;(node as HTMLElement).focus()
  await settled()
  if (document.activeElement !== node) return 'it does not keep the focus'
  if (text === null) return 'type'
  if (node instanceof HTMLInputElement && /^(date|time|datetime-local|month)$/.test(node.type)) {
    setValue(node, text)
    return 'done'
  }
  if (!(node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement))
    return 'it is no field for text'
  node.select()
  return 'type'
}

/** Sets the value so that the framework notices. */
function setValue(node: HTMLInputElement | HTMLSelectElement, value: string): void {
  const kind = node instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(node, value)
  node.dispatchEvent(new Event('input', { bubbles: true }))
  node.dispatchEvent(new Event('change', { bubbles: true }))
}

export function choose(node: Element, wanted: string): 'done' | string {
  if (!(node instanceof HTMLSelectElement)) return 'it is no list to choose from'
  const option = [...node.options].find(({ value, label }) => value === wanted || label.trim() === wanted)
  if (node.disabled || !option) return `it does not offer ${wanted}`
  node.focus()
  setValue(node, option.value)
  return 'done'
}

/** Captures a click on a file field in place of the system's dialog. */
export function catchFileField(): void {
  const world = globalThis as { chosenFileField?: Element }
  delete world.chosenFileField
  const listen = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return
    event.preventDefault()
    world.chosenFileField = event.target
    removeEventListener('click', listen, true)
  }
  addEventListener('click', listen, true)
}

export const helpers: readonly string[] = [
  find,
  take,
  within,
  byPath,
  byText,
  fits,
  inOrder,
  isSeen,
  settled,
  isPartOf,
  catchMiss,
  hasMissed,
  hasMoved,
  whereToPress,
  readyToType,
  setValue,
  choose,
].map(String)
