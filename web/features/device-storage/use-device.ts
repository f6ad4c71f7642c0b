import { useCallback, useEffect, useState } from 'react'
import { type QueuedSurvey, readQueue } from '#web/offline/outbox/queue-list.ts'
import { useWaiting } from '#web/offline/outbox/waiting.ts'
import { type DeviceStores, readStores, waitingOfOthers } from '#web/offline/storage/device-stores.ts'
import { isMetered, onSendingChange, sendingChoices } from '#web/offline/store/sending-choices.ts'

export interface Device {
  readonly stores: DeviceStores
  readonly queue: readonly QueuedSurvey[]
  /** Changes of other accounts that wait on this device. */
  readonly others: number
}

/** What is on this device, read again whenever something waits, was sent or was freed. */
export function useDevice(account: string): {
  readonly device: Device | null
  readonly failed: boolean
  readonly again: () => void
} {
  const waiting = useWaiting()
  const [device, setDevice] = useState<Device | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => onSendingChange(again), [again])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that it may be another now
  useEffect(() => {
    let left = false
    read(account).then(
      (next) => {
        if (left) return
        setDevice(next)
        setFailed(false)
      },
      () => !left && setFailed(true),
    )
    return () => {
      left = true
    }
  }, [account, waiting, round])
  return { device, failed, again }
}

async function read(account: string): Promise<Device> {
  const sending = { ...sendingChoices(), metered: isMetered() }
  const [stores, queue, others] = await Promise.all([
    readStores(account),
    readQueue(account, sending),
    waitingOfOthers(account),
  ])
  return { stores, queue, others }
}
