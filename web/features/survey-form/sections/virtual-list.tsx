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
import { comeNear, focusInto, inPlace, whenNear } from './near.ts'
import classes from './virtual-list.module.css'
import { firstShown, neighbours, rowsOf } from './virtual-rows.ts'

interface Props {
  readonly ids: readonly string[]
  /** Drawn wherever they stand. */
  readonly needed: readonly string[]
  readonly className: string | undefined
  readonly elementId: (id: string) => string
  /** About how high these will be, in pixels, where the style sheet gives the list so many columns. */
  readonly heightOf: (ids: readonly string[], columns: 1 | 2) => number
  readonly render: (id: string, index: number) => ReactNode
}

/**
 * A list of hundreds of which only what is near is drawn, and stays drawn. For the rest there is room of about
 * the right height with a button in it that nobody sees: whoever comes there by keyboard or screen reader has
 * the fields before the focus needs them.
 */
export function VirtualList({ ids, needed, className, elementId, heightOf, render }: Props) {
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(firstShown(ids, needed)))
  const show = useCallback((more: readonly string[]) => setShown((known) => new Set([...known, ...more])), [])
  // A short list that grew is drawn as one that was opened so: what another device has just added can be seen.
  const grown = firstShown(ids, needed).filter((id) => !shown.has(id))
  const lacking = [...grown, ...needed.filter((id) => !shown.has(id)).flatMap((id) => neighbours(ids, id))]
  if (lacking.length > 0) show(lacking)
  const reach = (gap: readonly string[], back: boolean) => {
    flushSync(() => show(gap))
    focusInto(gap.map(elementId), back)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears where the focus inside it goes
    <div className={className} onFocus={drawBeside}>
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
  /** In one column, and in two. */
  readonly heights: readonly [number, number]
  readonly onNear: (ids: readonly string[]) => void
  readonly onReached: (ids: readonly string[], back: boolean) => void
}

function Gap({ ids, index, heights, onNear, onReached }: GapProps) {
  const ref = useRef<HTMLDivElement>(null)
  const near = useEffectEvent((gap: Element) => inPlace(gap, () => onNear(ids)))
  useEffect(() => {
    const gap = ref.current
    return gap ? whenNear(gap, () => near(gap)) : undefined
  }, [])
  return (
    <div
      ref={ref}
      className={classes.gap}
      style={{ '--one-column': `${heights[0]}px`, '--two-columns': `${heights[1]}px` } as CSSProperties}
    >
      <button
        type="button"
        className={classes.way}
        onFocus={({ currentTarget, relatedTarget }) => onReached(ids, isBehind(relatedTarget, currentTarget))}
      >
        {t('form.showRange', { from: index + 1, to: index + ids.length })}
      </button>
    </div>
  )
}

/** What stands beside the item with the focus is there before the next press of Tab. */
function drawBeside({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  const item = [...currentTarget.children].find((child) => child.contains(target))
  comeNear(item?.previousElementSibling ?? null)
  comeNear(item?.nextElementSibling ?? null)
}

function isBehind(node: EventTarget | null, than: Node): boolean {
  if (!(node instanceof Node)) return false
  return (than.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
