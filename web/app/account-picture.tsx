import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { photo } from '#contract/accounts/profile.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { keepCompany, keepPhoto, useSession } from '#web/lib/session/session.ts'

/** An address of a photo is good for half an hour at least. */
const photoQuery = { ...reading(photo, {}), staleTime: 25 * 60_000 }

/** Who is logged in, at the header's end: the photo, or the initials. Nothing that one could press or has to hear. */
export function AccountPicture() {
  const session = useSession()
  const { data } = useQuery({ ...photoQuery, enabled: session !== null })
  useEffect(() => {
    if (!data) return
    keepPhoto(data.data.attributes.photo?.url ?? null)
    keepCompany(data.data.attributes.company_name)
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
