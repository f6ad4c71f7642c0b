import { useState } from 'react'

/** Unsaved input of a dialog, by account. It survives the dialog, a reload and closing the page. */
export interface UnsavedPlace {
  readonly account: string
  /** Kind and id, for example `drawing:` and a photo's id. */
  readonly of: string
}

export function readUnsaved(place: UnsavedPlace): string | null {
  try {
    return localStorage.getItem(keyOf(place))
  } catch {
    // Without storage there is nothing to read.
    return null
  }
}

/** null = delete. Returns false if nothing can be stored; the text then lasts as long as its dialog. */
export function storeUnsaved(place: UnsavedPlace, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), text)
    return true
  } catch {
    // false = not stored.
    return false
  }
}

/** Calls `changed` for each change made in another tab. */
export function watchUnsaved(place: UnsavedPlace, changed: (text: string | null) => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => key === keyOf(place) && changed(newValue)
  window.addEventListener('storage', elsewhere)
  return () => window.removeEventListener('storage', elsewhere)
}

/** Returns the account's unsaved texts with this name or this name plus a colon. */
export function unsavedOf(account: string, of: string): readonly string[] {
  const [own, beginning] = [keyOf({ account, of }), keyOf({ account, of: '' })]
  try {
    return Object.keys(localStorage)
      .filter((key) => key === own || key.startsWith(`${own}:`))
      .map((key) => key.slice(beginning.length))
  } catch {
    // Without storage there is nothing to list.
    return []
  }
}

/** State of a dialog's text field; unsaved text is restored the next time the dialog opens. */
export function useUnsavedText(place: UnsavedPlace, saved: string) {
  const [known, setKnown] = useState(() => ({ of: place.of, text: readUnsaved(place) ?? saved }))
  // The dialog now shows another object.
  const now = known.of === place.of ? known : { of: place.of, text: readUnsaved(place) ?? saved }
  if (now !== known) setKnown(now)
  const { text } = now
  return {
    text,
    unsaved: text !== saved,
    type(next: string): void {
      setKnown({ of: place.of, text: next })
      storeUnsaved(place, next === saved ? null : next)
    },
    forget: () => storeUnsaved(place, null),
  }
}

/** In parts, so that logging out finds all entries of the account. */
function keyOf({ account, of }: UnsavedPlace): string {
  return `unsaved:${account}:${of}`
}
