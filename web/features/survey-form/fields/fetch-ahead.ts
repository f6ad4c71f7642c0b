import type { Template } from '#survey/template.ts'
import { viewOf } from './registry.ts'

/** Fetches what fields of this template open later, each once. */
export function fetchAheadOf({ sections }: Template): void {
  const needed = new Set(sections.flatMap(({ fields }) => fields.map((field) => viewOf(field).prefetch)))
  // A failure shows when the dialog is opened.
  for (const prefetch of needed) prefetch?.().catch(() => undefined)
}
