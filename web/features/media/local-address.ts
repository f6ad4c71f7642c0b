import { useEffect, useState } from 'react'
import { db, onDevice } from '#web/offline/database.ts'
import type { Bytes } from '#web/offline/rows.ts'

/** An address for bytes of this device while they are shown. */
export function useLocalAddress(local: Bytes | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const size = local?.bytes.byteLength
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again from the device the same bytes are another object, and an address must not go from under a picture that is loading
  useEffect(() => {
    if (!local) return setAddress(null)
    const made = URL.createObjectURL(new Blob([local.bytes], { type: local.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [size])
  return address
}

/** The whole file out of the device's store; whoever asks gives the address back when done. */
export async function localAddress(
  account: string,
  id: string,
): Promise<{ url: string; type: string } | null> {
  const blob = await onDevice(() => db.blobs.get([account, id])).catch(() => undefined)
  if (!blob) return null
  return { url: URL.createObjectURL(new Blob([blob.bytes], { type: blob.type })), type: blob.type }
}
