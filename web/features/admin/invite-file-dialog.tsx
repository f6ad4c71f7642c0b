import { Alert, Button, Code, FileButton, Group, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { decodeText } from '#web/lib/language/decode-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { InvitedRows } from './invited-rows.tsx'
import { type PlannedInvitation, readInvitations } from './read-invitations.ts'
import { useFileInvitations } from './use-file-invitations.ts'

interface Props {
  onClose: () => void
  /** Called after at least one invitation; the account list needs a reload. */
  onInvited: () => void
}

/** Invites people from a CSV file. Shows the parsed rows before it sends anything. */
export function InviteFileDialog({ onClose, onInvited }: Props) {
  const [planned, setPlanned] = useState<readonly PlannedInvitation[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function read(file: File | null) {
    if (!file) return
    setPlanned(null)
    setProblem(null)
    if (file.size > limits.invitationFileBytes) return setProblem(t('admin.fileTooLarge'))
    const read = await file.arrayBuffer().then(
      (bytes) => readInvitations(decodeText(bytes)),
      () => null,
    )
    if (!read) return setProblem(t('common.somethingWrong'))
    if (read.ok) setPlanned(read.planned)
    else setProblem(t(read.problem, { line: read.line, max: limits.invitationsPerFile }))
  }

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('admin.fileTitle')}>
      {!planned && (
        <>
          <Text mb="xs">{t('admin.fileText', { max: limits.invitationsPerFile })}</Text>
          <Code block mb="md" tabIndex={0}>
            {'first_name,last_name,email,role\nNell,Vance,nell@example.com,surveyor'}
          </Code>
        </>
      )}
      {problem && (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      )}
      {planned ? (
        <Sending planned={planned} onBusy={setBusy} onClose={onClose} onInvited={onInvited} />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <FileButton onChange={(file) => void read(file)} accept=".csv,.txt,text/csv,text/plain">
            {(props) => (
              <Button {...props} leftSection={<IconFileSpreadsheet size={18} aria-hidden />} data-autofocus>
                {t('admin.fileChoose')}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
    </Dialog>
  )
}

interface SendingProps extends Props {
  planned: readonly PlannedInvitation[]
  onBusy: (busy: boolean) => void
}

function Sending({ planned, onBusy, onClose, onInvited }: SendingProps) {
  const { results, busy, left, send } = useFileInvitations(planned)
  const sent = [...results.values()].filter((one) => one.sent).length

  async function start() {
    onBusy(true)
    await send()
    onBusy(false)
    onInvited()
  }

  return (
    <>
      <Text mb="xs" role="status">
        {sent > 0
          ? t('admin.fileSent', { count: sent, all: planned.length })
          : t('admin.fileFound', { count: planned.length, left: left.length })}
      </Text>
      <Group justify="flex-end" mb="md">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t(sent > 0 ? 'common.done' : 'common.cancel')}
        </Button>
        {left.length > 0 && (
          <Button onClick={() => void start()} loading={busy} data-autofocus>
            {t('admin.fileSend', { count: left.length })}
          </Button>
        )}
      </Group>
      <InvitedRows planned={planned} results={results} />
    </>
  )
}
