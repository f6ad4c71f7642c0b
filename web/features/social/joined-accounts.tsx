import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { partSocial } from '#contract/accounts/social.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { Provider } from './provider-buttons.tsx'
import { type Joined, joinedQuery, providersQuery, reloadJoined } from './queries.ts'
import { redirectToProvider } from './redirect-to-provider.ts'

/** The profile's card of linked social accounts. Renders nothing if there are none and none can be linked. */
export function JoinedAccounts() {
  const { data: joined, error, refetch, isFetching } = useQuery(joinedQuery)
  const { data: providers } = useQuery(providersQuery)
  const [parting, setParting] = useState<Joined | null>(null)
  const [joining, setJoining] = useState<Provider | null>(null)
  if (joined?.data.length === 0 && providers?.data.length === 0) return null
  const others = (providers?.data ?? []).filter(
    ({ id }) => !joined?.data.some(({ attributes }) => attributes.provider === id),
  )
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="joined-accounts">
      <Title order={2} id="joined-accounts" mb={4}>
        {t('social.cardTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('social.cardText')}
      </Text>
      {error && !joined && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!joined && !error && <Skeleton height={56} />}
      <Stack gap="sm" mb="md">
        {joined?.data.length === 0 && <Text>{t('social.none')}</Text>}
        {joined?.data.map((one) => (
          <Row key={one.id} joined={one} onRemove={() => setParting(one)} />
        ))}
      </Stack>
      <Group gap="sm">
        {others.map(({ id, attributes: { name } }) => (
          <Button key={id} variant="default" onClick={() => setJoining({ id, name })}>
            {t('social.join', { provider: name })}
          </Button>
        ))}
      </Group>
      {parting && <UnlinkDialog joined={parting} onClose={() => setParting(null)} />}
      {joining && <JoinDialog provider={joining} onClose={() => setJoining(null)} />}
    </Paper>
  )
}

function Row({ joined, onRemove }: { joined: Joined; onRemove: () => void }) {
  const { name, email, created_at } = joined.attributes
  return (
    <Group justify="space-between" mih={56} gap="sm" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[email, t('social.joinedOn', { date: shortDate(created_at) })].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Button
        variant="default"
        style={{ flexShrink: 0 }}
        onClick={onRemove}
        aria-label={t('social.removeOf', { provider: name, who: email })}
      >
        {t('social.remove')}
      </Button>
    </Group>
  )
}

function UnlinkDialog({ joined, onClose }: { joined: Joined; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { name: provider, email: who } = joined.attributes

  async function part() {
    setBusy(true)
    const result = await call(partSocial, { params: { id: joined.id } })
    setBusy(false)
    // 404: already removed.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadJoined()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={part}
      title={t('social.removeTitle', { provider })}
      text={t('social.removeText', { provider, who })}
      confirm={t('social.remove')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}

/** Asks for the password if the login is old, then opens the provider. */
function JoinDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ password?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)

  async function leave(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const refusal = await redirectToProvider({
      provider: provider.id,
      name: provider.name,
      purpose: 'join',
      ...(password ? { password } : {}),
    })
    if (!refusal) return
    setBusy(false)
    const wrong = byField(refusal).password
    // The first rejection only says that a password is needed.
    if (wrong && password === null) setPassword('')
    else setErrors(wrong ? { password: wrong } : { form: refusal.message })
  }

  return (
    <Dialog opened onClose={onClose} title={t('social.join', { provider: provider.name })}>
      <form onSubmit={leave} noValidate>
        <Stack gap="md">
          <FormError text={errors.form} />
          {password === null ? (
            <Text>{t('social.joinLeaveText', { provider: provider.name })}</Text>
          ) : (
            <>
              <Text>{t('social.joinStartText', { provider: provider.name })}</Text>
              <PasswordField
                label={t('social.currentPassword')}
                autoComplete="current-password"
                value={password}
                error={errors.password}
                autoFocus
                onChange={(event) => {
                  setPassword(event.currentTarget.value)
                  setErrors({})
                }}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy} data-autofocus>
              {t('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
