import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { dotRadius, manyMarks, placeMarks } from '#survey/pin-marks.ts'
import classes from './pinned-picture.module.css'

export interface PictureMark {
  readonly number: number
  readonly mark: string
  /** Fractions of the picture's width and height. */
  readonly x: number
  readonly y: number
}

interface Props {
  readonly url: string | null
  readonly width: number | null
  readonly height: number | null
  /** Describes the marks, which screen readers can't see. */
  readonly alt: string
  readonly marks: readonly PictureMark[]
  /** Text that replaces a picture that fails to load. */
  readonly missing: string
  readonly onBroken?: () => void
}

/** A picture with marks. Looks like paper: the same in dark mode and in print. */
export function PinnedPicture({ url, width, height, alt, marks, missing, onBroken }: Props) {
  // Stored by address, so that a new address of the same picture is tried.
  const [broken, setBroken] = useState<string | null>(null)
  const { ref, ...size } = useElementSize<HTMLImageElement>()
  if (url === null || url === broken) return <p className={classes.missing}>{missing}</p>
  const failed = () => {
    setBroken(url)
    onBroken?.()
  }
  return (
    <div className={classes.picture}>
      <img
        ref={ref}
        src={url}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        onError={failed}
      />
      {size.width > 0 && size.height > 0 && <Marks marks={marks} {...size} />}
    </div>
  )
}

interface MarksProps {
  readonly marks: readonly PictureMark[]
  readonly width: number
  readonly height: number
}

/** Positioned in screen pixels of the picture, and scaled with it in print. */
function Marks({ marks, width, height }: MarksProps) {
  const fontSize = marks.length > manyMarks ? 9 : 12
  const drawn = useMemo(() => {
    const boxes = marks.map(({ mark, x, y }) => ({
      x: x * width,
      y: y * height,
      width: Math.max(1.6 * fontSize, textWidth(mark, fontSize) + 0.9 * fontSize),
      height: 1.6 * fontSize,
    }))
    const placed = placeMarks(boxes, { width, height })
    return boxes.map((box, index) => ({ box, at: placed[index] ?? null, ...marks[index] }))
  }, [marks, width, height, fontSize])
  return (
    <svg className={classes.marks} viewBox={`0 0 ${width} ${height}`} fontSize={fontSize} aria-hidden>
      {drawn.map(({ box, at, number }) =>
        at && !at.isMoved ? null : (
          <g key={number}>
            {at && <line className={classes.lead} x1={box.x} y1={box.y} x2={at.x} y2={at.y} />}
            <circle className={classes.dot} cx={box.x} cy={box.y} r={dotRadius} />
          </g>
        ),
      )}
      {drawn.map(
        ({ box, at, number, mark }) =>
          at && (
            <g key={number} data-mark={mark}>
              <rect
                className={classes.pill}
                x={at.x - box.width / 2}
                y={at.y - box.height / 2}
                width={box.width}
                height={box.height}
                rx={box.height / 2}
              />
              <text className={classes.text} x={at.x} y={at.y} dy="0.36em">
                {mark}
              </text>
            </g>
          ),
      )}
    </svg>
  )
}

/** Returns an upper estimate for bold text, in pixels. */
function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((sum, letter) => sum + (/[\d\s.,:'I1il|-]/.test(letter) ? 0.64 : 0.8), 0) * fontSize
}
