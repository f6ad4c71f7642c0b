import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { abilities } from '#contract/entry.ts'
import { reading } from './query-client.ts'

export interface Sends {
  readonly email: boolean
  readonly sms: boolean
}

const key = 'sends'

/** Whether this installation sends emails and text messages; as long as nobody knows, it does. */
export function useSends(): Sends {
  const { data } = useQuery({ ...reading(abilities, {}), staleTime: Number.POSITIVE_INFINITY })
  const told = data?.data
  useEffect(() => {
    if (told) keep({ email: told.sends_email, sms: told.sends_sms })
  }, [told])
  return told ? { email: told.sends_email, sms: told.sends_sms } : lastSends()
}

/** The same as this device was told last, for what must not move once it is drawn. */
export function lastSends(): Sends {
  const kept = localStorage.getItem(key)
  return { email: kept?.includes('no-email') !== true, sms: kept?.includes('no-sms') !== true }
}

function keep({ email, sms }: Sends): void {
  const told = [email ? '' : 'no-email', sms ? '' : 'no-sms'].filter(Boolean).join(' ')
  try {
    if (told === '') localStorage.removeItem(key)
    else localStorage.setItem(key, told)
  } catch {
    // A device without room asks again.
  }
}
