import { useCallback, useEffect, useState } from 'react'
import { type QueuedSurvey, readQueue } from '#web/offline/outbox/queue-list.ts'
import { useWaiting } from '#web/offline/outbox/waiting.ts'
import { type DeviceStores, readStores, waitingOfOthers } from '#web/offline/storage/device-stores.ts'
import { isMetered, onSendingChange, sendingChoices } from '#web/offline/store/sending-choices.ts'

export interface Device {
  readonly stores: DeviceStores
  readonly queue: readonly QueuedSurvey[]
  /** Unsent changes of other accounts on this device. */
  readonly others: number
}

/** The device's stored data, read again after the outbox changes or space is freed. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dependency signals a possible change
  useEffect(() => {
    let canceled = false
    read(account).then(
      (next) => {
        if (canceled) return
        setDevice(next)
        setFailed(false)
      },
      () => !canceled && setFailed(true),
    )
    return () => {
      canceled = true
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
