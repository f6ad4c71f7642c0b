import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { takePickerReturn } from '#web/lib/files/picker-return.ts'
import { queryClient } from '#web/lib/http/query-client.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { AppServices } from './app-services.tsx'
import { senderLoaded, watchForSender } from './sender-watch.ts'
import { useAccountSettings } from './use-account-settings.ts'

/** Milliseconds between checks for unsent contacts; the server is called only if there are any. */
const again = 30_000

const loadSending = () => import('#web/offline/outbox/sync.ts')

const loadKeeping = () => import('#web/offline/list/prefetch-offline.ts')

/** Provides queries to screens; separate from the login to keep that light. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const userId = useSession()?.userId
  // Clears the cache when the account changes: the next account must not see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the account changes
  useEffect(() => () => queryClient.clear(), [userId])
  useBackground(userId)
  useAccountSettings(userId)
  usePickerReturn()
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      {userId && <AppServices account={userId} />}
    </QueryClientProvider>
  )
}

let hasAskedForReturn = false

/** Returns to the field if the phone unloaded the page while the camera was open. */
function usePickerReturn(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (hasAskedForReturn) return
    hasAskedForReturn = true
    const back = takePickerReturn()
    if (back) navigate(back.path, { replace: true, state: { field: back.field } })
  }, [navigate])
}

/** Runs background work while a user is logged in, on any screen. No screen waits for it. */
function useBackground(userId: string | undefined): void {
  // Sends unsent work, and downloads what is needed offline.
  usePart(userId, loadSending, startSending)
  useEffect(() => (userId ? watchForSender(userId) : undefined), [userId])
  usePart(userId, loadKeeping, startPrefetching)
  useExchangingContacts(userId)
}

function startSending({ startSync }: Awaited<ReturnType<typeof loadSending>>, account: string): () => void {
  senderLoaded()
  return startSync(account)
}

function startPrefetching(part: Awaited<ReturnType<typeof loadKeeping>>, account: string): () => void {
  return part.startPrefetching(account)
}

/** `load` and `start` must be stable functions. */
function usePart<Part>(
  userId: string | undefined,
  load: () => Promise<Part>,
  start: (part: Part, account: string) => () => void,
): void {
  useEffect(() => {
    if (!userId) return
    return afterFirstScreen(() => startLater(load, (part) => start(part, userId)))
  }, [userId, load, start])
}

/** Sends unsent contacts of this device to the account. */
function useExchangingContacts(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    const exchange = (onlyWaiting: boolean) => void syncContacts(userId, onlyWaiting)
    const online = () => exchange(false)
    const cancel = afterFirstScreen(() => exchange(false))
    window.addEventListener('online', online)
    const timer = setInterval(() => exchange(true), again)
    return () => {
      cancel()
      window.removeEventListener('online', online)
      clearInterval(timer)
    }
  }, [userId])
}

async function syncContacts(userId: string, onlyWaiting: boolean): Promise<void> {
  // If its code fails to load, the next run exchanges them.
  const sync = await import('#web/offline/contacts/sync-contacts.ts').catch(() => null)
  // Failures are retried in the next run.
  await sync?.syncContacts(userId, onlyWaiting).catch(() => undefined)
}
