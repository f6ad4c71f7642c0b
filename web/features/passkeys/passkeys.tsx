import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { passkeysPossible } from '#web/lib/session/passkey.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { type Passkey, passkeysQuery } from './queries.ts'
import { RemovePasskey } from './remove-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

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
