import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import type { BulkFile, BulkRecord } from '#contract/admin/bulk-uploads.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import classes from './bulk-upload.module.css'

interface Props {
  readonly record: BulkRecord
  /** null for the whole upload. */
  readonly onDelete: (file: BulkFile | null) => void
}

/** A finished upload: id, status, downloads and Delete. */
export function UploadCard({ record: { id, attributes }, onDelete }: Props) {
  const { files, created_at } = attributes
  const name = files[0]?.file_name ?? ''
  return (
    <li className={classes.card}>
      <dl className={classes.about}>
        <div>
          <dt>{t('bulk.id')}</dt>
          <dd className={classes.id}>{id}</dd>
        </div>
        <div>
          <dt>{t('bulk.status')}</dt>
          <dd>
            {t('bulk.success')} · {t('bulk.uploadedAt', { date: dayAndTime(created_at) })}
          </dd>
        </div>
      </dl>
      <ActionIcon
        size={44}
        color="red"
        variant="subtle"
        aria-label={t('bulk.deleteUpload', { name })}
        onClick={() => onDelete(null)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      <ul className={classes.files} aria-label={t('bulk.files', { id })}>
        {files.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            onDelete={files.length > 1 ? () => onDelete(file) : undefined}
          />
        ))}
      </ul>
    </li>
  )
}

function FileLine({ file, onDelete }: { file: BulkFile; onDelete: (() => void) | undefined }) {
  const { id, file_name: name, file_url, byte_size, kind } = file
  return (
    <li className={classes.file}>
      <span className={classes.words}>
        <Anchor href={file_url} download={name} className={classes.link ?? ''}>
          <bdi>{name}</bdi>
        </Anchor>
        <span className={classes.facts}>{inMbOrGb(byte_size)}</span>
      </span>
      {kind && (
        <Button
          component={Link}
          to={`/UploadNewPhotoMobile?attachmentId=${id}`}
          mih={44}
          size="compact-md"
          variant="light"
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          aria-label={t('bulk.toSurvey', { name })}
        >
          {t('bulk.toSurveyShort')}
        </Button>
      )}
      {onDelete && (
        <ActionIcon
          size={44}
          color="red"
          variant="subtle"
          aria-label={t('bulk.deleteOne', { name })}
          onClick={onDelete}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
