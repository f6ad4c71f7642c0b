import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { photo } from '#contract/accounts/profile.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { storeCompany, storePhoto, useSession } from '#web/lib/session/session.ts'

/** A photo's address is valid for at least 30 minutes. */
const photoQuery = { ...reading(photo, {}), staleTime: 25 * 60_000 }

/** Photo or initials of the logged-in user in the header. Not interactive, and hidden from screen readers. */
export function AccountPicture() {
  const session = useSession()
  const { data } = useQuery({ ...photoQuery, enabled: session !== null })
  useEffect(() => {
    if (!data) return
    storePhoto(data.data.attributes.photo?.url ?? null)
    storeCompany(data.data.attributes.company_name)
  }, [data])
  return (
    <Avatar
      src={session?.photo ?? null}
      name={session?.name ?? ''}
      size={36}
      alt=""
      color="accent"
      aria-hidden
      ml="auto"
    />
  )
}
