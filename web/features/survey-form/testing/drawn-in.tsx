import type { RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Draft } from '#web/offline/draft/draft.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { DraftContext } from '../draft-context.ts'

/** Renders a part of the form of this draft. */
export function drawnIn(draft: Draft, node: ReactNode): RenderResult {
  return drawn(<DraftContext value={draft}>{node}</DraftContext>)
}
