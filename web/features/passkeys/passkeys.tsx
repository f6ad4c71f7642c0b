import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { removePasskey, renamePasskey } from '#contract/accounts/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/http/call.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { passkeysPossible } from '#web/lib/session/passkey.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { type Passkey, passkeysQuery, reloadPasskeys } from './queries.ts'

/** The profile's passkeys card. */
export function Passkeys() {
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery)
  const [open, setOpen] = useState<{ dialog: 'add' | 'rename' | 'remove'; passkey?: Passkey } | null>(null)
  const close = () => setOpen(null)
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="passkeys">
      <Title order={2} id="passkeys" mb={4}>
        {t('passkeys.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('passkeys.lead')}
      </Text>
      {error && !data && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton height={56} />}
      <Stack gap="sm" mb="md">
        {data?.data.length === 0 && <Text>{t('passkeys.none')}</Text>}
        {data?.data.map((passkey) => (
          <Row
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpen({ dialog: 'rename', passkey })}
            onRemove={() => setOpen({ dialog: 'remove', passkey })}
          />
        ))}
      </Stack>
      {passkeysPossible() ? (
        <Button onClick={() => setOpen({ dialog: 'add' })}>{t('passkeys.add')}</Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('passkeys.noDomain')}
        </Text>
      )}
      {open?.dialog === 'add' && <AddPasskey onClose={close} />}
      {open?.dialog === 'rename' && open.passkey && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && open.passkey && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Paper>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { name, created_at, last_used_at, backed_up } = passkey.attributes
  const facts = [
    t('passkeys.added', { date: shortDate(created_at) }),
    last_used_at ? t('passkeys.lastUsed', { date: shortDate(last_used_at) }) : t('passkeys.neverUsed'),
    ...(backed_up ? [t('passkeys.backedUp')] : []),
  ]
  return (
    <Group justify="space-between" mih={56} gap="sm">
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onRename} aria-label={t('passkeys.renameOf', { name })}>
          {t('passkeys.rename')}
        </Button>
        <Button variant="default" onClick={onRemove} aria-label={t('passkeys.removeOf', { name })}>
          {t('passkeys.remove')}
        </Button>
      </Group>
    </Group>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    const result = await call(removePasskey, { params: { id: passkey.id } })
    setBusy(false)
    // 404: already removed.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadPasskeys()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={remove}
      title={t('passkeys.removeTitle')}
      text={t('passkeys.removeText', { name: passkey.attributes.name })}
      confirm={t('passkeys.remove')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.attributes.name)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function rename(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError(t('passkeys.nameMissing'))
    setBusy(true)
    const body = { data: { attributes: { name } } }
    const result = await call(renamePasskey, { params: { id: passkey.id }, body })
    setBusy(false)
    if (!result.ok) return setError(result.message)
    void reloadPasskeys()
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('passkeys.rename')}>
      <form onSubmit={rename} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('passkeys.name')}
            value={name}
            maxLength={limits.passkeyNameMax}
            error={error}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError(null)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
