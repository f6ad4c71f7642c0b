import { VisuallyHidden } from '@mantine/core'
import { cutName, isCut } from '#web/lib/language/format.ts'

/** A name shortened to fit the list. Screen readers and the tooltip contain the whole name. */
export function CutText({ text }: { text: string }) {
  if (!isCut(text)) return text
  return (
    <span title={text}>
      <span aria-hidden>{cutName(text)}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
