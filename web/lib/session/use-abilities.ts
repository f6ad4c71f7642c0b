import { useEffect, useSyncExternalStore } from 'react'
import type { abilities } from '#contract/accounts/entry.ts'
import { abilitiesCall } from '#contract/accounts/login-calls.ts'
import { call } from '../http/call.ts'

/** What this installation is set up for. */
export interface Abilities {
  readonly email: boolean
  readonly sms: boolean
  /** Accounts elsewhere by which one can get in. */
  readonly social: boolean
}

const key = 'abilities'
const listeners = new Set<() => void>()
let known: Abilities | null = null
let asked = false

/** As this device was told last; where it never was, messages are sent and there is no social sign-in. */
export function lastAbilities(): Abilities {
  known ??= read(localStorage.getItem(key) ?? 'email sms')
  return known
}

/** The same, and asked for once while the program runs. Without the query library: the login stays light. */
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
    // A device without room asks again.
  }
  known = read(words)
  for (const listener of listeners) listener()
}

function read(words: string): Abilities {
  const all = words.split(' ')
  return { email: all.includes('email'), sms: all.includes('sms'), social: all.includes('social') }
}
