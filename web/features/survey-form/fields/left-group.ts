import type { FocusEvent } from 'react'

/** The focus went out of a group of inputs, not from one of them to the next. */
export function leftGroup({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
