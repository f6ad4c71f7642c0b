import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession } from '#contract/accounts/accounts.ts'
import { call } from '#web/lib/http/call.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { deviceName } from '#web/lib/session/device-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type Device, reloadSessions, sessionsQuery } from './queries.ts'

/** Sessions of the account, with a button to end each. */
export function Devices() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<Device | 'others' | null>(null)
  const others = (data?.data ?? []).some((device) => !device.attributes.is_current)
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="devices">
      <Title order={2} id="devices" mb={4}>
        {t('accounts.devicesTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('accounts.devicesText')}
      </Text>
      {error && !data && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton height={56} />}
      <Stack gap="sm">
        {data?.data.map((device) => (
          <Row key={device.id} device={device} onEnd={() => setEnding(device)} />
        ))}
      </Stack>
      {others && (
        <Button variant="default" mt="md" onClick={() => setEnding('others')}>
          {t('passkeys.endOthers')}
        </Button>
      )}
      {ending === 'others' && <EndOthersDialog onClose={() => setEnding(null)} />}
      {ending && ending !== 'others' && <EndDeviceDialog device={ending} onClose={() => setEnding(null)} />}
    </Paper>
  )
}

function Row({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const a = device.attributes
  const name = deviceName(a.user_agent)
  return (
    <Group justify="space-between" mih={56} gap="sm">
      <div>
        <Text title={a.user_agent}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('accounts.lastActive', { date: shortDate(a.last_seen_at) })}
        </Text>
      </div>
      {a.is_current ? (
        <Badge variant="light" size="lg" tt="none">
          {t('accounts.thisDevice')}
        </Badge>
      ) : (
        <Button variant="default" onClick={onEnd} aria-label={t('accounts.endDevice', { device: name })}>
          {t('accounts.end')}
        </Button>
      )}
    </Group>
  )
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    const result = await call(endOtherSessions, {})
    setBusy(false)
    if (!result.ok) return setError(result.message)
    void reloadSessions()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={end}
      title={t('passkeys.endOthersTitle')}
      text={t('passkeys.endOthersText')}
      confirm={t('passkeys.endOthers')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}

function EndDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    const result = await call(endSession, { params: { id: device.id } })
    setBusy(false)
    // 404: already ended.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadSessions()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={end}
      title={t('accounts.endDevice', { device: deviceName(device.attributes.user_agent) })}
      text={t('accounts.endConfirm')}
      confirm={t('accounts.end')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
