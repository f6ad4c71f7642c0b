import { useState } from 'react'

/** What was begun in a dialog and not saved, by account: it outlives its dialog, a reload and the end of the page. */
export interface UnsavedPlace {
  readonly account: string
  /** What it is of, for example `drawing:` and a photo's id. */
  readonly of: string
}

export function readUnsaved(place: UnsavedPlace): string | null {
  try {
    return localStorage.getItem(keyOf(place))
  } catch {
    // A browser that stores nothing has nothing to read.
    return null
  }
}

/** null = nothing is unsaved any more. false = nothing can be kept here: it lives as long as its dialog. */
export function keepUnsaved(place: UnsavedPlace, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), text)
    return true
  } catch {
    // false tells the caller that it is not stored.
    return false
  }
}

/** Tells of every change that another tab makes to it. */
export function watchUnsaved(place: UnsavedPlace, changed: (text: string | null) => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => key === keyOf(place) && changed(newValue)
  window.addEventListener('storage', elsewhere)
  return () => window.removeEventListener('storage', elsewhere)
}

/** What there is of the account under this name, and under it with something behind a colon. */
export function unsavedOf(account: string, of: string): readonly string[] {
  const [own, beginning] = [keyOf({ account, of }), keyOf({ account, of: '' })]
  try {
    return Object.keys(localStorage)
      .filter((key) => key === own || key.startsWith(`${own}:`))
      .map((key) => key.slice(beginning.length))
  } catch {
    // A browser that stores nothing has nothing to list.
    return []
  }
}

/** A text that is typed in a dialog and saved by a button; the next time the dialog opens it stands there again. */
export function useUnsavedText(place: UnsavedPlace, saved: string) {
  const [known, setKnown] = useState(() => ({ of: place.of, text: readUnsaved(place) ?? saved }))
  // The dialog has gone on to something else.
  const now = known.of === place.of ? known : { of: place.of, text: readUnsaved(place) ?? saved }
  if (now !== known) setKnown(now)
  const { text } = now
  return {
    text,
    unsaved: text !== saved,
    type(next: string): void {
      setKnown({ of: place.of, text: next })
      keepUnsaved(place, next === saved ? null : next)
    },
    forget: () => keepUnsaved(place, null),
  }
}

/** By parts, so that logging out finds what is of the account. */
function keyOf({ account, of }: UnsavedPlace): string {
  return `unsaved:${account}:${of}`
}
