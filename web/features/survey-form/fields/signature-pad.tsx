import { type PointerEvent, useRef } from 'react'
import { type Point, type Stroke, signaturePaper } from '#survey/fields/strokes.ts'
import { t } from '#web/lib/language/translate.ts'
import { touchEndsHere } from '#web/lib/pan-zoom/touch-ends-here.ts'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import classes from './signature-pad.module.css'

interface Props {
  readonly strokes: readonly Stroke[]
  /** The name that stands for the signature; null where it is written, or not there yet. */
  readonly typedName: string | null
  readonly onStroke: (stroke: Stroke) => void
}

const { width, height } = signaturePaper

/** Paper for finger, pen and mouse. Whatever its size on the screen, strokes are in the paper's own units. */
export function SignaturePad({ strokes, typedName, onStroke }: Props) {
  const { ink, ...pen } = usePen(onStroke)
  return (
    <div className={classes.frame}>
      {typedName !== null && (
        <div className={classes.typed}>
          <DrawnSignature name={typedName} path="" />
        </div>
      )}
      <svg
        className={classes.paper}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('fields.signature')}
        {...pen}
      >
        <line className={classes.line} x1={24} x2={width - 24} y1={height - 44} y2={height - 44} />
        <path d={strokes.map(pathOf).join('')} />
        <path ref={ink} />
      </svg>
    </div>
  )
}

/** Draws the stroke under the pen without React: a pen speaks 200 times a second. */
function usePen(onStroke: (stroke: Stroke) => void) {
  const ink = useRef<SVGPathElement>(null)
  const stroke = useRef<{ readonly pointer: number; readonly points: Point[] } | null>(null)

  function add({ nativeEvent, currentTarget }: PointerEvent<SVGSVGElement>): void {
    const box = currentTarget.getBoundingClientRect()
    const moves = nativeEvent.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY } of moves.length > 0 ? moves : [nativeEvent]) {
      stroke.current?.points.push({
        x: ((clientX - box.left) / box.width) * width,
        y: ((clientY - box.top) / box.height) * height,
      })
    }
    ink.current?.setAttribute('d', pathOf(stroke.current?.points ?? []))
  }
  function end({ pointerId }: PointerEvent<SVGSVGElement>): void {
    if (stroke.current?.pointer !== pointerId) return
    const { points } = stroke.current
    stroke.current = null
    ink.current?.setAttribute('d', '')
    onStroke(points)
  }
  return {
    ...touchEndsHere,
    ink,
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      // The palm that lies down while the pen writes, a second finger, the right button.
      if (stroke.current || !event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      stroke.current = { pointer: event.pointerId, points: [] }
      add(event)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      if (stroke.current?.pointer === event.pointerId) add(event)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

function pathOf(stroke: Stroke): string {
  const [first] = stroke
  if (!first) return ''
  const rest = stroke.length === 1 ? stroke : stroke.slice(1)
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `L${x} ${y}`).join('')}`
}
