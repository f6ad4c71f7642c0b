import { useSyncExternalStore } from 'react'
import { type SettingName, type Settings, usualSettings } from '#contract/accounts/settings-choices.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readRecord, type SettingsRecord, withChoice } from './record.ts'

const listeners = new Set<() => void>()
let known: State | null = null

interface State {
  readonly key: string
  /** As stored; null before the first exchange with the server. */
  readonly text: string | null
  readonly record: SettingsRecord
  readonly settings: Settings
}

/** Returns the account's settings, with defaults for the rest; the same object until they change. */
export function currentSettings(): Settings {
  return state().settings
}

export function settingsRecord(): SettingsRecord {
  return state().record
}

/** false on an account's first visit to this device, until the server has replied. */
export function areSettingsLoaded(): boolean {
  return state().text !== null
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, currentSettings)
}

export function useSettingsRecord(): SettingsRecord {
  return useSyncExternalStore(subscribe, settingsRecord)
}

/** Applies a choice on this device at once; `sync.ts` sends it. */
export function changeSetting<Name extends SettingName>(name: Name, value: Settings[Name]): void {
  const record = settingsRecord()
  // Later than the known change, even if the device's clock is slow.
  const after = Date.parse(record.changedAt[name] ?? '1970-01-01') + 1
  storeRecord(withChoice(record, name, value, new Date(Math.max(Date.now(), after)).toISOString()))
}

export function storeRecord(record: SettingsRecord): void {
  const text = JSON.stringify(record)
  if (text === state().text) return
  try {
    localStorage.setItem(storageKey(), text)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  known = parseState(storageKey(), text)
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', changedElsewhere)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', changedElsewhere)
  }
}

function state(): State {
  const key = storageKey()
  if (known?.key !== key) known = parseState(key, stored(key))
  return known
}

function parseState(key: string, text: string | null): State {
  const record = readRecord(text)
  return { key, text, record, settings: { ...usualSettings, ...record.chosen } }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage there is no setting to read.
    return null
  }
}

/** Handles changes by another tab. */
function changedElsewhere({ key }: StorageEvent): void {
  if (key !== null && key !== storageKey()) return
  known = null
  for (const listener of listeners) listener()
}

/** One record per account, because devices are shared. */
function storageKey(): string {
  return `settings:${currentSession()?.userId ?? ''}`
}
