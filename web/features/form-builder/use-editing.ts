import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { announceEditing } from '#contract/templates/custom-forms.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import type { Builder } from './builder.ts'

/**
 * Announces this account as editor while the page is visible, and makes the page read-only while another user
 * edits. Offline everyone can edit; revisions prevent overwrites.
 */
export function useEditing(id: string, builder: Builder): void {
  useEffect(() => {
    const announce = () => {
      if (document.visibilityState === 'visible') void announceOf(id, builder)
    }
    announce()
    const timer = setInterval(announce, limits.formEditorTells)
    document.addEventListener('visibilitychange', announce)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', announce)
      if (builder.state.editor === null) void call(announceEditing, { params: { id }, body: { leave: true } })
    }
  }, [id, builder])
}

/** Makes the other user's page read-only. */
export async function takeOverEditing(id: string, builder: Builder): Promise<Failure | null> {
  return announceOf(id, builder, true)
}

async function announceOf(id: string, builder: Builder, takeOver = false): Promise<Failure | null> {
  const body = takeOver ? { take_over: true } : {}
  const result = await call(announceEditing, { params: { id }, body })
  if (!result.ok) return result
  const { is_mine: isMine, name, revision } = result.reply.data.attributes
  if (!isMine) builder.setEditor(name)
  // Load the latest save, from another user or tab, before editing on top of it.
  await builder.follow(revision)
  if (isMine) builder.setEditor(null)
  return null
}
