import { useEffect } from 'react'
import * as z from 'zod/mini'
import { type Shape, Shapes } from '#contract/media/drawing.ts'
import { readUnsaved, storeUnsaved, type UnsavedPlace } from '#web/lib/page/unsaved.ts'

/** Milliseconds. A drag changes a shape with every pointer move. */
const writeDelay = 150

/** The unsaved shapes of an earlier session, or null if there are none or they are unreadable. */
export function readUnsavedShapes(place: UnsavedPlace): readonly Shape[] | null {
  const kept = parsed(readUnsaved(place))
  // An empty drawing is unsaved work too, but the schema requires at least one shape.
  if (Array.isArray(kept) && kept.length === 0) return []
  return z.safeParse(Shapes, kept).data ?? null
}

/** Stores the shapes in local storage when the pointer rests, and on page hide. */
export function useStoreShapes(place: UnsavedPlace, shapes: readonly Shape[] | null): void {
  const text = shapes && JSON.stringify(shapes)
  const { account, of } = place
  useEffect(() => {
    const keep = () => storeUnsaved({ account, of }, text)
    const timer = setTimeout(keep, writeDelay)
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
    // Invalid JSON: start without unsaved shapes.
    return null
  }
}
