import type { FocusEvent } from 'react'

/** Whether focus left the whole group, rather than moving between its inputs. */
export function isLeavingGroup({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
