import { IconAlertTriangle, IconCloudCheck, IconCloudUp, IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { isTooLargeForProxy } from '#web/lib/http/call.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { retryRefused } from '#web/offline/draft/draft-actions.ts'
import { rejectedEntryOf } from '#web/offline/outbox/queue-list.ts'
import { type SurveySync, type SyncState, type Unsure, watchSync } from '#web/offline/outbox/status.ts'
import { currentStorageFailure, onStorageFailure } from '#web/offline/store/storage-failure.ts'
import { useDraft } from '../draft-context.ts'
import { DiscardDialog } from '../notices/discard-dialog.tsx'
import { RenameSurveyDialog } from '../notices/rename-survey-dialog.tsx'
import { debounceSync, type SyncReading } from './debounced-sync.ts'
import classes from './sync-line.module.css'

const icons = {
  'on this device': IconDeviceMobile,
  sending: IconCloudUp,
  'on the server': IconCloudCheck,
  'needs attention': IconAlertTriangle,
  /** The device was not read yet. */
  unknown: IconDeviceMobile,
} satisfies Record<SyncState | 'unknown', unknown>

/** Where the latest edits are: on this device, being sent, or on the server. */
export function SyncLine() {
  const draft = useDraft()
  const { sync, unsure } = useSynced()
  const [asked, setAsked] = useState<'mend' | 'discard' | null>(null)
  const mend = sync?.refused.map(rejectedEntryOf).find((entry) => entry.mend !== null)
  // An edit the device could not store takes precedence.
  const trouble = useSyncExternalStore(onStorageFailure, currentStorageFailure)
  const doubt = trouble === null ? unsure : trouble === 'saving' ? 'saving' : 'not-kept'
  const state = doubt === null ? (sync?.state ?? 'unknown') : unsureStates[doubt].state
  const Icon = icons[state]
  return (
    <div className={classes.line} data-state={state.replaceAll(' ', '-')}>
      <Icon size={16} aria-hidden className={classes.icon ?? ''} />
      <div className={classes.words}>
        <Link to="/Datastorage2" className={classes.more ?? ''}>
          <span className={classes.statement}>
            <span role="status">{textOf(sync, doubt)}</span>
            {state === 'on this device' && sync && (
              <span className={classes.since}> {t('storage.since', { time: shortTime(sync.since) })}</span>
            )}
            {sync && sync.elsewhere > 0 && (
              <span className={classes.elsewhere}>
                {' '}
                · {t('storage.elsewhere', { count: sync.elsewhere })}
              </span>
            )}
          </span>
        </Link>
        {sync?.state === 'needs attention' && !trouble && (
          <span className={classes.actions}>
            {mend ? (
              <button type="button" className={classes.action} onClick={() => setAsked('mend')}>
                {t('storage.rename')}
              </button>
            ) : (
              <button type="button" className={classes.action} onClick={() => void retryRefused(draft)}>
                {t('common.retry')}
              </button>
            )}
            <button type="button" className={classes.action} onClick={() => setAsked('discard')}>
              {t('form.discard')}
            </button>
          </span>
        )}
      </div>
      {asked === 'discard' && <DiscardDialog onClose={() => setAsked(null)} />}
      {asked === 'mend' && mend && (
        <RenameSurveyDialog
          account={draft.account}
          survey={{ id: draft.survey.id, name: draft.survey.name, owner: draft.survey.owner }}
          problem={mend.problem}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** A slow transaction is not an alarm; only a failed or hanging one needs attention. */
const unsureStates = {
  loading: { state: 'unknown', text: 'common.loading' },
  saving: { state: 'unknown', text: 'form.saving' },
  unread: { state: 'needs attention', text: 'form.unread' },
  'not-kept': { state: 'needs attention', text: 'form.notKept' },
} as const satisfies Record<Unsure, { state: SyncState | 'unknown'; text: MessageKey }>

function textOf(sync: SurveySync | null, doubt: Unsure | null): string {
  if (doubt) return t(unsureStates[doubt].text)
  return sync ? syncText(sync) : t('common.loading')
}

export function useSync(): SurveySync | null {
  return useSynced().sync
}

function useSynced(): SyncReading {
  const draft = useDraft()
  const [synced, setSynced] = useState<SyncReading>({ sync: null, unsure: null })
  useEffect(() => {
    const debounced = debounceSync(setSynced)
    const stop = watchSync(draft.account, draft.survey.id, debounced.take)
    return () => {
      stop()
      debounced.end()
    }
  }, [draft])
  return synced
}

/** The sync state as one line of text. */
function syncText({ state, unsent, refused, failing, stopped, syncedAt }: SurveySync): string {
  switch (state) {
    case 'needs attention':
      if (refused.every(({ problem }) => isTooLargeForProxy(problem))) return t('common.proxyTooLarge')
      return `${t('form.attentionCount', { count: refused.length })}: ${refused[0]?.problem ?? ''}`
    case 'sending':
      return t('form.sending')
    case 'on this device':
      if (stopped) return t('form.stoppedCount', { count: unsent })
      return t(failing ? 'form.offlineCount' : 'form.onDeviceCount', { count: unsent })
    case 'on the server':
      return syncedAt === '' ? t('form.onServer') : t('form.onServerAt', { time: shortTime(syncedAt) })
  }
}
