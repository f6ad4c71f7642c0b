import { useLayoutEffect, useRef } from 'react'
import classes from './field.module.css'

interface Props {
  readonly id: string
  readonly text: string
  /** '' = no detail. */
  readonly detail: string
  /** True if the user's last action in this field caused the problem. */
  readonly isNew: boolean
}

/** The problem with an answer, below its input. A new problem scrolls out from behind the foot bar. */
export function Problem({ id, text, detail, isNew }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may wrap to another line
  useLayoutEffect(() => {
    if (isNew && ref.current) showAboveFoot(ref.current)
  }, [isNew, text, detail])
  return (
    <div ref={ref}>
      <p id={`${id}-problem`} className={classes.problem} {...(isNew && { role: 'alert' })}>
        {text}
      </p>
      {detail !== '' && (
        <p id={`${id}-detail`} className={classes.detail}>
          {detail}
        </p>
      )}
    </div>
  )
}

/** Pixels between a problem and the bar. */
const gap = 8

function showAboveFoot(problem: HTMLElement): void {
  const field = problem.closest('[id^="field-"]')
  const active = document.activeElement
  // Another field has focus already; scrolling would move it.
  if (active?.matches('input, textarea, select') && !field?.contains(active)) return
  const bar = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight
  const { visualViewport: view } = window
  const screen = view ? view.offsetTop + view.height : innerHeight
  const foot = Math.min(bar, screen)
  const isInSight = field !== null && field.getBoundingClientRect().top < foot
  const hidden = problem.getBoundingClientRect().bottom + gap - foot
  if (isInSight && hidden > 0) scrollBy({ top: hidden, behavior: 'instant' })
}
