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
    return null
  }
}

/** null = nothing is unsaved any more. */
export function keepUnsaved(place: UnsavedPlace, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), text)
  } catch {
    // Where nothing can be kept it lives as long as its dialog.
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
