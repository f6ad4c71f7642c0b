import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTableExport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { createExport } from '#contract/surveys/exports.ts'
import { call } from '#web/lib/http/call.ts'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useOnline } from '#web/lib/page/use-online.ts'
import { useSession } from '#web/lib/session/session.ts'
import { isOnlyHere } from '#web/offline/incoming/server-copy.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DeviceExport } from './device-export.tsx'
import { ExportForm } from './export-form.tsx'
import { ExportList } from './export-list.tsx'
import { type Choices, firstChoices, rememberFormat } from './export-options.ts'
import type { ExportScope } from './export-scope.ts'
import { downloadExport, reloadExports, useExports } from './use-exports.ts'
import { watchExport } from './watched-exports.ts'

interface Props {
  scope: ExportScope
  onClose: () => void
}

/** Exports surveys as tables, and lists the exports of the last day. */
export function ExportDialog({ scope, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  const isOnline = useOnline()
  const { data, error } = useExports()
  const [choices, setChoices] = useState(() => firstChoices(account))
  const { started, busy, problem, start } = useStart(account, scope)
  const isAway = !isOnline || isUnreached(error)
  const unsent = scope.surveys.filter(({ state }) => state !== 'on the server').length
  const exports = data?.data ?? []
  const current = exports.find(({ id }) => id === started)
  useDownloadWhenDone(account, current)
  return (
    <Dialog opened onClose={onClose} title={t('exports.title')} size="lg" fullScreen={narrow ?? false}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {scope.name ?? t('history.count', { count: scope.count })}
        </Text>
        {isAway ? (
          <DeviceExport account={account} scope={scope} />
        ) : (
          <>
            {unsent > 0 && (
              <Alert color="yellow" role="status">
                {t('exports.unsent', { count: unsent })}
              </Alert>
            )}
            <ExportForm choices={choices} onChange={setChoices} />
            <div role="alert">{problem && <Alert color="red">{problem}</Alert>}</div>
            <Group justify="flex-end">
              <Button
                data-autofocus
                leftSection={<IconTableExport size={18} aria-hidden />}
                loading={busy}
                onClick={() => void start(choices)}
              >
                {t('exports.export')}
              </Button>
            </Group>
          </>
        )}
        <VisuallyHidden role="status">
          {current?.attributes.state === 'done' && t('exports.ready')}
        </VisuallyHidden>
        <ExportList exports={exports} />
      </Stack>
    </Dialog>
  )
}

function useStart(account: string, scope: ExportScope) {
  const [started, setStarted] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function start(choices: Choices) {
    setBusy(true)
    setProblem(null)
    rememberFormat(account, choices)
    const selection = scope.filter ?? { user_survey_id: await idsOnServer(account, scope.surveys) }
    if (selection.user_survey_id?.length === 0) {
      setBusy(false)
      return setProblem(t('exports.onlyHere'))
    }
    const body = { ...choices, ...selection, time_zone: ownTimeZone() }
    const result = await call(createExport, { body })
    if (result.ok) {
      setStarted(result.reply.data.id)
      watchExport(account, result.reply.data.id)
      await reloadExports()
    } else setProblem(result.message)
    setBusy(false)
  }
  return { started, busy, problem, start }
}

/** The server knows no survey whose creation is unsent. */
async function idsOnServer(account: string, surveys: readonly DeviceSurvey[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id, state } of surveys)
    if (state === 'on the server' || !(await isOnlyHere(account, id))) ids.push(id)
  return ids
}

/** Saves the file of an export that was started in this dialog, once. */
function useDownloadWhenDone(
  account: string,
  current: Parameters<typeof downloadExport>[1] | undefined,
): void {
  const isDone = current?.attributes.state === 'done'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the export is done
  useEffect(() => {
    if (isDone) downloadExport(account, current)
  }, [isDone, current?.id])
}
