import { useEffect, useState } from 'react'
import { subscribe } from '#web/offline/store/bus.ts'

export interface UploadProgress {
  readonly loaded: number
  readonly total: number
  /** Bytes a second. */
  readonly speed: number
}

/** How far each upload is, by its id; told by whichever tab is sending. */
export function useProgress(account: string): ReadonlyMap<string, UploadProgress> {
  const [progress, setProgress] = useState<ReadonlyMap<string, UploadProgress>>(new Map())
  useEffect(
    () =>
      subscribe(account, (event) => {
        if (event.kind !== 'progress') return
        const { entry, loaded, total, speed } = event
        setProgress((known) => new Map(known).set(entry, { loaded, total, speed }))
      }),
    [account],
  )
  return progress
}
