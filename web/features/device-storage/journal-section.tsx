import { Button, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { handOver } from '#web/lib/http/download.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { type JournalEvent, type JournalLine, journalTable, readJournal } from '#web/offline/store/journal.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './device-storage.module.css'

const events = {
  typed: 'storage.journalTyped',
  queued: 'storage.journalQueued',
  sent: 'storage.journalSent',
  acknowledged: 'storage.journalAcknowledged',
  conflict: 'storage.journalConflict',
  refused: 'storage.journalRefused',
  postponed: 'storage.journalPostponed',
  discarded: 'storage.journalDiscarded',
  rollback: 'storage.journalRollback',
  trouble: 'storage.journalTrouble',
  error: 'storage.journalError',
  uncaught: 'storage.journalUncaught',
} as const satisfies Record<JournalEvent, string>

/** Status of a call without a reply; the event names the cause. */
const unanswered = '0'
/** Lines on the screen; the file has all. */
const shown = 8

/** A log of what this device did with the account's work, for finding missing answers. */
export function JournalSection({ account }: { account: string }) {
  const [lines, setLines] = useState<readonly JournalLine[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let ended = false
    readJournal(account, shown).then(
      (read) => ended || setLines(read),
      () => ended || setFailed(true),
    )
    return () => {
      ended = true
    }
  }, [account])
  async function download() {
    // Sets the error state below.
    const all = await readJournal(account).catch(() => null)
    if (all) handOver(new Blob([journalTable(all)], { type: 'text/csv' }), t('storage.journalName'))
    else setFailed(true)
  }
  return (
    <Section id="journal" title={t('storage.journal')}>
      <Text mb="md">{t('storage.journalText')}</Text>
      {lines && lines.length > 0 && (
        <Table className={classes.journal ?? ''} mb="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('storage.columnTime')}</Table.Th>
              <Table.Th>{t('storage.journalWhat')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.seq}>
                <Table.Td>{dayAndTime(line.at)}</Table.Td>
                <Table.Td>
                  {t(events[line.event])}
                  {line.count > 1 && ` (${line.count}×)`}
                  {line.detail !== '' && line.detail !== unanswered && ` · ${line.detail}`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={lines?.length === 0}
        onClick={() => void download()}
      >
        {t('storage.journalDownload')}
      </Button>
      <Text size="sm" mt="sm" role="status">
        {failed ? t('storage.journalUnread') : lines?.length === 0 ? t('storage.journalEmpty') : ''}
      </Text>
    </Section>
  )
}
