import { type PointerEvent, useCallback, useRef, useState } from 'react'
import { type Point, readStrokes, type Stroke, signaturePaper, writeStrokes } from '#survey/fields/strokes.ts'
import { t } from '#web/lib/language/translate.ts'
import { suppressMouseEvents } from '#web/lib/pan-zoom/suppress-mouse-events.ts'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import { fitSignature, moveStrokes } from './fit-signature.ts'
import classes from './signature-pad.module.css'

interface Props {
  /** The answer's value: strokes in the stored area. */
  readonly value: string
  /** The typed name used as the signature, or null. */
  readonly typedName: string | null
  /** Called with the value including the new stroke. */
  readonly onSign: (value: string) => void
}

const { width, height: paperHeight } = signaturePaper

/**
 * A pad for finger, pen and mouse that fills the available space. Its width equals the stored area's in the same
 * units; strokes are fitted vertically when they are stored.
 */
export function SignaturePad({ value, typedName, onSign }: Props) {
  const [frame, height] = useHeight()
  /** The strokes as drawn, valid while the answer is still their stored form. */
  const [written, setWritten] = useState<{ value: string; height: number; strokes: readonly Stroke[] }>()
  const strokes =
    written?.value === value
      ? moveStrokes(written.strokes, (height - written.height) / 2)
      : moveStrokes(readStrokes(value) ?? [], (height - paperHeight) / 2)
  const { ink, ...pen } = usePen(height, (stroke) => {
    const all = [...strokes, stroke]
    const signed = writeStrokes(fitSignature(all))
    setWritten({ value: signed, height, strokes: all })
    onSign(signed)
  })
  return (
    <div ref={frame} className={classes.frame}>
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
        <line className={classes.line} x1={24} x2={width - 24} y1={0.78 * height} y2={0.78 * height} />
        <path d={strokes.map(pathOf).join('')} />
        <path ref={ink} />
      </svg>
    </div>
  )
}

/** The pad's height in the paper's units. */
function useHeight(): [(node: HTMLDivElement | null) => (() => void) | undefined, number] {
  const [height, setHeight] = useState<number>(paperHeight)
  const watch = useCallback((node: HTMLDivElement | null) => {
    if (!node) return
    const measure = () => {
      const box = node.getBoundingClientRect()
      if (box.width > 0 && box.height > 0) setHeight(Math.round((box.height / box.width) * width))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    measure()
    return () => observer.disconnect()
  }, [])
  return [watch, height]
}

/** Draws the current stroke without React: a pen reports 200 points a second. */
function usePen(height: number, onStroke: (stroke: Stroke) => void) {
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
    ...suppressMouseEvents,
    ink,
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      // Ignores a resting palm, a second finger, and the right mouse button.
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
