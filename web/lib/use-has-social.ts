import { useQuery } from '@tanstack/react-query'
import { socialProviders } from '#contract/social.ts'
import { reading } from './query-client.ts'

/** Whether there is any account elsewhere by which one can get in; not before that is known. */
export function useHasSocial(): boolean {
  const { data } = useQuery(reading(socialProviders, {}))
  return (data?.data.length ?? 0) > 0
}
