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
import { focusInputIn, renderGap, renderInPlace, renderWhenNear } from './render-gaps.ts'
import classes from './virtual-list.module.css'
import { firstShown, neighbors, rowsOf } from './virtual-rows.ts'

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
