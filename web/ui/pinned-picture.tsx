import { useState } from 'react'
import classes from './pinned-picture.module.css'

export interface PictureMark {
  readonly number: number
  /** Shares of the picture's sides. */
  readonly x: number
  readonly y: number
}

interface Props {
  readonly url: string | null
  readonly width: number | null
  readonly height: number | null
  /** With what the marks stand for: they themselves are only seen. */
  readonly alt: string
  readonly marks: readonly PictureMark[]
  /** Stands in for a picture that cannot be had. */
  readonly missing: string
  readonly onBroken?: () => void
}

const many = 60

/** A picture with numbers on it. Paper: the same in the dark and in print. */
export function PinnedPicture({ url, width, height, alt, marks, missing, onBroken }: Props) {
  // Remembered by address: a fresh address of the same picture gets its chance.
  const [broken, setBroken] = useState<string | null>(null)
  if (url === null || url === broken) return <p className={classes.missing}>{missing}</p>
  const failed = () => {
    setBroken(url)
    onBroken?.()
  }
  return (
    <div className={classes.picture} data-many={marks.length > many}>
      <img
        src={url}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        onError={failed}
      />
      {marks.map(({ number, x, y }) => (
        <span
          key={number}
          className={classes.mark}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-hidden
        >
          {number}
        </span>
      ))}
    </div>
  )
}
