import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/lib/language/translate.ts'
import classes from './virtual-list.module.css'
import { firstShown, neighbors, rowsOf } from './virtual-rows.ts'

/** Callbacks that render a gap, by its element. */
const waiting = new WeakMap<Element, () => void>()

/** Renders one and a half screens ahead of fast scrolling. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) renderGap(target)
        },
        { rootMargin: '150% 0px' },
      )

interface Props {
  readonly ids: readonly string[]
  /** Always rendered. */
  readonly needed: readonly string[]
  readonly className: string | undefined
  readonly elementId: (id: string) => string
  /** Estimated height in pixels for a list of one or two columns. */
  readonly heightOf: (ids: readonly string[], columns: 1 | 2) => number
  readonly render: (id: string, index: number) => ReactNode
}

/**
 * A long list that renders only items near the screen and keeps them mounted. Gaps have an estimated height and
 * contain a hidden button: when keyboard or screen reader focus reaches it, the items render and take the focus.
 */
export function VirtualList({ ids, needed, className, elementId, heightOf, render }: Props) {
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(firstShown(ids, needed)))
  const show = useCallback((more: readonly string[]) => setShown((known) => new Set([...known, ...more])), [])
  // Items added to a short list render immediately, so another device's additions are visible.
  const grown = firstShown(ids, needed).filter((id) => !shown.has(id))
  const lacking = [...grown, ...needed.filter((id) => !shown.has(id)).flatMap((id) => neighbors(ids, id))]
  if (lacking.length > 0) show(lacking)
  const reach = (gap: readonly string[], back: boolean) => {
    flushSync(() => show(gap))
    focusInputIn(gap.map(elementId), back)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for focus moving inside it
    <div className={className} onFocus={renderNeighbors}>
      {rowsOf(ids, shown).map((row) =>
        row.kind === 'item' ? (
          render(row.id, row.index)
        ) : (
          <Gap
            key={`gap-${row.ids[0]}`}
            ids={row.ids}
            index={row.index}
            heights={[heightOf(row.ids, 1), heightOf(row.ids, 2)]}
            onNear={show}
            onReached={reach}
          />
        ),
      )}
    </div>
  )
}

interface GapProps {
  readonly ids: readonly string[]
  readonly index: number
  /** In one column and in two. */
  readonly heights: readonly [number, number]
  readonly onNear: (ids: readonly string[]) => void
  readonly onReached: (ids: readonly string[], back: boolean) => void
}

function Gap({ ids, index, heights, onNear, onReached }: GapProps) {
  const ref = useRef<HTMLDivElement>(null)
  const near = useEffectEvent((gap: Element) => renderInPlace(gap, () => onNear(ids)))
  useEffect(() => {
    const gap = ref.current
    return gap ? renderWhenNear(gap, () => near(gap)) : undefined
  }, [])
  return (
    <div
      ref={ref}
      className={classes.gap}
      style={{ '--one-column': `${heights[0]}px`, '--two-columns': `${heights[1]}px` } as CSSProperties}
    >
      <button
        type="button"
        className={classes.reveal}
        onFocus={({ currentTarget, relatedTarget }) => onReached(ids, isBehind(relatedTarget, currentTarget))}
      >
        {t('form.showRange', { from: index + 1, to: index + ids.length })}
      </button>
    </div>
  )
}

/** Renders the items beside the focused one before the next press of Tab. */
function renderNeighbors({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  const item = [...currentTarget.children].find((child) => child.contains(target))
  renderGap(item?.previousElementSibling ?? null)
  renderGap(item?.nextElementSibling ?? null)
}

function isBehind(node: EventTarget | null, than: Node): boolean {
  if (!(node instanceof Node)) return false
  return (than.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

function renderWhenNear(element: Element, draw: () => void): () => void {
  waiting.set(element, draw)
  observer?.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/** Renders the gap behind this element, if it is one. */
function renderGap(element: Element | null): void {
  if (element) waiting.get(element)?.()
}

/**
 * Renders a gap's items, which then get their real heights. If the gap begins above the screen, the content below it
 * keeps its position, because the user may be reading or about to press it. Browsers anchor scrolling only for gaps
 * that end above the screen.
 */
function renderInPlace(gap: Element, draw: () => void): void {
  const { top, bottom } = gap.getBoundingClientRect()
  const isHeld = bottom <= 0 && CSS.supports('overflow-anchor', 'auto')
  const below = !isHeld && top < 0 && bottom < innerHeight ? following(gap) : null
  if (!below) {
    draw()
    return
  }
  const { parentElement: list, previousElementSibling: first, nextElementSibling: last } = gap
  const before = below.getBoundingClientRect().top
  flushSync(draw)
  const drawn: HTMLElement[] = []
  let next = first ? first.nextElementSibling : list?.firstElementChild
  for (; next && next !== last; next = next.nextElementSibling)
    if (next instanceof HTMLElement) drawn.push(next)
  // Use real heights immediately instead of the estimates for off-screen items.
  for (const { style } of drawn) style.setProperty('content-visibility', 'visible')
  if (below.isConnected) scrollBy(0, below.getBoundingClientRect().top - before)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const { style } of drawn) style.removeProperty('content-visibility')
    }),
  )
}

/** The next rendered element after this one, in its parent or an ancestor. */
function following(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling)
      if (next.getClientRects().length > 0) return next
  return null
}

/** Focuses the first or the last input inside these elements. */
function focusInputIn(ids: readonly string[], last: boolean): void {
  for (const id of last ? ids.toReversed() : ids) {
    const inputs = document
      .getElementById(id)
      ?.querySelectorAll<HTMLElement>('input:not([type="file"]), textarea, select, button')
    const input = inputs?.[last ? inputs.length - 1 : 0]
    if (!input) continue
    input.focus()
    return
  }
}
