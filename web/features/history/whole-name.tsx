import { isCut } from '#web/lib/language/format.ts'
import classes from './survey-list.module.css'

/** Letters at the end of a name that always stay visible. */
const endLength = 16

/**
 * The whole name in one line, for a name the list shortens. If there is no room, its middle is cut, because similar
 * names differ at the end. Hidden from screen readers, which read the whole name in the link.
 */
export function WholeName({ name }: { name: string }) {
  if (!isCut(name)) return null
  const letters = [...name]
  const end = letters.splice(-Math.min(endLength, Math.floor(letters.length / 2))).join('')
  return (
    <span dir="auto" className={classes.whole} title={name} aria-hidden>
      <span>{letters.join('')}</span>
      <span>{end}</span>
    </span>
  )
}
