import { useEffect } from 'react'
import { tellEditing } from '#contract/custom-forms.ts'
import { limits } from '#contract/limits.ts'
import { call, type Failure } from '#web/lib/call.ts'
import type { Builder } from './builder.ts'

/**
 * As long as the page is looked at the server hears that this account edits the template, or that it looks on while
 * somebody else does. Without network everybody edits, and revisions keep them from writing over each other.
 */
export function useEditing(id: string, builder: Builder): void {
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') void tellOf(id, builder)
    }
    tell()
    const timer = setInterval(tell, limits.formEditorTells)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      if (builder.state.editor === null) void call(tellEditing, { params: { id }, body: { leave: true } })
    }
  }, [id, builder])
}

/** Whoever edited it looks on from now on. */
export async function takeOverEditing(id: string, builder: Builder): Promise<Failure | null> {
  return tellOf(id, builder, true)
}

async function tellOf(id: string, builder: Builder, takeOver = false): Promise<Failure | null> {
  const body = takeOver ? { take_over: true } : {}
  const result = await call(tellEditing, { params: { id }, body })
  if (!result.ok) return result
  const { is_mine: isMine, name, revision } = result.reply.data.attributes
  // What they saved stands here before anything is changed on top of it.
  const looksOn = builder.state.editor !== null || !isMine
  if (!isMine) builder.setEditor(name)
  if (looksOn) await builder.follow(revision)
  if (isMine) builder.setEditor(null)
  return null
}
