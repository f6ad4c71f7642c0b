import { Alert, Button, Code, FileButton, Group, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { invite } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { decodeText } from '#web/lib/language/decode-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './invited-rows.module.css'
import { roleText } from './labels.ts'
import { type PlannedInvitation, readInvitations } from './read-invitations.ts'

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

interface InvitedRowsProps {
  readonly planned: readonly PlannedInvitation[]
  readonly results: ReadonlyMap<number, RowResult>
}

/** The file's rows, each with its result. */
function InvitedRows({ planned, results }: InvitedRowsProps) {
  return (
    <ul className={classes.rows} aria-label={t('admin.fileRows')}>
      {planned.map(({ line, invitation, wrong }) => {
        const result = results.get(line)
        const words = wrong ? t(wrong) : result && !result.sent ? result.words : null
        return (
          <li key={line} className={classes.row}>
            <Text size="sm" fw={600} className={classes.words ?? ''}>
              {t('admin.fileLine', { line })} · {invitation.email || '–'}
            </Text>
            <Text size="sm" c="dimmed" className={classes.words ?? ''}>
              {`${invitation.first_name} ${invitation.last_name}`.trim()} · {t(roleText[invitation.role])}
            </Text>
            {words && (
              <Text size="sm" className={classes.wrong ?? ''}>
                {words}
              </Text>
            )}
            {result?.sent && (
              <Text size="sm" className={classes.sent ?? ''}>
                {t('admin.fileInvited')}
              </Text>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** `words`: the server's message; `final`: a retry would fail again. */
type RowResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly words: string; readonly final: boolean }

interface FileInvitations {
  /** Results by line number. Lines without a result were not sent yet. */
  readonly results: ReadonlyMap<number, RowResult>
  readonly busy: boolean
  /** Valid rows that are not sent and may be retried. */
  readonly left: readonly PlannedInvitation[]
  readonly send: () => Promise<void>
}

/**
 * Sends invitations one at a time. A failure that would affect every row (no network, rate limit) stops the
 * run; the next run resumes there. Each line keeps its idempotency key, so it invites once.
 */
function useFileInvitations(planned: readonly PlannedInvitation[]): FileInvitations {
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const [busy, setBusy] = useState(false)
  const keys = useRef(new Map<number, string>())
  const left = planned.filter(({ line, wrong }) => wrong === null && !isOver(results.get(line)))

  async function send() {
    setBusy(true)
    for (const { line, invitation } of left) {
      const key = keys.current.get(line) ?? newKey()
      keys.current.set(line, key)
      const result = await call(invite, { body: { data: { attributes: invitation } } }, { key })
      const outcome: RowResult = result.ok
        ? { sent: true }
        : { sent: false, words: result.message, final: result.status === 422 }
      setResults((before) => new Map(before).set(line, outcome))
      if (!isOver(outcome)) break
    }
    setBusy(false)
  }

  return { results, busy, left, send }
}

function isOver(result: RowResult | undefined): boolean {
  return result !== undefined && (result.sent || result.final)
}
