import { VisuallyHidden } from '@mantine/core'
import { cutName, isCut } from '#web/lib/language/format.ts'

/** A name as short as the list has room for; the whole one for readers and on pointing at it. */
export function CutText({ text }: { text: string }) {
  if (!isCut(text)) return text
  return (
    <span title={text}>
      <span aria-hidden>{cutName(text)}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
