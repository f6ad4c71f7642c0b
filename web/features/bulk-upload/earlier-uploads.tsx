import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BulkFile,
  type BulkRecord,
  deleteBulkFile,
  deleteBulkUpload,
  listBulkUploads,
} from '#contract/admin/bulk-uploads.ts'
import { call } from '#web/lib/http/call.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './bulk-upload.module.css'
import { UploadCard } from './upload-card.tsx'

/** File URLs are valid for at least half an hour. */
const listed = { ...reading(listBulkUploads, {}), refetchInterval: 25 * 60_000 }

interface Asked {
  readonly record: BulkRecord
  /** null for the whole upload. */
  readonly file: BulkFile | null
}

/** The account's uploads outside of surveys, newest first. */
export function EarlierUploads() {
  const { data, error, isFetching, refetch } = useQuery(listed)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [announcement, setAnnouncement] = useState('')
  return (
    <section aria-labelledby="earlier-uploads" className={classes.section}>
      <Group justify="space-between" gap="sm">
        <Title order={2} id="earlier-uploads">
          {t('bulk.earlier')}
        </Title>
        <Button mih={44} variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('bulk.getUploaded')}
        </Button>
      </Group>
      <div role="status">{announcement && <Text size="sm">{announcement}</Text>}</div>
      {error && <ErrorState text={t('bulk.fetchFailed', { reason: error.message })} />}
      {!data && !error && <Skeleton height={120} radius="lg" />}
      {data && data.data.length === 0 && <Text c="dimmed">{t('bulk.none')}</Text>}
      {data && data.data.length > 0 && (
        <>
          <ul className={classes.list}>
            {data.data.map((record) => (
              <UploadCard key={record.id} record={record} onDelete={(file) => setAsked({ record, file })} />
            ))}
          </ul>
          <Text size="sm" c="dimmed">
            {t('bulk.used', {
              used: inMbOrGb(data.meta.total_bytes),
              allowed: inMbOrGb(data.meta.allowed_bytes),
            })}
          </Text>
        </>
      )}
      {asked && (
        <DeleteDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDeleted={(message) => {
            setAsked(null)
            setAnnouncement(message)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

interface DeleteProps {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onDeleted: (message: string) => void
}

function DeleteDialog({ asked: { record, file }, onClose, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { files } = record.attributes
  const name = (file ?? files[0])?.file_name ?? ''

  async function remove() {
    setBusy(true)
    const params = { id: record.id }
    const done = file
      ? await call(deleteBulkFile, { params, query: { attachment_id: file.id } })
      : await call(deleteBulkUpload, { params })
    setBusy(false)
    if (done.ok) onDeleted(done.reply.data.message)
    // 404: already deleted elsewhere.
    else if (done.status === 404) onDeleted(t('media.deleted'))
    else setError(done.message)
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('bulk.deleteTitle')}
      text={t(file || files.length === 1 ? 'bulk.deleteConfirm' : 'bulk.deleteAllConfirm', { name })}
      danger
      busy={busy}
      error={error}
    />
  )
}
