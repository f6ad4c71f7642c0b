import { isAppCached } from '#web/lib/files/storage-facts.ts'
import { hasTemplate } from '../incoming/server-copy.ts'
import { readAccountValue } from '../store/account-values.ts'
import { subscribe } from '../store/bus.ts'

/** Whether the device has the app, the list, and every template for new surveys. */
export async function isOfflineReady(account: string): Promise<boolean> {
  const [list, templates] = [
    await readAccountValue(account, 'list'),
    await readAccountValue(account, 'templates'),
  ]
  if (!list || !templates || !(await isAppCached())) return false
  for (const { id } of templates) if (!(await hasTemplate(account, id))) return false
  return true
}

/** Calls `onReady` once per device, as soon as the account can work offline. */
export function watchOfflineReady(account: string, onReady: () => void): () => void {
  const noted = `offline-ready-${account}`
  const look = () => {
    if (localStorage.getItem(noted) !== null) return
    void isOfflineReady(account).then(
      (is) => {
        if (!is || localStorage.getItem(noted) !== null) return
        localStorage.setItem(noted, 'told')
        onReady()
      },
      () => undefined,
    )
  }
  const forget = subscribe(account, ({ kind }) => kind === 'prepared' && look())
  // The app's own files may arrive last.
  void navigator.serviceWorker?.ready.then(look, () => undefined)
  return forget
}
