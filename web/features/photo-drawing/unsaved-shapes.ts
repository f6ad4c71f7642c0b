import { useEffect } from 'react'
import * as z from 'zod/mini'
import { type Shape, Shapes } from '#contract/media/drawing.ts'
import { keepUnsaved, readUnsaved, type UnsavedPlace } from '#web/lib/page/unsaved.ts'

/** A drag changes the shape with every move of the finger. */
const rest = 150

/** What was drawn and not saved; null where nothing was, or what is kept cannot be read. */
export function readShapes(place: UnsavedPlace): readonly Shape[] | null {
  const kept = parsed(readUnsaved(place))
  // Everything taken off is unsaved work too, and no list that a server takes.
  if (Array.isArray(kept) && kept.length === 0) return []
  return z.safeParse(Shapes, kept).data ?? null
}

/** A stroke is on the device once the finger rests, and whatever the page ends by. */
export function useKeepShapes(place: UnsavedPlace, shapes: readonly Shape[] | null): void {
  const text = shapes && JSON.stringify(shapes)
  const { account, of } = place
  useEffect(() => {
    const keep = () => keepUnsaved({ account, of }, text)
    const timer = setTimeout(keep, rest)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [account, of, text])
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // What is stored is no JSON, so there are no shapes to go on with.
    return null
  }
}
