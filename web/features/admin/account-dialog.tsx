import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { makeCollectionCode } from '#contract/accounts/unsent-work.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { handOver } from '#contract/sharing/teams.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { applyChange, type Change, changes, isDestructive } from './account-changes.ts'
import { AccountChoice } from './account-choice.tsx'
import { AccountFacts } from './account-facts.tsx'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

type Asked = Change | 'handOver' | 'collect'

interface Props {
  account: ListedAccount
  onClose: () => void
  /** Receives the success message. */
  onDone: (text: string) => void
  onActivity: () => void
}

/** Shows one account and its changes; confirmations replace the dialog's content. */
export function AccountDialog({ account, onClose, onDone, onActivity }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const name = nameOf(account.attributes)
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={titleOf(asked, name)}>
      {asked === 'handOver' && (
        <HandOverForm
          account={account}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setAsked(null)}
          onDone={onDone}
        />
      )}
      {asked === 'collect' && (
        <CollectionCode account={account} busy={busy} onBusy={setBusy} onBack={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'handOver' && asked !== 'collect' && (
        <ChangeQuestion
          key={asked}
          account={account}
          change={asked}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setAsked(null)}
          onDone={onDone}
        />
      )}
      {asked === null && (
        <AccountFacts
          account={account}
          onAsk={setAsked}
          onHandOver={() => setAsked('handOver')}
          onCollect={() => setAsked('collect')}
          onActivity={onActivity}
        />
      )}
    </Dialog>
  )
}

function titleOf(asked: Asked | null, name: string): string {
  if (asked === null) return name
  if (asked === 'collect') return t('collections.collectTitle', { name })
  return asked === 'handOver' ? t('teams.handOverOf', { name }) : t(changes[asked].title, { name })
}

interface ChangeQuestionProps {
  account: ListedAccount
  change: Change
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (text: string) => void
}

/** Confirms and runs a change, and shows why it failed. Cancel has the focus. */
function ChangeQuestion({ account, change, busy, onBusy, onBack, onDone }: ChangeQuestionProps) {
  const [key] = useState(newKey)
  const [error, setError] = useState<string | null>(null)
  const sends = useAbilities()
  const { button, ...words } = changes[change]
  const text = words.text === 'admin.resendText' ? deliveryNotice(words.text, sends.email) : words.text
  const done = words.done === 'admin.invited' ? deliveryNotice(words.done, sends.email) : words.done
  const values = { name: nameOf(account.attributes), email: account.attributes.email }

  async function confirm() {
    onBusy(true)
    setError(null)
    const result = await applyChange(change, account.id, key)
    onBusy(false)
    if (result.ok) onDone(t(done, values))
    else setError(result.message)
  }

  return (
    <>
      <Text>{t(text, values)}</Text>
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={confirm} loading={busy} {...(isDestructive(change) ? { color: 'red.8' } : {})}>
          {t(button)}
        </Button>
      </Group>
    </>
  )
}

interface CollectionCodeProps {
  account: ListedAccount
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
}

/** Creates a code that lets a disabled account's device send its unsent work. */
function CollectionCode({ account, busy, onBusy, onBack }: CollectionCodeProps) {
  const [made, setMade] = useState<{ readonly code: string; readonly expires_at: string } | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function make() {
    onBusy(true)
    setError(null)
    const result = await call(makeCollectionCode, { params: { id: account.id } })
    onBusy(false)
    if (result.ok) setMade(result.reply.data)
    else setError(result.message)
  }

  return (
    <>
      <Text>{t('collections.collectText', { name: nameOf(account.attributes) })}</Text>
      <div role="status">
        {made && (
          <>
            <Text fz={32} fw={600} ff="monospace" mt="md">
              {made.code.replace(/(?=.{4}$)/, ' ')}
            </Text>
            <Text size="sm">{t('collections.collectEnds', { time: shortTime(made.expires_at) })}</Text>
          </>
        )}
      </div>
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void make()} loading={busy}>
          {t(made ? 'collections.newCode' : 'collections.createCode')}
        </Button>
      </Group>
    </>
  )
}

interface HandOverFormProps {
  account: ListedAccount
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (text: string) => void
}

/** Transfers all surveys of a disabled account to another account. */
function HandOverForm({ account, busy, onBusy, onBack, onDone }: HandOverFormProps) {
  const [to, setTo] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  // A retry to the same account keeps its idempotency key; another account gets a new one.
  const [key, setKey] = useState(newKey)

  async function transfer() {
    if (to === null) return
    onBusy(true)
    setError(null)
    const result = await call(handOver, { params: { id: account.id }, body: { to } }, { key })
    onBusy(false)
    if (result.ok) onDone(result.reply.data.message)
    else setError(result.message)
  }

  return (
    <>
      <Text mb="md">{t('teams.handOverText', { name: nameOf(account.attributes) })}</Text>
      <AccountChoice
        value={to}
        onChange={(chosen) => {
          setTo(chosen)
          setKey(newKey())
        }}
        label={t('teams.handOverTo')}
        placeholder={t('teams.findPerson')}
      />
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void transfer()} loading={busy} disabled={to === null}>
          {t('teams.handOverButton')}
        </Button>
      </Group>
    </>
  )
}
