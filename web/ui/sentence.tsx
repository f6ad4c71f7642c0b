import { Fragment, type ReactNode } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { textOf } from '#contract/messages/spoken.ts'

/** A sentence of the catalogue whose placeholders are elements, such as links. */
export function Sentence({ of, parts }: { of: MessageKey; parts: Readonly<Record<string, ReactNode>> }) {
  const pieces = textOf(of).split(/\{(\w+)\}/)
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed sentence never move
    return <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>
  })
}
