import type { Template } from '#survey/template.ts'
import { viewOf } from './registry.ts'

/** Prefetches the code that fields of this template load on demand, once each. */
export function prefetchFields({ sections }: Template): void {
  const needed = new Set(sections.flatMap(({ fields }) => fields.map((field) => viewOf(field).prefetch)))
  // The dialog reports a failed load when it opens.
  for (const prefetch of needed) prefetch?.().catch(() => undefined)
}
