import { useLayoutEffect, useRef } from 'react'
import classes from './field.module.css'

interface Props {
  readonly id: string
  readonly text: string
  /** '' = nothing more to say. */
  readonly detail: string
  /** Reported because of what the person just did here. */
  readonly isNew: boolean
}

/** What is wrong with an answer, below its input. A new problem is scrolled into sight from behind the foot bar. */
export function Problem({ id, text, detail, isNew }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words may need another line
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

/** Between a problem and the bar. */
const gap = 8

function showAboveFoot(problem: HTMLElement): void {
  const field = problem.closest('[id^="field-"]')
  const active = document.activeElement
  // The next field has the focus already: that one stays where it is.
  if (active?.matches('input, textarea, select') && !field?.contains(active)) return
  const bar = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight
  const { visualViewport: view } = window
  const screen = view ? view.offsetTop + view.height : innerHeight
  const foot = Math.min(bar, screen)
  const isInSight = field !== null && field.getBoundingClientRect().top < foot
  const hidden = problem.getBoundingClientRect().bottom + gap - foot
  if (isInSight && hidden > 0) scrollBy({ top: hidden, behavior: 'instant' })
}
