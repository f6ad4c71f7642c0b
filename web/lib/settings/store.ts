import { useSyncExternalStore } from 'react'
import { type SettingName, type Settings, usualSettings } from '#contract/accounts/settings-choices.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readRecord, type SettingsRecord, withChoice } from './record.ts'

const listeners = new Set<() => void>()
let known: State | null = null

interface State {
  readonly key: string
  /** As it is stored; null before the first exchange with the server. */
  readonly text: string | null
  readonly record: SettingsRecord
  readonly settings: Settings
}

/** The account's choices as this device knows them; what was not chosen is as usual. The same object until it changes. */
export function currentSettings(): Settings {
  return state().settings
}

export function settingsRecord(): SettingsRecord {
  return state().record
}

/** false on the first visit of an account to this device, until the server has said what it chose. */
export function areSettingsKnown(): boolean {
  return state().text !== null
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, currentSettings)
}

export function useSettingsRecord(): SettingsRecord {
  return useSyncExternalStore(subscribe, settingsRecord)
}

/** Counts at once, on this device; the server is told of it by `sync.ts`. */
export function choose<Name extends SettingName>(name: Name, value: Settings[Name]): void {
  const record = settingsRecord()
  // Later than what this device knows of, also where its clock is slow.
  const after = Date.parse(record.changedAt[name] ?? '1970-01-01') + 1
  keepRecord(withChoice(record, name, value, new Date(Math.max(Date.now(), after)).toISOString()))
}

export function keepRecord(record: SettingsRecord): void {
  const text = JSON.stringify(record)
  if (text === state().text) return
  try {
    localStorage.setItem(storageKey(), text)
  } catch {
    // A browser that keeps nothing keeps the choice for as long as the page is open.
  }
  known = taken(storageKey(), text)
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
  if (known?.key !== key) known = taken(key, stored(key))
  return known
}

function taken(key: string, text: string | null): State {
  const record = readRecord(text)
  return { key, text, record, settings: { ...usualSettings, ...record.chosen } }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that stores nothing has no setting to read.
    return null
  }
}

/** Another tab of the same browser. */
function changedElsewhere({ key }: StorageEvent): void {
  if (key !== null && key !== storageKey()) return
  known = null
  for (const listener of listeners) listener()
}

/** Each account's by itself: a device may be passed on. */
function storageKey(): string {
  return `settings:${currentSession()?.userId ?? ''}`
}
