import { useEffect, useSyncExternalStore } from 'react'
import type { abilities } from '#contract/accounts/entry.ts'
import { abilitiesCall } from '#contract/accounts/login-calls.ts'
import { call } from '../http/call.ts'

/** Services configured on this installation. */
export interface Abilities {
  readonly email: boolean
  readonly sms: boolean
  /** Social sign-in providers are configured. */
  readonly social: boolean
}

const key = 'abilities'
const listeners = new Set<() => void>()
let known: Abilities | null = null
let asked = false

/** Returns the stored abilities. Default: messages are sent and there is no social sign-in. */
export function lastAbilities(): Abilities {
  known ??= read(localStorage.getItem(key) ?? 'email sms')
  return known
}

/** Returns the abilities, requested once per page. Uses no query library, to keep the login small. */
export function useAbilities(): Abilities {
  useEffect(() => void ask(), [])
  return useSyncExternalStore(subscribe, lastAbilities)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask(): Promise<void> {
  if (asked) return
  asked = true
  const result = await call<typeof abilities>(abilitiesCall, {})
  if (!result.ok) {
    asked = false
    return
  }
  const { sends_email, sends_sms, has_social } = result.reply.data
  const words = [sends_email && 'email', sends_sms && 'sms', has_social && 'social'].filter(Boolean).join(' ')
  try {
    localStorage.setItem(key, words)
  } catch {
    // Without storage they are requested again next time.
  }
  known = read(words)
  for (const listener of listeners) listener()
}

function read(words: string): Abilities {
  const all = words.split(' ')
  return { email: all.includes('email'), sms: all.includes('sms'), social: all.includes('social') }
}
