import { useQuery } from '@tanstack/react-query'
import { abilities } from '#contract/entry.ts'
import { reading } from './query-client.ts'

export interface Sends {
  readonly email: boolean
  readonly sms: boolean
}

/** Whether this installation sends emails and text messages; as long as nobody knows, it does. */
export function useSends(): Sends {
  const { data } = useQuery({ ...reading(abilities, {}), staleTime: Number.POSITIVE_INFINITY })
  return { email: data?.data.sends_email ?? true, sms: data?.data.sends_sms ?? true }
}
