import type { ReactNode } from 'react'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'
import classes from './copy-mark.module.css'

interface Props {
  readonly answerId: string
  readonly place: FieldPlace
  readonly children: ReactNode
}

/** A copied value that the surveyor touches was looked at. No box of its own: it only hears of the touch. */
export function CopyTouch({ answerId, place, children }: Props) {
  const draft = useDraft()
  function touch() {
    // What the touch changed may have been told before.
    const answer = draft.answer(answerId)
    if (!answer || answer.copiedFrom === null) return
    const { value, values } = answer
    draft.type(place, answer, { value, values })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears what is done inside it
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a control inside it clicks
    <div className={classes.touch} onClick={touch}>
      {children}
    </div>
  )
}
