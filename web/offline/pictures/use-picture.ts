import { useEffect, useState } from 'react'
import type { Bytes } from '../store/rows.ts'
import { type PictureSource, readStoredPicture } from './read-picture.ts'

export interface Picture {
  /** 'far': not read until it is near the viewport. 'absent': no source has it. */
  readonly state: 'far' | 'reading' | 'here' | 'absent'
  readonly url: string | null
  readonly type: string | null
  /** Loaded from the server. */
  readonly remote: boolean
  /** Call if the browser can't show the picture; the next source is tried. */
  readonly onBroken: () => void
}

interface Made {
  readonly key: string
  readonly url: string
  readonly type: string
}

/**
 * Returns the picture of the first source that has it. Bytes and their object URL are held only while the
 * picture is shown and near the viewport. Sources are compared by key; while a new one loads, the old picture
 * stays.
 */
export function usePicture(sources: readonly PictureSource[], near = true): Picture {
  const [broken, setBroken] = useState<readonly string[]>([])
  const [made, setMade] = useState<Made | null>(null)
  const source = sources.find((one) => !broken.includes(keyOf(one)))
  const key = source === undefined ? '' : keyOf(source)
  const local = typeof source === 'object'
  const onBroken = () => setBroken((known) => [...known, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: compare by key, because each read creates a new object, and revoking the URL would break a picture that is loading
  useEffect(() => {
    if (!local || !near) return setMade(null)
    let left = false
    const show = (found: Bytes | null) => {
      if (left) return
      if (!found) return onBroken()
      const { bytes, type } = found
      setMade({ key, url: URL.createObjectURL(new Blob([bytes], { type })), type })
    }
    if ('bytes' in source) show(source)
    else void readStoredPicture(source).then(show)
    return () => {
      left = true
    }
  }, [key, near, local])
  useEffect(() => () => URL.revokeObjectURL(made?.url ?? ''), [made])
  const shared = { type: null, remote: false, onBroken }
  if (source === undefined) return { ...shared, state: 'absent', url: null }
  if (typeof source === 'string') return { ...shared, state: 'here', url: source, remote: true }
  if (!near) return { ...shared, state: 'far', url: null }
  if (!made) return { ...shared, state: 'reading', url: null }
  return { ...shared, state: made.key === key ? 'here' : 'reading', url: made.url, type: made.type }
}

/** A signed address changes with each read of the survey, and is tried again then. */
function keyOf(source: PictureSource): string {
  if (typeof source === 'string') return source
  if ('bytes' in source) return `bytes:${source.type}:${source.bytes.byteLength}`
  return `${source.store}:${source.id}`
}
