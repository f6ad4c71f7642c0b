import { Fragment, type ReactNode } from 'react'
import { catalogue, type MessageKey } from '#contract/messages/catalogue.ts'

/** A sentence of the catalogue whose placeholders are elements, such as links. */
export function Sentence({ of, parts }: { of: MessageKey; parts: Readonly<Record<string, ReactNode>> }) {
  const pieces = (catalogue.get(of) ?? of).split(/\{(\w+)\}/)
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed sentence never move
    return <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>
  })
}
