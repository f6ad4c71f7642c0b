import type { ReactNode } from 'react'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'
import classes from './copy-mark.module.css'

interface Props {
  readonly answerId: string
  readonly place: FieldPlace
  readonly children: ReactNode
}

/** Marks a copied value as checked when the surveyor touches it. Renders no box of its own. */
export function CopyTouch({ answerId, place, children }: Props) {
  const draft = useDraft()
  function touch() {
    // Read the current answer: the touch itself may already have changed it.
    const answer = draft.answer(answerId)
    if (!answer || answer.copiedFrom === null) return
    const { value, values } = answer
    draft.type(place, answer, { value, values })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of its children
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing a control by keyboard also fires click
    <div className={classes.touch} onClick={touch}>
      {children}
    </div>
  )
}
