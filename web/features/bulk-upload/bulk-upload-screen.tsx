import { Button, Stack, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { listBulkUploads } from '#contract/admin/bulk-uploads.ts'
import { usePastedFiles } from '#web/lib/files/dropped-files.ts'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { bulkQueue } from '#web/offline/bulk/open-queue.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BulkQueueList } from './bulk-queue-list.tsx'
import classes from './bulk-upload.module.css'
import { checkFiles } from './check-files.ts'
import { EarlierUploads } from './earlier-uploads.tsx'

/** Uploads files of any type that belong to no survey. */
export function BulkUploadScreen() {
  const account = useSession()?.userId ?? ''
  const queue = bulkQueue(account)
  const state = useSyncExternalStore(queue.subscribe, () => queue.state)
  const [alert, setAlert] = useState<readonly string[] | null>(null)
  const [taking, setTaking] = useState(false)
  const client = useQueryClient()
  useTitle(t('bulk.title'))
  useEffect(() => {
    queue.resume()
    void queue.reload()
  }, [queue])
  useRises(state.arrived, () => {
    void client.invalidateQueries({ queryKey: [listBulkUploads.name] })
  })
  useRises(state.failures, () => setAlert([t('bulk.failed')]))

  async function addFiles(files: readonly File[]) {
    setTaking(true)
    const { accepted, problems } = await checkFiles(files)
    if (problems.length > 0) setAlert(problems)
    await queue.add(accepted).finally(() => setTaking(false))
  }
  return (
    <>
      <PageHeader title={t('bulk.title')} />
      <Stack gap="lg" maw="44rem">
        <Text c="dimmed">{t('bulk.lead')}</Text>
        <BulkPicker busy={taking} onPicked={(files) => void addFiles(files)} />
        <BulkQueueList queue={queue} state={state} />
        <EarlierUploads />
      </Stack>
      <NoticeDialog
        opened={alert !== null}
        onClose={() => setAlert(null)}
        title={t('bulk.alert')}
        text={(alert ?? []).map((line) => (
          <span key={line} style={{ display: 'block', overflowWrap: 'anywhere' }}>
            {line}
          </span>
        ))}
      />
    </>
  )
}

/** Calls `rose` whenever the count increases after mount. */
function useRises(count: number, rose: () => void): void {
  const before = useRef(count)
  const latest = useRef(rose)
  latest.current = rose
  useEffect(() => {
    if (count > before.current) latest.current()
    before.current = count
  }, [count])
}

interface Props {
  readonly busy: boolean
  readonly onPicked: (files: readonly File[]) => void
}

/** Accepts files of any type by picking, dropping or pasting. */
function BulkPicker({ busy, onPicked }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pickFiles = (files: FileList | null | undefined) => {
    if (files && files.length > 0) onPicked([...files])
  }
  usePastedFiles((files) => {
    onPicked(files)
    return true
  })
  const { over, zone } = useDropZone(pickFiles)
  return (
    <section className={classes.zone} aria-label={t('media.choose')} data-over={over} {...zone}>
      <p className={classes.hint}>{t('bulk.dropHere')}</p>
      <Button
        mih={44}
        variant="default"
        loading={busy}
        leftSection={<IconFilePlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('media.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          pickFiles(currentTarget.files)
          // Lets the user pick the same file again.
          currentTarget.value = ''
        }}
      />
    </section>
  )
}
