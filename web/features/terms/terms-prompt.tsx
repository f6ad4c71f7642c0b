import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Session, useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { termsStatusQuery } from './queries.ts'

const key = 'terms-later'

/** Whether this login already postponed that version. */
function isPutOff(session: Session, version: string): boolean {
  return sessionStorage.getItem(key) === markOf(session, version)
}

/** Postpones the version until the next login, in this tab. */
function putOff(session: Session, version: string): void {
  sessionStorage.setItem(key, markOf(session, version))
}

/** Identifies the login by the token's end, which grants no access. */
function markOf({ token, userId }: Session, version: string): string {
  return `${userId}/${version}/${token.slice(-6)}`
}

const { View: AskDialog } = lazyPart(async () => (await import('./ask-dialog.tsx')).AskDialog)

const halfAnHour = 30 * 60_000

/** Asks once per login, between tasks, if the terms changed since they were accepted. Never asks offline. */
export function TermsPrompt() {
  const session = useSession()
  const { data } = useQuery({
    ...termsStatusQuery,
    staleTime: halfAnHour,
    retry: false,
    enabled: session !== null,
  })
  const [, setAgain] = useState(0)
  if (!session || !data?.data.attributes.must_answer || isPutOff(session, data.data.id)) return null
  const version = data.data.id
  return (
    <Suspense>
      <AskDialog
        onLater={() => {
          putOff(session, version)
          setAgain((count) => count + 1)
        }}
      />
    </Suspense>
  )
}
